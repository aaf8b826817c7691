// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The certificate of new connections, which is read again if its files change.
///
/// Each handshake looks at the files' state, which costs two calls of the system. If it has
/// changed, that handshake waits until the files are read. Files that cannot be used change
/// nothing, as while one of them is replaced and the other not yet.
final class TLSRenewal: Sendable {
    private struct State {
        var current = NIOSSLContextConfigurationOverride.noChanges
        var seen: [FileState?]
        /// Since when the files are as they are; nil if they were read long enough after that.
        var changed: ContinuousClock.Instant?
        var isTold = true
    }

    private let paths: [String]
    private let read: @Sendable () throws(CommandError) -> TLSConfiguration
    private let logger: Logger
    private let state: Mutex<State>
    private let turn = Mutex(())

    /// How long a file is read again though its state is the same: two changes within one tick of
    /// the file system's clock look like one.
    private static let settling: Duration = .seconds(2)

    /// Takes the files as they are, before they are read for the first time; nil if one is no
    /// plain file, and can't be read twice.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - logger: Is told of a renewal, and once of files that can't be used.
    ///   - read: Reads them, and checks that TLS can be done with them.
    init?(
        of paths: [String],
        _ logger: Logger,
        _ read: @escaping @Sendable () throws(CommandError) -> TLSConfiguration
    ) {
        let states = paths.map(FileState.init)
        guard !states.contains(nil) else { return nil }
        self.paths = paths
        self.logger = logger
        self.read = read
        state = Mutex(State(seen: states, changed: .now))
    }

    /// Gives a handshake its certificate.
    func answer(_ promise: EventLoopPromise<NIOSSLContextConfigurationOverride>) {
        guard isDue(paths.map(FileState.init)) else { return promise.succeed(current) }
        // Not on the thread of the connections.
        NIOThreadPool.singleton.submit { [self] _ in
            turn.withLock { _ in look() }
            promise.succeed(current)
        }
    }

    private var current: NIOSSLContextConfigurationOverride { state.withLock(\.current) }

    private func isDue(_ states: [FileState?]) -> Bool {
        state.withLock { $0.seen != states || $0.changed != nil }
    }

    private func look() {
        let (states, now) = (paths.map(FileState.init), ContinuousClock.now)
        guard isDue(states) else { return }
        let isNew = state.withLock { state in
            guard state.seen == states else {
                (state.seen, state.changed, state.isTold) = (states, now, false)
                return true
            }
            if let changed = state.changed, now - changed >= Self.settling { state.changed = nil }
            return false
        }
        do throws(CommandError) {
            guard !states.contains(nil) else {
                throw .failure("a file of the TLS certificate is not there")
            }
            let configuration = try read()
            var renewed = NIOSSLContextConfigurationOverride()
            renewed.certificateChain = configuration.certificateChain
            renewed.privateKey = configuration.privateKey
            state.withLock { [renewed] state in (state.current, state.isTold) = (renewed, true) }
            if isNew { logger.notice("the TLS certificate was read again") }
        } catch {
            let isTold = state.withLock { state in
                defer { state.isTold = true }
                return state.isTold
            }
            guard !isTold else { return }
            logger.error(
                "the TLS certificate stays as it was",
                metadata: ["cause": "\(error.message)"]
            )
        }
    }
}

/// What tells a plain file from the one that was in its place.
private struct FileState: Hashable {
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        #if canImport(Darwin)
            let changed = status.st_ctimespec
        #else
            let changed = status.st_ctim
        #endif
        (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
        (seconds, nanoseconds) = (Int(changed.tv_sec), Int(changed.tv_nsec))
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPushAPNs
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder of the user's in which provider tokens are kept between runs, a file for each key: APNs
/// takes a new token of a key only every 20 minutes.
///
/// A file is this user's alone, and is there whole or not at all. No other user may write it, and a
/// token in it counts only if the key has signed it.
struct TokenFolder: ProviderTokenKeeper {
    let path: String
    private let files = POSIXFileSystem()

    /// How long another process may take over its token.
    private static let patience: Duration = .seconds(2)
    /// More bytes than a token has.
    private static let limit = 4096

    /// The folder that an option names, else the user's: that of the service manager, or in the
    /// user's cache.
    ///
    /// - Parameters:
    ///   - option: The folder, or `none`.
    ///   - environment: Where the user's folders are.
    ///   - home: The user's home, where the environment names none.
    init?(
        _ option: String?,
        in environment: [String: String],
        home: String? = TokenFolder.home
    ) {
        if let option {
            guard option != "none" else { return nil }
            path = option
            return
        }
        func folder(_ name: String) -> String? {
            environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        // A service manager may name several.
        let managed = folder("CACHE_DIRECTORY")?.split(separator: ":").first.map(String.init)
        let cache = folder("XDG_CACHE_HOME") ?? (folder("HOME") ?? home).map { $0 + "/.cache" }
        guard let path = managed ?? cache.map({ $0 + "/sealedpush" }) else {
            Self.note("this user has no home; name a folder with --token-folder")
            return nil
        }
        self.path = path
    }

    /// The home that the system knows of this user, which cron and containers may leave out of the
    /// environment.
    private static var home: String? {
        guard let user = unsafe getpwuid(geteuid()), let path = unsafe user.pointee.pw_dir else {
            return nil
        }
        let home = unsafe String(cString: path)
        return home.hasPrefix("/") ? home : nil
    }

    func token(
        of keyID: String,
        _ teamID: String,
        where serves: (String) -> Bool,
        else make: () throws(APNsError) -> String
    ) throws(APNsError) -> String {
        let lock: Lock
        do throws(FileError) {
            lock = try Lock(path, files)
        } catch {
            Self.note(error.reasonOfNewFile)
            return try make()
        }
        defer { lock.release() }
        let file = "\(path)/\(keyID)-\(teamID)"
        if let token = read(file), serves(token) { return token }
        let token = try make()
        do throws(FileError) {
            try write(token, to: file)
        } catch {
            Self.note(error.reasonOfNewFile)
        }
        return token
    }

    private func read(_ file: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Self.limit)
        var span = bytes.mutableSpan
        guard let count = try? files.read(file, into: &span) else { return nil }
        return String(validating: bytes[..<count], as: UTF8.self)
    }

    private func write(_ token: String, to file: String) throws(FileError) {
        // Its own, as the lock may not have been had; one of that name is of a process that was
        // killed.
        let partial = "\(file).\(getpid()).partial"
        try? files.unlink(partial)
        do throws(FileError) {
            try files.create(partial, contents: Array(token.utf8).span)
            try files.sync(file: partial)
            try files.rename(partial, to: file)
        } catch {
            try? files.unlink(partial)
            throw error
        }
    }

    /// Whether waiting helps against this error of `flock`, and not where there are no locks.
    static func mayEnd(_ code: Int32) -> Bool { code == EWOULDBLOCK || code == EINTR }

    private static func note(_ reason: String) {
        Console.note(
            "provider tokens are not kept for later runs, of which APNs takes one every 20 minutes:"
                + " \(reason)"
        )
    }

    /// The folder, in which one process at a time looks for a token.
    private struct Lock {
        private let descriptor: Int32

        /// Makes the folder if need be.
        init(_ path: String, _ files: POSIXFileSystem) throws(FileError) {
            try Self.make(path, files)
            descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(code: errno) }
            do throws(FileError) {
                try check()
                // Without it two processes may make one each, at worst.
                let end = ContinuousClock.now + TokenFolder.patience
                while flock(descriptor, LOCK_EX | LOCK_NB) != 0, TokenFolder.mayEnd(errno),
                    ContinuousClock.now < end
                {
                    usleep(5_000)
                }
            } catch {
                close(descriptor)
                throw error
            }
        }

        func release() { close(descriptor) }

        /// Refuses a folder in which another user may write.
        private func check() throws(FileError) {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0 else { throw FileError(code: errno) }
            guard status.st_uid == geteuid() else { throw .refused(.foreignOwner) }
            guard status.st_mode & 0o022 == 0 else { throw .refused(.unsafePermissions) }
        }

        /// Makes a folder and those that it is in.
        private static func make(_ path: String, _ files: POSIXFileSystem) throws(FileError) {
            do throws(FileError) {
                try files.makeFolder(path)
            } catch .exists {
                return
            } catch .absent {
                guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                    throw .absent
                }
                try make(String(path[..<slash]), files)
                do throws(FileError) {
                    try files.makeFolder(path)
                } catch .exists {
                    // Another process made it at the same time.
                }
            }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import SealedPushStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A process whose disk is full or whose limits are low for a while: it tries, waits, and tries
/// again when that is over.
///
/// It tells what failed at first, then `tried`, waits for a line, tries again, tells the same and
/// waits once more.
struct PassingProbe {
    private let operation: StoreOperation
    private let root: String
    private let mode: Mode

    private enum Mode: String {
        /// The process may write no file.
        case limited
        /// The disk that it works on is full.
        case full
        /// Another process judges it and ends it.
        case plain
        /// The same, and it is told when to begin.
        case called
    }

    init(_ operation: StoreOperation, in root: String, as mode: String) throws {
        guard let mode = Mode(rawValue: mode) else { throw ProbeError.usage }
        self.operation = operation
        self.root = root
        self.mode = mode
    }

    func run() async throws -> [any Error] {
        let bench = try Bench(in: root, on: POSIXFileSystem())
        try begin()
        await attempt(bench)
        end()
        await attempt(bench)
        return []
    }

    private func attempt(_ bench: Bench) async {
        for error in await operation.run(bench) { ProbeLine.tell("\(error)") }
        ProbeLine.tell("tried")
        ProbeLine.wait()
    }

    private var ballast: String { root + "/ballast" }

    private func begin() throws {
        switch mode {
        case .limited: limit(to: 0)
        case .full: fill()
        case .plain: break
        case .called:
            ProbeLine.tell("ready")
            ProbeLine.wait()
        }
    }

    private func end() {
        switch mode {
        case .limited: limit(to: rlim_t.max)
        case .full: _ = unsafe unlink(ballast)
        case .plain, .called: break
        }
    }

    /// Sets how large files of this process may be; a write beyond is an error then, not a signal.
    private func limit(to size: rlim_t) {
        _ = signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        _ = unsafe getrlimit(resource, &limit)
        limit.rlim_cur = min(size, limit.rlim_max)
        _ = unsafe setrlimit(resource, &limit)
    }

    /// Writes until the disk takes nothing more.
    private func fill() {
        let file = unsafe open(ballast, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(file) }
        for size in [4096, 1] {
            let block = [UInt8](repeating: 1, count: size)
            while unsafe write(file, block, size) > 0 {}
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// What a server that runs until it is told otherwise waits for: SIGTERM, SIGINT, or a failure.
struct Ending: Sendable {
    private let events: AsyncStream<CommandError?>
    private let continuation: AsyncStream<CommandError?>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Prints a line, and ends it where nobody takes that.
    func print(_ line: [UInt8]) {
        do throws(CommandError) {
            try Console.result(json: line)
        } catch {
            continuation.yield(error)
        }
    }

    /// Waits for the first of them, after `begin`; the same signal once more ends the process.
    ///
    /// - Throws: The failure, or that of `begin`.
    func wait(_ begin: () throws(CommandError) -> Void) async throws(CommandError) {
        let signals = [SIGTERM, SIGINT]
        let sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { [continuation] in continuation.yield(nil) }
            source.activate()
            return source
        }
        defer {
            for source in sources { source.cancel() }
            for number in signals { signal(number, SIG_DFL) }
        }
        try begin()
        for await event in events {
            guard let event else { return }
            throw event
        }
    }
}

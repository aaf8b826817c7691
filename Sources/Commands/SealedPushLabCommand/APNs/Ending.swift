// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell

/// What a server that runs until it is told otherwise waits for: SIGTERM, SIGINT, or a failure.
struct Ending: Sendable {
    private let events: AsyncStream<CommandError?>
    private let continuation: AsyncStream<CommandError?>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Prints a line, and ends the server if the output is closed.
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
        let signals = EndSignals { [continuation] in continuation.yield(nil) }
        defer { signals.release() }
        try begin()
        for await event in events {
            guard let event else { return }
            throw event
        }
    }
}

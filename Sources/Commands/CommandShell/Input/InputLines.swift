// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Reads the lines of a file or of standard input one at a time, as soon as each is there.
///
/// Memory holds at most one line and the 64 KiB that were read last. The rest of a line that is too
/// long is passed over.
package final class InputLines: Sendable {
    private let state: Mutex<State>
    private let what: String
    private let limit: Int
    private let skipsBlankLines: Bool

    private struct State: ~Copyable {
        let file: OpenFile
        var bytes: [UInt8] = []
        var number = 0
        /// How many bytes of the present line were passed over, as it is too long; nil if none.
        var skipped: Int?
        var isAtEnd = false
        var isCut = false
    }

    private let isStopped = Atomic(false)

    /// Reads lines of at most `limit` bytes; errors say `what` they are of.
    ///
    /// Blank lines are passed over, unless one is an answer as well.
    package init(
        _ file: InputFile,
        _ what: String,
        upTo limit: Int,
        skippingBlankLines skipsBlankLines: Bool = true
    ) throws(CommandError) {
        state = Mutex(State(file: try file.open(what)))
        (self.what, self.limit, self.skipsBlankLines) = (what, limit, skipsBlankLines)
    }

    /// Ends the lines: ``next()`` returns nil from now on, also a call that is waiting.
    package func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    /// Whether ``stop()`` ended the lines before they were all read.
    package var isCut: Bool { state.withLock { $0.isCut } }

    /// More bytes than a line of any use has, which something writes that does not end.
    private static let skipLimit = 1 << 24

    /// The next line, with its number from 1; nil at the end.
    ///
    /// Of a line that is too long the bytes are nil.
    ///
    /// It waits beside the tasks of the program, however long that takes.
    package func next() async throws(CommandError) -> (number: Int, bytes: [UInt8]?)? {
        let result = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let result = Result { () throws(CommandError) in try self.read() }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }

    private func read() throws(CommandError) -> (number: Int, bytes: [UInt8]?)? {
        try state.withLock { state throws(CommandError) in
            while !isStopped.load(ordering: .relaxed) {
                let end = state.bytes.firstIndex(of: UInt8(ascii: "\n"))
                if let end = end ?? (state.isAtEnd ? state.bytes.endIndex : nil) {
                    guard end > 0 || !state.isAtEnd || !state.bytes.isEmpty else { return nil }
                    let line = end > limit ? nil : Array(state.bytes[..<end])
                    state.bytes.removeFirst(min(end + 1, state.bytes.count))
                    // Its beginning was told.
                    if state.skipped != nil {
                        state.skipped = nil
                        continue
                    }
                    state.number += 1
                    guard let line else { return (state.number, nil) }
                    let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
                    if skipsBlankLines, isBlank { continue }
                    return (state.number, line)
                }
                if let skipped = state.skipped {
                    state.skipped = skipped + state.bytes.count
                    state.bytes = []
                    guard skipped <= Self.skipLimit else {
                        throw .usage("line \(state.number) of the \(what) does not end")
                    }
                } else if state.bytes.count > limit {
                    state.skipped = state.bytes.count
                    state.bytes = []
                    state.number += 1
                    return (state.number, nil)
                }
                guard let piece = try state.file.readSome(what, within: .milliseconds(200)) else {
                    continue
                }
                if piece.isEmpty { state.isAtEnd = true }
                state.bytes += piece
            }
            state.isCut = true
            return nil
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// One block of guarded memory that serves the secrets of message after message.
///
/// Making guarded memory costs more than sealing a short message, so a worker keeps one arena and
/// lends pieces of it, last lent first returned. Each piece is wiped when its call ends.
///
///     var arena = SecretArena()
///     arena.withScratch(32) { arena, key in
///         Randomness.fill(&key)
///     }
@safe
package struct SecretArena: ~Copyable, @unchecked Sendable /* used only through `mutating` */ {
    private let storage: UnsafeMutableBufferPointer<UInt8>
    private var used = 0

    /// Bytes that the secrets of one message need at the most, with room to spare.
    package static let messageCapacity = 24 * 1024

    /// Makes an arena of `capacity` bytes.
    package init(capacity: Int = SecretArena.messageCapacity) {
        precondition(capacity > 0, "an arena has a size")
        Sodium.start()
        guard let memory = unsafe sodium_malloc(capacity) else {
            preconditionFailure("out of guarded memory")
        }
        unsafe storage = UnsafeMutableBufferPointer(
            start: memory.assumingMemoryBound(to: UInt8.self),
            count: capacity
        )
    }

    deinit {
        unsafe sodium_free(storage.baseAddress)  // wipes, then frees
    }

    /// Lends `count` zero bytes to `body`, which may borrow further from the arena it is given.
    ///
    /// Asking for more than is left is a caller's bug and stops the program.
    package mutating func withScratch<Result: ~Copyable, Failure: Error>(
        _ count: Int,
        _ body: (inout SecretArena, inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = used
        let room = unsafe storage.count - start
        precondition(count >= 0 && count <= room, "the arena is too small for this message")
        used = start + count
        // Pieces never overlap: `used` grows before the piece is lent and shrinks after it is back.
        let piece = unsafe UnsafeMutableBufferPointer(rebasing: storage[start..<start + count])
        unsafe sodium_memzero(piece.baseAddress, count)
        defer {
            unsafe sodium_memzero(piece.baseAddress, count)
            used = start
        }
        var span = unsafe MutableSpan(_unsafeElements: piece)
        return try body(&self, &span)
    }
}

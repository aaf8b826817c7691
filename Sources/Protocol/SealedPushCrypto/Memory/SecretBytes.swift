// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Bytes that must not leak, in guarded memory that is wiped when the owner goes.
///
/// The memory is locked, surrounded by guard pages, and costs about 10 to 30 microseconds to make:
/// right for a key that outlives a call. The secrets of one message belong into a `SecretArena`.
///
/// A value can't be copied, and so can't be printed. Threads may read it at once; only the owner
/// writes.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable /* written only through `mutating` */ {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// The number of bytes.
    public var count: Int { unsafe storage.count }

    /// Makes `count` zero bytes.
    public init(count: Int) {
        precondition(count >= 0, "a secret has no negative size")
        Sodium.start()
        guard let memory = unsafe sodium_malloc(max(count, 1)) else {
            preconditionFailure("out of guarded memory")
        }
        unsafe sodium_memzero(memory, count)
        unsafe storage = UnsafeMutableBufferPointer(
            start: memory.assumingMemoryBound(to: UInt8.self),
            count: count
        )
    }

    /// Makes a secret of `bytes`; the caller wipes its own copy.
    public init(copying bytes: Span<UInt8>) {
        self.init(count: bytes.count)
        withMutableBytes { target in target.copy(from: bytes) }
    }

    /// Makes `count` random bytes.
    public init(randomCount count: Int) {
        self.init(count: count)
        withMutableBytes { target in Randomness.fill(&target) }
    }

    /// Makes a copy that lives on its own.
    public init(copying other: borrowing SecretBytes) {
        self.init(count: other.count)
        other.withBytes { source in
            withMutableBytes { target in target.copy(from: source) }
        }
    }

    deinit {
        unsafe sodium_free(storage.baseAddress)  // wipes, then frees
    }

    /// Lends the bytes to `body`; the span cannot outlive the call.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(storage)))
    }

    /// Lends the bytes to `body` for writing; the span cannot outlive the call.
    public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = unsafe MutableSpan(_unsafeElements: storage)
        return try body(&span)
    }

    /// Lends the first `count` bytes to `body` for writing; the span cannot outlive the call.
    public mutating func withMutableBytes<Result: ~Copyable, Failure: Error>(
        first count: Int,
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var span = unsafe MutableSpan(
            _unsafeElements: UnsafeMutableBufferPointer(rebasing: storage[..<count])
        )
        return try body(&span)
    }

    /// Overwrites every byte with zero.
    public mutating func wipe() {
        unsafe sodium_memzero(storage.baseAddress, storage.count)
    }

    /// True if both hold the same bytes, compared in a time that depends on the length only.
    public func matches(_ other: borrowing SecretBytes) -> Bool {
        withBytes { mine in
            other.withBytes { theirs in ConstantTime.areEqual(mine, theirs) }
        }
    }
}

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

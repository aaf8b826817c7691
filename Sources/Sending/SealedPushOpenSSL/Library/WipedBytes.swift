// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Bytes in ordinary memory that are wiped when their owner goes: of a key, of a passphrase, or
/// what OpenSSL wrote.
@safe
struct WipedBytes: ~Copyable, @unchecked Sendable /* written only through `mutating` */ {
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// How many.
    var count: Int { unsafe bytes.count }

    /// Makes `count` zero bytes.
    init(count: Int) {
        guard let start = unsafe CRYPTO_zalloc(max(count, 1), "", 0) else {
            preconditionFailure("out of memory")
        }
        unsafe bytes = UnsafeMutableBufferPointer(
            start: start.assumingMemoryBound(to: UInt8.self),
            count: count
        )
    }

    /// Makes a copy of pieces that follow each other.
    init(joining first: Span<UInt8>, _ second: Span<UInt8>) {
        self.init(count: first.count + second.count)
        for index in first.indices { unsafe bytes[index] = first[index] }
        for index in second.indices { unsafe bytes[first.count + index] = second[index] }
    }

    /// Makes a copy.
    init(copying other: Span<UInt8>) {
        self.init(joining: other, Span())
    }

    /// Makes a copy that ends with a zero, as C wants texts.
    init(text: Span<UInt8>) {
        self.init(joining: text, ([0] as [UInt8]).span)
    }

    /// Takes what one of the `i2d` functions writes.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` if it writes nothing.
    init(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
    ) throws(OpenSSLError) {
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe write(&start)
        guard count > 0, let start = unsafe start else { throw Library.takeError() }
        unsafe bytes = UnsafeMutableBufferPointer(start: start, count: Int(count))
    }

    /// Takes over what OpenSSL has allocated.
    @unsafe
    init(taking start: UnsafeMutablePointer<UInt8>, count: Int) {
        unsafe bytes = UnsafeMutableBufferPointer(start: start, count: count)
    }

    deinit {
        unsafe CRYPTO_clear_free(bytes.baseAddress, bytes.count, "", 0)
    }

    /// Lends the bytes; the span cannot outlive the call.
    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(bytes)))
    }

    /// Lends the bytes for writing; the pointer cannot outlive the call.
    mutating func withMutableCBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe body(bytes)
    }

    /// Lends a text of ``init(text:)`` as C takes it.
    func withCText<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes.withMemoryRebound(to: CChar.self) { characters throws(Failure) in
            guard let start = characters.baseAddress else {
                preconditionFailure("a text has bytes")
            }
            return try unsafe body(start)
        }
    }

    /// A copy, for what is no secret.
    var copy: [UInt8] { unsafe Array(bytes) }
}

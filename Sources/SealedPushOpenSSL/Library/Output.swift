// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// Bytes that OpenSSL wrote, wiped when their owner goes.
@safe
struct Output: ~Copyable {
    private let bytes: UnsafeMutableBufferPointer<UInt8>

    /// Takes what one of the `i2d` functions writes.
    ///
    /// - Throws: ``OpenSSLError/unavailable(code:)`` where it writes nothing.
    init(
        _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>) -> Int32
    ) throws(OpenSSLError) {
        var start: UnsafeMutablePointer<UInt8>?
        let count = unsafe write(&start)
        guard count > 0, let start = unsafe start else { throw Library.takeError() }
        unsafe self.init(start, count: Int(count))
    }

    /// Takes over what OpenSSL has allocated.
    init(_ start: UnsafeMutablePointer<UInt8>?, count: Int) {
        unsafe bytes = UnsafeMutableBufferPointer(start: start, count: count)
    }

    deinit {
        unsafe CRYPTO_clear_free(bytes.baseAddress, bytes.count, "", 0)
    }

    /// Lends the bytes; the span cannot outlive the call.
    func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeElements: UnsafeBufferPointer(bytes)))
    }

    /// A copy, for what is no secret.
    var copy: [UInt8] { unsafe Array(bytes) }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension Span<UInt8> {
    /// Lends the bytes to a C function: a pointer that is never null, valid during the call, with its length beside it.
    func withCBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<UInt8>, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBufferPointer { bytes throws(Failure) in
            var none: UInt8 = 0
            guard let start = bytes.baseAddress else { return try unsafe body(&none, 0) }
            return try unsafe body(start, bytes.count)
        }
    }

    /// Lends the bytes as something that OpenSSL reads from.
    func withReader<Result: ~Copyable>(
        _ body: (OpaquePointer) throws(OpenSSLError) -> Result
    ) throws(OpenSSLError) -> Result {
        guard count <= FileLimit.bytes else { throw .tooLarge(limit: FileLimit.bytes) }
        return try unsafe withCBytes { bytes, count throws(OpenSSLError) in
            let reader = try unsafe Handle(stream: BIO_new_mem_buf(bytes, Int32(count)))
            return try unsafe reader.with(body)
        }
    }
}

/// How large a file of keys and certificates may be.
enum FileLimit {
    /// A megabyte: a hundred times what a chain of certificates has.
    static let bytes = 1 << 20
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import COpenSSL

extension Span<UInt8> {
    /// Lends the bytes to a C function: a pointer that is never null, valid during the call, with
    /// its length beside it.
    func withCBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<UInt8>, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeBufferPointer { bytes throws(Failure) in
            var none: UInt8 = 0
            guard let start = bytes.baseAddress else { return try unsafe body(&none, 0) }
            return try unsafe body(start, bytes.count)
        }
    }
}

/// How large a file of keys and certificates may be.
enum FileLimit {
    /// A megabyte: a hundred times what a chain of certificates has.
    static let bytes = 1 << 20
}

extension Span<UInt8> {
    /// The bytes as an array, for what is no secret.
    var copy: [UInt8] { indices.map { self[$0] } }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// What a C function is given: a pointer that is never null, valid during the call, with its length
// beside it.

extension Span<UInt8> {
    /// Lends the bytes to a C function.
    @unsafe
    @inline(__always)
    func withCBytes<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { bytes in
            var none: UInt8 = 0
            guard let start = bytes.baseAddress else { return unsafe body(&none, 0) }
            return unsafe body(start, bytes.count)
        }
    }
}

extension MutableSpan<UInt8> {
    /// Lends the bytes to a C function that writes them.
    @unsafe
    @inline(__always)
    mutating func withMutableCBytes<Result>(
        _ body: (UnsafeMutablePointer<UInt8>, Int) -> Result
    ) -> Result {
        unsafe withUnsafeMutableBufferPointer { bytes in
            var none: UInt8 = 0
            guard let start = bytes.baseAddress else { return unsafe body(&none, 0) }
            return unsafe body(start, bytes.count)
        }
    }
}

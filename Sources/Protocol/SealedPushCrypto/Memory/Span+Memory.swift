// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension MutableSpan<UInt8> {
    /// Copies `source` into this span from `offset` on; what does not fit is a caller's bug.
    package mutating func copy(from source: Span<UInt8>, at offset: Int = 0) {
        precondition(offset >= 0 && source.count <= count - offset, "the copy does not fit")
        unsafe withMutableCBytes { target, _ in
            unsafe source.withCBytes { source, count in
                unsafe (target + offset).update(from: source, count: count)
            }
        }
    }
}

extension [UInt8] {
    /// Copies the bytes of `span`.
    package init(copying span: Span<UInt8>) {
        self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension MutableSpan<UInt8> {
    /// Copies `source` into this span from `offset` on; what does not fit is a caller's bug.
    package mutating func copy(from source: [UInt8], at offset: Int = 0) {
        copy(from: source.span, at: offset)
    }

    /// Lends a part of this span for writing.
    package mutating func withMutableBytes<Failure: Error>(
        from offset: Int,
        count: Int,
        _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        precondition(offset >= 0 && count >= 0 && count <= self.count - offset, "no such part")
        try unsafe withUnsafeMutableBufferPointer { bytes throws(Failure) in
            var part = unsafe MutableSpan(
                _unsafeElements: UnsafeMutableBufferPointer(
                    rebasing: bytes[offset..<offset + count]
                )
            )
            try body(&part)
        }
    }
}

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

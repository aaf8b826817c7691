// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Every integer on the wire is unsigned and big-endian. Inlinable, as a generic function of another
// module is not compiled for the type of its number otherwise.

extension [UInt8] {
    /// Adds `number`, its most significant byte first.
    @inlinable
    package mutating func append<Number: FixedWidthInteger & UnsignedInteger>(
        bigEndian number: Number
    ) {
        var shift = Number.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }

    /// Adds the bytes of `span`.
    package mutating func append(copying span: Span<UInt8>) {
        span.withUnsafeBufferPointerToAppend(to: &self)
    }
}

extension Span<UInt8> {
    /// The number whose first byte stands at `offset`; the caller has checked that it is inside.
    @inlinable
    package func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(
        _ type: Number.Type,
        at offset: Int
    ) -> Number {
        var number: Number = 0
        for index in 0..<Number.bitWidth / 8 {
            number = number << 8 | Number(self[offset + index])
        }
        return number
    }

    fileprivate func withUnsafeBufferPointerToAppend(to array: inout [UInt8]) {
        unsafe withUnsafeBufferPointer { bytes in unsafe array.append(contentsOf: bytes) }
    }
}

extension MutableSpan<UInt8> {
    /// Writes `number` at `offset`, its most significant byte first.
    @inlinable
    package mutating func write<Number: FixedWidthInteger & UnsignedInteger>(
        bigEndian number: Number,
        at offset: Int
    ) {
        let count = Number.bitWidth / 8
        for index in 0..<count {
            self[offset + index] = UInt8(
                truncatingIfNeeded: number >> Number(8 * (count - 1 - index))
            )
        }
    }
}

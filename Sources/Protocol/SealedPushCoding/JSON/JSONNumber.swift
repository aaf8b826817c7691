// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the text of a checked JSON number stands for.
enum JSONNumber {
    /// The integer of 64 bits that the number is, in whatever notation (M-21): `3`, `3.0`, `30e-1`.
    ///
    /// It goes by the digits alone, so no number is rounded to an integer.
    static func integer(_ text: ArraySlice<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let parts = text.dropFirst(isNegative ? 1 : 0)
            .split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = parts.first ?? []
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        let fraction = mantissa[point...].dropFirst()
        let digits = mantissa[..<point] + fraction
        guard let first = digits.firstIndex(where: { $0 != UInt8(ascii: "0") }),
            let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") })
        else { return 0 }
        // As many zeros stand behind the last other digit; of more than 19 digits none is in range.
        let exponent = parts.dropFirst().first.map(Self.exponent) ?? 0
        let zeros = exponent - fraction.count + (digits.endIndex - 1 - last)
        guard 0...18 ~= zeros, last - first + 1 + zeros <= 19 else { return nil }
        let significant = digits[first...last] + repeatElement(UInt8(ascii: "0"), count: zeros)
        var value: Int64 = 0
        for digit in significant {
            // Downwards, since there is one more number below zero.
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isBelow) = product.subtractingReportingOverflow(
                Int64(digit &- UInt8(ascii: "0"))
            )
            guard !isTooLarge, !isBelow else { return nil }
            value = sum
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }

    /// The exponent of a number, or one that is as hopeless if it is far from 0.
    private static func exponent(_ text: ArraySlice<UInt8>) -> Int {
        let isNegative = text.first == UInt8(ascii: "-")
        var value = 0
        for digit in text where 0x30...0x39 ~= digit {
            value = min(value * 10 + Int(digit &- UInt8(ascii: "0")), 1 << 28)
        }
        return isNegative ? -value : value
    }
}

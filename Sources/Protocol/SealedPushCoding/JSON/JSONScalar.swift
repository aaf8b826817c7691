// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the bytes between the quotation marks of a checked JSON string stand for.
enum JSONString {
    /// The UTF-8 of the string whose escapes are still in `bytes`.
    static func unescape(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let name = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch name {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"): appendScalar(of: &rest, to: &result)
            default: result.append(name)
            }
        }
        return result
    }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
        default: nil
        }
    }

    /// Takes four hex digits, and the second half of the pair if they are the first half of one.
    private static func appendScalar(of rest: inout ArraySlice<UInt8>, to result: inout [UInt8]) {
        var value = unit(of: &rest)
        if 0xD800..<0xDC00 ~= value {
            rest = rest.dropFirst(2)
            value = 0x1_0000 &+ (value & 0x3FF) << 10 &+ unit(of: &rest) & 0x3FF
        }
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    private static func unit(of rest: inout ArraySlice<UInt8>) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 { unit = unit << 4 | (rest.popFirst().flatMap(hexDigit) ?? 0) }
        return unit
    }
}

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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a whole number is written.
public struct OSLogIntegerFormatting: Sendable, Hashable {
    /// With the digits 0 to 9.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 10) }
    /// With the digits 0 to f.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// With the digits 0 to 7.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    private let radix: Int
    private var hasPrefix = false
    private var isUppercase = false

    private init(radix: Int) {
        self.radix = radix
    }

    /// With the digits 0 to f, `0x` in front or not, in upper case or not.
    public static func hex(
        includePrefix: Bool = false,
        uppercase: Bool = false
    ) -> OSLogIntegerFormatting {
        var format = hex
        format.hasPrefix = includePrefix
        format.isUppercase = uppercase
        return format
    }

    func text(of number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        return (number < 0 ? "-" : "") + (hasPrefix ? "0x" : "") + digits
    }
}

/// How a number that is not whole is written.
public struct OSLogFloatFormatting: Sendable, Hashable {
    /// With 6 digits behind the point.
    public static var fixed: OSLogFloatFormatting { fixed(precision: 6) }
    /// With 6 digits behind the point, and a power of ten.
    public static var exponential: OSLogFloatFormatting {
        OSLogFloatFormatting(precision: 6, conversion: "e")
    }
    /// In the shorter of the two ways.
    public static var hybrid: OSLogFloatFormatting {
        OSLogFloatFormatting(precision: 6, conversion: "g")
    }

    private let precision: Int
    private let conversion: String

    /// With so many digits behind the point.
    public static func fixed(precision: @autoclosure () -> Int) -> OSLogFloatFormatting {
        OSLogFloatFormatting(precision: max(0, precision()), conversion: "f")
    }

    func text(of number: Double) -> String {
        String(format: "%.\(precision)\(conversion)", number)
    }
}

/// How yes or no is written.
public enum OSLogBoolFormat: Sendable, Hashable {
    /// As `true` or `false`.
    case truth
    /// As `yes` or `no`.
    case answer

    func text(of value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "yes" : "no"
        }
    }
}

/// Where a value stands in its columns.
public struct OSLogStringAlignment: Sendable, Hashable {
    /// It takes what it needs.
    public static var none: OSLogStringAlignment {
        OSLogStringAlignment(columns: 0, isRight: false)
    }

    private let columns: Int
    private let isRight: Bool

    /// At the left of so many columns.
    public static func left(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isRight: false)
    }

    /// At the right of so many columns.
    public static func right(columns: @autoclosure () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns(), isRight: true)
    }

    func pad(_ text: String) -> String {
        let space = String(repeating: " ", count: max(0, columns - text.count))
        return isRight ? space + text : text + space
    }
}

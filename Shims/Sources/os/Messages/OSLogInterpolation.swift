// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The values of a message, each with a privacy of its own.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    /// Room for a message.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// The text between values, which is always shown.
    public mutating func appendLiteral(_ literal: String) {
        text += literal
    }

    /// A text, hidden unless it is public.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(argumentString()), isPlain: false)
    }

    /// A value that describes itself, hidden unless it is public.
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: @autoclosure () -> Value,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(value().description), isPlain: false)
    }

    /// A type's name, hidden unless it is public.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> any Any.Type,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(String(describing: value())), isPlain: false)
    }

    /// An error, hidden unless it is public.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> any Error,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(String(describing: error()), isPlain: false)
    }

    /// A whole number, shown unless it is private.
    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure () -> Number,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(number().description), isPlain: true)
    }

    /// A whole number in a format of its own, shown unless it is private.
    public mutating func appendInterpolation<Number: FixedWidthInteger>(
        _ number: @autoclosure () -> Number,
        format: OSLogIntegerFormatting,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(format.text(of: number())), isPlain: true)
    }

    /// A number, shown unless it is private.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Double,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(format.text(of: number())), isPlain: true)
    }

    /// A number, shown unless it is private.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Float,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(align.pad(format.text(of: Double(number()))), isPlain: true)
    }

    /// Yes or no, shown unless it is private.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        text += privacy.show(format.text(of: boolean()), isPlain: true)
    }
}

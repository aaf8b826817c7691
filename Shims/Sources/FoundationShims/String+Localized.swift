// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension String {
    /// Reads the text of a key from a bundle's table, or takes the key itself.
    ///
    /// There are no plurals. The bundle decides about the language, as for `NSLocalizedString`.
    ///
    /// - Parameters:
    ///   - keyAndValue: The key, as `"\(count) messages"`, whose key is `%lld messages`.
    ///   - table: The table; nil for `Localizable`.
    ///   - bundle: The bundle; nil for the main one, which is that of the test in its process.
    ///   - locale: The locale by which numbers are written.
    ///   - comment: A comment for translators.
    public init(
        localized keyAndValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        let format = (bundle ?? .main)
            .localizedString(forKey: keyAndValue.key, value: nil, table: table)
        self.init(keyAndValue, in: format, locale)
    }

    /// Reads the text of a key from a bundle's table, or takes a default.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - defaultValue: The text if the table has none.
    ///   - table: The table; nil for `Localizable`.
    ///   - bundle: The bundle; nil for the main one, which is that of the test in its process.
    ///   - locale: The locale by which numbers are written.
    ///   - comment: A comment for translators.
    public init(
        localized key: StaticString,
        defaultValue: LocalizationValue,
        table: String? = nil,
        bundle: Bundle? = nil,
        locale: Locale = .current,
        comment: StaticString? = nil
    ) {
        let format = (bundle ?? .main)
            .localizedString(forKey: "\(key)", value: defaultValue.key, table: table)
        self.init(defaultValue, in: format, locale)
    }

    private init(_ value: LocalizationValue, in format: String, _ locale: Locale) {
        self =
            if value.arguments.isEmpty {
                format
            } else {
                String(format: format, locale: locale, arguments: value.arguments.map { $0() })
            }
    }
}

extension String {
    /// A key of a table, and the values that belong into its text.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Sendable {
        fileprivate let key: String
        /// Closures, as only some of the values can be sent themselves.
        fileprivate let arguments: [@Sendable () -> any CVarArg]

        /// Takes a key without values.
        public init(_ value: String) {
            key = value
            arguments = []
        }

        /// Takes a key without values.
        public init(stringLiteral value: String) {
            self.init(value)
        }

        /// Takes a key with values.
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            arguments = stringInterpolation.arguments
        }

        /// The parts of an interpolated string.
        public struct StringInterpolation: StringInterpolationProtocol {
            fileprivate var key = ""
            fileprivate var arguments: [@Sendable () -> any CVarArg] = []

            /// Starts without parts.
            public init(literalCapacity: Int, interpolationCount: Int) {}

            /// Adds a part of the key.
            public mutating func appendLiteral(_ literal: String) {
                key += literal.replacingOccurrences(of: "%", with: "%%")
            }

            /// Adds a text, `%@` in the key.
            public mutating func appendInterpolation(_ text: some StringProtocol) {
                key += "%@"
                let text = String(text)
                arguments.append { NSString(string: text) }
            }

            /// Adds a whole number, `%lld` in the key if it is an `Int`.
            public mutating func appendInterpolation<Number: FixedWidthInteger>(_ number: Number) {
                let isLong = Number.bitWidth > 32
                key += "%" + (isLong ? "ll" : "") + (Number.isSigned ? "d" : "u")
                let number = Int64(truncatingIfNeeded: number)
                if isLong {
                    arguments.append { number }
                } else {
                    arguments.append { Int32(truncatingIfNeeded: number) }
                }
            }

            /// Adds a number, `%lf` in the key.
            public mutating func appendInterpolation(_ number: Double) {
                key += "%lf"
                arguments.append { number }
            }

            /// Adds a value, `specifier` in the key.
            public mutating func appendInterpolation(
                _ value: some CVarArg & Sendable,
                specifier: String
            ) {
                key += specifier
                arguments.append { value }
            }
        }
    }
}

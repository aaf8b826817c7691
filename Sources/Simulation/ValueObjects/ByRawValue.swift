// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Lets an enumeration or an option set be part of a value: those that mirror Apple's aren't
/// `Codable` themselves.
@propertyWrapper
package struct ByRawValue<Value: RawRepresentable & Sendable>: Hashable, Codable, Sendable
where Value.RawValue: Hashable & Codable & Sendable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(rawValue: try container.decode(Value.RawValue.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "no \(Value.self) has this raw value"
            )
        }
        wrappedValue = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.rawValue)
    }

    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.wrappedValue.rawValue == rhs.wrappedValue.rawValue
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue.rawValue)
    }
}

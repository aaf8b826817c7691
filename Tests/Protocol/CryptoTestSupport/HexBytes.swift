// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import TestSupport

extension [UInt8] {
    /// The bytes that `digits` write in hexadecimal; other characters are the test author's bug.
    package init(hex digits: String) {
        guard let bytes = HexBytes.decode(digits) else { preconditionFailure("not hexadecimal") }
        self = bytes
    }
}

/// Bytes that a vector file writes in hexadecimal.
package struct HexBytes: Decodable, Sendable {
    package let bytes: [UInt8]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = Self.decode(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "not hexadecimal"
            )
        }
        self.bytes = bytes
    }

    fileprivate static func decode(_ digits: String) -> [UInt8]? {
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: values.count, by: 2).map {
            UInt8(values[$0] << 4 | values[$0 + 1])
        }
    }
}

extension SeededGenerator {
    /// The next `count` bytes of the sequence.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }
}

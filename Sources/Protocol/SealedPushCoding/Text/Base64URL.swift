// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Base64url of RFC 4648, section 5: unpadded, and with one text for each byte string (M-18).
package enum Base64URL {
    private static let alphabet =
        [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The six bits that each byte stands for as a character, or `foreign`.
    private static let values: [UInt32] = {
        var values = [UInt32](repeating: foreign, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt32(value) }
        return values
    }()

    /// What a byte outside the alphabet is worth: wherever it stands in a group of four, it sets a
    /// bit above the 24 that the group holds.
    private static let foreign: UInt32 = ~0b11_1111

    /// The text of `bytes`.
    package static func encode(_ bytes: Span<UInt8>) -> String {
        var text: [UInt8] = []
        encode(bytes, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of `bytes`, as ASCII, to `output`.
    package static func encode(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
        let alphabet = alphabet.span
        output.append(addingCapacity: encodedCount(of: bytes.count)) { text in
            var position = 0
            while bytes.count &- position >= 3 {
                let group =
                    Int(bytes[position]) << 16 | Int(bytes[position &+ 1]) << 8
                    | Int(bytes[position &+ 2])
                text.append(alphabet[group >> 18])
                text.append(alphabet[group >> 12 & 0b11_1111])
                text.append(alphabet[group >> 6 & 0b11_1111])
                text.append(alphabet[group & 0b11_1111])
                position &+= 3
            }
            switch bytes.count &- position {
            case 1:
                text.append(alphabet[Int(bytes[position]) >> 2])
                text.append(alphabet[Int(bytes[position]) << 4 & 0b11_1111])
            case 2:
                let group = Int(bytes[position]) << 8 | Int(bytes[position &+ 1])
                text.append(alphabet[group >> 10])
                text.append(alphabet[group >> 4 & 0b11_1111])
                text.append(alphabet[group << 2 & 0b11_1111])
            default:
                break
            }
        }
    }

    /// How many characters the text of `count` bytes has.
    package static func encodedCount(of count: Int) -> Int {
        (count * 4 + 2) / 3
    }

    /// The bytes whose text is `text`.
    ///
    /// - Throws: `Base64URLError` for padding, white space and every other foreign character, for a
    ///   length that no byte string has, and for bits behind the last byte that are not zero.
    package static func decode(_ text: Span<UInt8>) throws(Base64URLError) -> [UInt8] {
        guard text.count % 4 != 1 else { throw .impossibleLength(text.count) }
        let values = values.span
        var seen: UInt32 = 0
        var trailingBits: UInt32 = 0
        let bytes = [UInt8](capacity: text.count / 4 * 3 + 2) { bytes in
            var position = 0
            while text.count &- position >= 4 {
                let group =
                    values[Int(text[position])] << 18 | values[Int(text[position &+ 1])] << 12
                    | values[Int(text[position &+ 2])] << 6 | values[Int(text[position &+ 3])]
                seen |= group
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                position &+= 4
            }
            guard position < text.count else { return }
            var group =
                values[Int(text[position])] << 18 | values[Int(text[position &+ 1])] << 12
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            if text.count &- position == 3 {
                group |= values[Int(text[position &+ 2])] << 6
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                trailingBits = group & 0xFF
            } else {
                trailingBits = group & 0xFFFF
            }
            seen |= group
        }
        guard seen >> 24 == 0 else { throw .foreignCharacter }
        guard trailingBits == 0 else { throw .trailingBits }
        return bytes
    }
}

/// Why a text is not the base64url of any bytes.
package enum Base64URLError: Error, Hashable {
    /// No byte string has a text of this many characters (1 modulo 4).
    case impossibleLength(Int)
    /// A character outside `A-Z a-z 0-9 - _`, such as padding or white space.
    case foreignCharacter
    /// The bits behind the last byte are not zero, so this is a second text for the same bytes.
    case trailingBits
}

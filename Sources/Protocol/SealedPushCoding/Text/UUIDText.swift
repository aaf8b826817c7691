// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// UUIDs as text: 32 hexadecimal digits and four hyphens (RFC 9562, section 4).
package enum UUIDText {
    /// How many characters the text has.
    private static let count = 36

    private static func isHyphen(at index: Int) -> Bool {
        index == 8 || index == 13 || index == 18 || index == 23
    }

    /// The text in lower case of 16 bytes; any other number of them is a caller's bug.
    package static func encode(_ bytes: Span<UInt8>) -> String {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var digits = Hex.encode(bytes).utf8.makeIterator()
        var text: [UInt8] = []
        text.reserveCapacity(count)
        for index in 0..<count {
            text.append(isHyphen(at: index) ? UInt8(ascii: "-") : digits.next() ?? 0)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same UUID in lower case; nil if the text is none, in either case.
    package static func normalized(_ text: String) -> String? {
        guard text.utf8.count == count else { return nil }
        var isLowerCase = true
        for (index, character) in text.utf8.enumerated() {
            switch character {
            case UInt8(ascii: "-"): guard isHyphen(at: index) else { return nil }
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                guard !isHyphen(at: index) else { return nil }
            case UInt8(ascii: "A")...UInt8(ascii: "F"):
                guard !isHyphen(at: index) else { return nil }
                isLowerCase = false
            default: return nil
            }
        }
        return isLowerCase ? text : text.lowercased()
    }

    /// Makes random bytes those of a random UUID (section 5.4).
    package static func version4(of bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count == 16, "a UUID has 16 bytes")
        var bytes = bytes
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }
}

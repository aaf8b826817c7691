// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    /// Reads a string from its opening to its closing quotation mark (RFC 8259, section 7).
    mutating func string() throws(JSONError) {
        let start = position
        position &+= 1
        var kind = JSONNode.Kind.string
        while true {
            position = endOfPlainCharacters(from: position)
            switch try currentByte() {
            case UInt8(ascii: "\""):
                position &+= 1
                append(kind, from: start)
                return
            case UInt8(ascii: "\\"):
                kind = .escapedString
                try escape()
            case 0..<0x20:
                throw .controlCharacter(at: position)
            default:
                try multibyteCharacter()
            }
        }
    }

    private func endOfPlainCharacters(from start: Int) -> Int {
        var end = start
        // Eight bytes at a time. The load checks its bounds; it is marked unsafe for the sake of
        // types that some bit patterns are not values of, and UInt64 is none of these.
        let raw = unsafe bytes.span.bytes
        while raw.byteCount &- end >= 8 {
            let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self)
            guard Self.isPlain(word) else { break }
            end &+= 8
        }
        while end < bytes.count {
            let byte = bytes[end]
            guard
                byte &- 0x20 < 0x60, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\")
            else { break }
            end &+= 1
        }
        return end
    }

    /// Whether all eight bytes are ASCII, and none a control character, `"` or a backslash.
    ///
    /// A byte below n borrows in `word - n` at its place, which sets its top bit; a borrow may
    /// spread to higher bytes and make the answer false for a plain one, never true for another.
    private static func isPlain(_ word: UInt64) -> Bool {
        let every: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (every &* UInt64(UInt8(ascii: "\"")))
        let backslash = word ^ (every &* UInt64(UInt8(ascii: "\\")))
        let special =
            word | (word &- (every &* 0x20)) | (quote &- every) | (backslash &- every)
        return special & (every &* 0x80) == 0
    }

    private mutating func escape() throws(JSONError) {
        let start = position
        position &+= 1
        switch try currentByte() {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position &+= 1
        case UInt8(ascii: "u"):
            try unicodeEscape(from: start)
        default:
            throw .invalidEscape(at: start)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONError) {
        switch try hexDigits(from: start) {
        case 0xD800..<0xDC00:
            guard position < bytes.count else { throw .unexpectedEnd(at: position) }
            let second = position
            guard bytes[second] == UInt8(ascii: "\\") else { return try loneSurrogate(at: start) }
            position &+= 1
            guard
                try currentByte() == UInt8(ascii: "u"),
                case 0xDC00..<0xE000 = try hexDigits(from: second)
            else { return try loneSurrogate(at: start) }
        case 0xDC00..<0xE000:
            try loneSurrogate(at: start)
        default:
            break
        }
    }

    /// Reads `u` and four hex digits, of the escape whose backslash is at `start`.
    private mutating func hexDigits(from start: Int) throws(JSONError) -> UInt32 {
        position &+= 1
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = JSONString.hexDigit(try currentByte()) else {
                throw .invalidEscape(at: start)
            }
            unit = unit << 4 | digit
            position &+= 1
        }
        return unit
    }

    /// Reads one character of two to four bytes, by the table of RFC 3629, section 4.
    private mutating func multibyteCharacter() throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[position] {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw .invalidUTF8(at: position)
        }
        guard bytes.count &- position >= length, second.contains(bytes[position &+ 1]) else {
            throw .invalidUTF8(at: position)
        }
        for offset in 2..<max(length, 2) where bytes[position &+ offset] & 0xC0 != 0x80 {
            throw .invalidUTF8(at: position)
        }
        position &+= length
    }
}

extension JSONReader {
    /// Reads `-? (0 | [1-9] [0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?` (RFC 8259, section 6).
    mutating func number() throws(JSONError) {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        append(.number, from: start)
    }

    private mutating func digits() throws(JSONError) {
        guard try isDigit(currentByte()) else { throw .unexpectedByte(at: position) }
        while position < bytes.count, isDigit(bytes[position]) { position &+= 1 }
    }

    private func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position &+= 1
        return true
    }
}

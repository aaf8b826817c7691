// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The version of a card, which says what its folds and backslashes mean.
enum CardVersion: String {
    case v21 = "2.1"
    /// RFC 2426.
    case v3 = "3.0"
    /// RFC 6350.
    case v4 = "4.0"
}

/// `[group.]NAME[;parameters]:value`.
struct CardProperty {
    /// How bytes are written as characters.
    enum Encoding {
        case none
        case quotedPrintable
        case base64
    }

    /// In upper case: names are the same in either.
    let name: String
    let encoding: Encoding
    /// The place among properties of one name (RFC 6350, section 5.3): from 1, and last without.
    let preference: Int
    /// The letters and digits, in lower case; nil if none is named.
    private let charset: String?
    /// As it stands in the file, with its folds: a line feed and the white space behind it.
    private let value: ArraySlice<UInt8>

    /// The bytes of the value, its folds included.
    var count: Int { value.count }

    /// Reads a line, in which folds are still there.
    init?(reading line: [UInt8]) {
        var head: [UInt8] = []
        // A colon ends the parameters, unless it stands in quotes.
        var isQuoted = false
        var end = line.startIndex
        while end < line.endIndex, isQuoted || line[end] != UInt8(ascii: ":") {
            if line[end] == UInt8(ascii: "\n") {
                end += 2
                continue
            }
            if line[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
            head.append(line[end])
            end += 1
        }
        guard end < line.endIndex else { return nil }
        let names = head.prefix { Self.isInName($0) || $0 == UInt8(ascii: ".") }
        let parts = names.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty }),
            names.endIndex == head.endIndex || head[names.endIndex] == UInt8(ascii: ";")
        else { return nil }
        name = String(decoding: parts[parts.count - 1], as: UTF8.self).uppercased()
        value = line[(end + 1)...]
        (encoding, charset, preference) = Self.parameters(head[names.endIndex...])
    }

    /// The value without white space, in upper case: that of a word.
    var word: String {
        String(decoding: unfolded(.v4), as: UTF8.self).filter { !$0.isWhitespace }.uppercased()
    }

    /// The bytes that the value stands for; nil if they are not encoded as it says.
    func decoded(_ version: CardVersion) -> [UInt8]? {
        switch encoding {
        case .none: unfolded(version)
        case .quotedPrintable: Self.quotedPrintable(unfolded(version)).bytes
        case .base64: Self.base64(value)
        }
    }

    /// The parts of the value between separators that have no backslash, in UTF-8, with their
    /// backslashes.
    func parts(
        _ version: CardVersion,
        separator: UInt8?
    ) throws(ContactEntryError) -> [[UInt8]] {
        // What is encoded separates nothing.
        if encoding == .quotedPrintable, let separator {
            var parts: [[UInt8]] = []
            for part in Self.split(unfolded(version), at: separator, charset) {
                parts.append(try CardCharset.text(part, in: charset))
            }
            return parts
        }
        guard let bytes = decoded(version) else { throw .wrongValue }
        let text = try CardCharset.text(bytes, in: charset)
        return separator.map { CardText.split(text[...], at: $0) } ?? [text]
    }

    /// The bytes of quoted-printable between separators that are not encoded, have no backslash, and
    /// are characters by themselves: in some charsets they are bytes of others.
    private static func split(
        _ text: [UInt8],
        at separator: UInt8,
        _ charset: String?
    ) -> [[UInt8]] {
        let (bytes, isEncoded) = quotedPrintable(text)
        let isSingle = CardCharset.single(in: bytes, charset)
        var parts: [[UInt8]] = [[]]
        // A part begins in the set of characters that the one before it ends in.
        var opening: [UInt8] = []
        var isEscaped = false
        for (place, byte) in bytes.enumerated() {
            opening = CardCharset.opening(from: bytes[place...], charset) ?? opening
            let isPlain = isSingle[place] && !isEncoded[place]
            if isPlain, !isEscaped, byte == separator {
                parts.append(opening)
                continue
            }
            isEscaped = isPlain && !isEscaped && byte == UInt8(ascii: "\\")
            parts[parts.count - 1].append(byte)
        }
        return parts
    }

    /// A line of base64 goes on in the next lines without white space, in some files of 2.1.
    static func isBase64(_ line: [UInt8]) -> Bool {
        !line.isEmpty && line.allSatisfy { isInBase64($0) || $0 == UInt8(ascii: "=") }
    }

    /// Reads base64 in either alphabet, with or without padding and white space; nil for others.
    static func base64(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var characters: [UInt8] = []
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case UInt8(ascii: "="), UInt8(ascii: "\\"), 0x09, 0x0A, 0x0D, 0x20: continue
            case let byte where isInBase64(byte): characters.append(byte)
            default: return nil
            }
        }
        while !characters.count.isMultiple(of: 4) { characters.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(characters)).map(Array.init)
    }

    /// The value without its folds: 2.1 keeps the white space behind the line's end.
    private func unfolded(_ version: CardVersion) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(value.count)
        var rest = value
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\n") else {
                bytes.append(byte)
                continue
            }
            if version != .v21 { rest = rest.dropFirst() }
        }
        return bytes
    }

    /// What of the parameters says how the value is written: in 2.1 without a name, too.
    private static func parameters(
        _ text: ArraySlice<UInt8>
    ) -> (Encoding, charset: String?, preference: Int) {
        var (encoding, charset, preference) = (Encoding.none, nil as String?, Int.max)
        for parameter in CardText.parameters(text) {
            switch (parameter.name, parameter.value.uppercased()) {
            case ("ENCODING", "QUOTED-PRINTABLE"), ("", "QUOTED-PRINTABLE"):
                encoding = .quotedPrintable
            case ("ENCODING", "BASE64"), ("ENCODING", "B"), ("", "BASE64"): encoding = .base64
            case ("CHARSET", _):
                charset = parameter.value.lowercased().filter { $0.isLetter || $0.isNumber }
            case ("PREF", let place):
                preference = Int(place).flatMap { 1...100 ~= $0 ? $0 : nil } ?? .max
            case ("TYPE", "PREF"), ("", "PREF"): preference = 1
            default: continue
            }
        }
        return (encoding, charset, preference)
    }

    /// Bytes of quoted-printable (RFC 2045, section 6.7), and which of them are codes there; what is
    /// no code stands for itself.
    private static func quotedPrintable(_ text: [UInt8]) -> (bytes: [UInt8], isEncoded: [Bool]) {
        var (bytes, isEncoded): ([UInt8], [Bool]) = ([], [])
        var rest = text[...]
        while let byte = rest.popFirst() {
            let code = rest.prefix(2)
            if byte == UInt8(ascii: "="), code.count == 2, let high = digit(code[code.startIndex]),
                let low = digit(code[code.startIndex + 1])
            {
                bytes.append(high << 4 | low)
                isEncoded.append(true)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
                isEncoded.append(false)
            }
        }
        return (bytes, isEncoded)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func isInBase64(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The text of vCard 4.0 (RFC 6350): property lines, their escapes (section 3.4) and their folding
/// (section 3.2).
enum CardText {
    /// The most bytes of a written line, without its end.
    static let lineLimit = 75

    private static let backslash = UInt8(ascii: "\\")

    /// A property as lines of at most 75 bytes, cut between characters, each ended by CR LF.
    static func line(_ name: String, _ value: String) -> [UInt8] {
        var line: [UInt8] = []
        var count = 0
        for scalar in "\(name):\(value)".unicodeScalars {
            let bytes = UTF8.encode(scalar).map(Array.init) ?? []
            if count + bytes.count > lineLimit {
                line += [UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: " ")]
                count = 1
            }
            line += bytes
            count += bytes.count
        }
        return line + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// Puts a backslash before what would mean something else.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ",", ";": escaped.unicodeScalars += ["\\", scalar]
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// The texts of a value, between the commas that have no backslash.
    static func list(_ value: ArraySlice<UInt8>) throws(ContactEntryError) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value {
            if !isEscaped, byte == UInt8(ascii: ",") {
                parts.append([])
                continue
            }
            isEscaped = !isEscaped && byte == backslash
            parts[parts.count - 1].append(byte)
        }
        var texts: [String] = []
        for part in parts { texts.append(try text(part[...])) }
        return texts
    }

    /// The one text of a value.
    static func text(_ value: ArraySlice<UInt8>) throws(ContactEntryError) -> String {
        var bytes: [UInt8] = []
        var rest = value
        while let byte = rest.popFirst() {
            guard byte == backslash else {
                bytes.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): bytes.append(UInt8(ascii: "\n"))
            case let next? where [backslash, UInt8(ascii: ","), UInt8(ascii: ";")].contains(next):
                bytes.append(next)
            default: throw .wrongEscape
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}

/// `[group.]NAME[;parameters]:value`.
struct CardProperty {
    /// In upper case: names are the same in either.
    let name: String
    let value: ArraySlice<UInt8>

    /// Reads an unfolded line; what its parameters say counts for nothing here.
    init?(reading line: [UInt8]) {
        let head = line.prefix { Self.isInName($0) || $0 == UInt8(ascii: ".") }
        let parts = head.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        // A colon ends the parameters, unless it stands in quotes.
        var isQuoted = false
        var end = head.endIndex
        while end < line.endIndex, isQuoted || line[end] != UInt8(ascii: ":") {
            if line[end] == UInt8(ascii: "\"") { isQuoted.toggle() }
            end += 1
        }
        guard end < line.endIndex else { return nil }
        guard end == head.endIndex || line[head.endIndex] == UInt8(ascii: ";") else { return nil }
        name = String(decoding: parts[parts.count - 1], as: UTF8.self).uppercased()
        value = line[(end + 1)...]
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

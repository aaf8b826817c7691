// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The text of vCards: property lines and their folding as version 4.0 writes them (RFC 6350,
/// section 3.2), and the escapes of each version.
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

    /// The parts of a value between separators that have no backslash; backslashes stay.
    static func split(_ value: ArraySlice<UInt8>, at separator: UInt8) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value {
            if !isEscaped, byte == separator {
                parts.append([])
                continue
            }
            isEscaped = !isEscaped && byte == backslash
            parts[parts.count - 1].append(byte)
        }
        return parts
    }

    /// The text of UTF-8 in which backslashes stand: RFC 6350, section 3.4, and RFC 2426, section
    /// 5; in 2.1 they stand before separators alone.
    ///
    /// Google writes `\:` in 3.0, others `\'` and `\"`.
    static func unescaped(
        _ value: [UInt8],
        _ version: CardVersion
    ) throws(ContactEntryError) -> String {
        var bytes: [UInt8] = []
        var rest = value[...]
        while let byte = rest.popFirst() {
            guard byte == backslash else {
                bytes.append(byte)
                continue
            }
            switch rest.first {
            case backslash, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
                bytes += rest.prefix(1)
                rest = rest.dropFirst()
            case _ where version == .v21: bytes.append(byte)
            case UInt8(ascii: "n"), UInt8(ascii: "N"):
                bytes.append(UInt8(ascii: "\n"))
                rest = rest.dropFirst()
            case UInt8(ascii: "'"), UInt8(ascii: "\""): continue
            default: throw .wrongEscape
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The parameters behind a property's name, each behind a semicolon; the name is empty of one
    /// that has a value alone.
    static func parameters(_ text: ArraySlice<UInt8>) -> [(name: String, value: String)] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        for byte in text {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: ";") {
                parts.append([])
            } else if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") {
                parts[parts.count - 1].append(byte)
            }
        }
        return parts.map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            guard name.count < part.count else {
                return ("", String(decoding: part, as: UTF8.self))
            }
            return (
                String(decoding: name, as: UTF8.self).uppercased(),
                String(decoding: part.dropFirst(name.count + 1), as: UTF8.self)
            )
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The bytes that a JSON writer has written, and where the next ones stand.
struct JSONOutput {
    private(set) var bytes: [UInt8] = []
    private let pretty: Bool
    private var depth = 0

    init(pretty: Bool) {
        self.pretty = pretty
    }

    /// The output itself, an empty one left behind, so that its bytes have one owner.
    mutating func take() -> JSONOutput {
        let taken = self
        bytes = []
        return taken
    }

    mutating func open(_ bracket: UInt8) {
        bytes.append(bracket)
        depth += 1
    }

    /// Writes what stands before an element or a member.
    mutating func item() {
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            bytes.append(UInt8(ascii: ","))
        }
        lineBreak()
    }

    mutating func close(_ bracket: UInt8) {
        depth -= 1
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            lineBreak()
        }
        bytes.append(bracket)
    }

    mutating func key(_ key: String) {
        string(key)
        bytes.append(UInt8(ascii: ":"))
        if pretty { bytes.append(UInt8(ascii: " ")) }
    }

    mutating func string(_ string: String) {
        Self.append(string.utf8, to: &bytes)
    }

    mutating func string(base64URL content: Span<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        Base64URL.encode(content, into: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func number(_ text: String) {
        let document = try? JSONDocument(reading: [UInt8](text.utf8))
        precondition(document?.root.numberText == text, "the text is not a JSON number")
        token(text)
    }

    mutating func token(_ token: String) {
        bytes.append(contentsOf: token.utf8)
    }

    mutating func raw(_ value: ArraySlice<UInt8>) {
        bytes += value
    }

    private mutating func lineBreak() {
        guard pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    /// Appends the string of `utf8` in quotation marks; only these, backslashes and control
    /// characters are escaped, each in its shortest form (M-37).
    static func append(_ utf8: some Sequence<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var rest = [UInt8](utf8)[...]
        while let place = rest.firstIndex(where: isEscaped) {
            bytes += rest[..<place]
            appendEscape(of: rest[place], to: &bytes)
            rest = rest[(place + 1)...]
        }
        bytes += rest
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08:
            bytes.append(UInt8(ascii: "b"))
        case 0x0C:
            bytes.append(UInt8(ascii: "f"))
        case UInt8(ascii: "\n"):
            bytes.append(UInt8(ascii: "n"))
        case UInt8(ascii: "\r"):
            bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\t"):
            bytes.append(UInt8(ascii: "t"))
        case 0..<0x20:
            let digits = [UInt8]("0123456789abcdef".utf8)
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 0xF)])
        default:
            bytes.append(byte)
        }
    }
}

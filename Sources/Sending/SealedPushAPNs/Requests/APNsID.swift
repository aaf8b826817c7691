// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// `apns-id`: what a push is called from its first attempt to its last, a UUID in lower case.
public struct APNsID: Hashable, Sendable {
    /// The 36 characters of the header.
    public let text: String

    /// Takes a UUID in hexadecimal with hyphens, in either case, or gives nil.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return nil }
        for (index, byte) in bytes.enumerated() {
            switch index {
            case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return nil }
            default: guard Character(Unicode.Scalar(byte)).isHexDigit else { return nil }
            }
        }
        self.text = text.lowercased()
    }

    /// Makes a new random id (RFC 9562, section 5.4).
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Makes a new random id (RFC 9562, section 5.4).
    public init(using generator: inout some RandomNumberGenerator) {
        var bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Hex.encode(bytes.span)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        self.text = text
    }
}

extension APNsID: CustomStringConvertible {
    /// The UUID.
    public var description: String { text }
}

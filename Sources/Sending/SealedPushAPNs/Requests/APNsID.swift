// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// `apns-id`: what a push is called from its first attempt to its last, a UUID in lower case.
public struct APNsID: Hashable, Sendable {
    /// The 36 characters of the header.
    public let text: String

    /// Takes a UUID in hexadecimal with hyphens, in either case, or gives nil.
    public init?(_ text: String) {
        let parts = text.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
            parts.allSatisfy({ Hex.decode(String($0)) != nil })
        else { return nil }
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
        var text = Hex.encode(bytes.span)
        for offset in [20, 16, 12, 8] {
            text.insert("-", at: text.utf8.index(text.startIndex, offsetBy: offset))
        }
        self.text = text
    }
}

extension APNsID: CustomStringConvertible {
    /// The UUID.
    public var description: String { text }
}

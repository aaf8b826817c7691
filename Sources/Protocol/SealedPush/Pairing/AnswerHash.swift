// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What names one answer to a link: the first 16 bytes of SHA-256 over all of it.
///
/// The sender's message brings it as `paired`, so that a device counts as paired by the very answer
/// that the sender took, and not by another answer to the same link.
package struct AnswerHash: Hashable, Sendable {
    /// The hash, 16 bytes.
    package let bytes: [UInt8]

    /// The size of a hash in bytes.
    package static let count = 16

    /// Takes 16 bytes that were kept, or gives nil for another size.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// Reads the text of `paired`, or gives nil for one that a receiver ignores (L-8).
    package init?(text: Span<UInt8>) {
        guard let bytes = try? Base64URL.decode(text) else { return nil }
        self.init(bytes)
    }

    /// Hashes an answer, its signature included.
    init(of answer: Span<UInt8>) {
        bytes = Array(SHA256.hash(answer).prefix(Self.count))
    }

    /// The text of `paired`: 22 characters of base64url.
    package var text: String { Base64URL.encode(bytes.span) }

    /// The number that the paired device shows, and that a person types at the sender.
    package var number: PairingNumber { PairingNumber(of: self) }
}

extension AnswerHash: Redacted {}

/// Two digits by which a person tells the sender which device has answered.
public struct PairingNumber: Hashable, Sendable {
    /// The number, 0 to 99.
    public let value: Int

    /// Takes 0 to 99, or gives nil for another number.
    public init?(_ value: Int) {
        guard 0..<100 ~= value else { return nil }
        self.value = value
    }

    fileprivate init(of hash: AnswerHash) {
        value = Int(hash.bytes.span.bigEndian(UInt32.self, at: 0) % 100)
    }

    /// Reads two digits that a person typed, with white space around them, or gives nil for
    /// anything else.
    public init?(typed text: String) {
        let digits = CheckedText.trimmed(text)
        guard digits.count == 2,
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let value = Int(String(decoding: digits, as: UTF8.self))
        else { return nil }
        self.value = value
    }

    /// The number as people see it: two digits.
    public var text: String { (value < 10 ? "0" : "") + String(value) }
}

extension PairingNumber: CustomStringConvertible {
    /// The two digits.
    public var description: String { text }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
package import SealedPushCrypto

/// An unguessable value that grants access to its bearer: 32 random bytes.
///
/// An endpoint's URL, a device's credential and an activation code are capabilities. The relay stores only
/// the digest, so a copy of the database grants nothing.
package struct Capability: Sendable {
    /// The value, 32 bytes; it is shown to its owner once and never stored or logged.
    package let bytes: [UInt8]

    /// The size of a value in bytes.
    package static let count = 32

    /// Makes a new random value.
    package init() {
        bytes = Randomness.bytes(Self.count)
    }

    /// Takes a value of 32 bytes, or gives nil.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        self.bytes = bytes
    }

    /// Reads the text of a URL or a header: 43 characters of base64url; nil for any other text.
    package init?(text: String) {
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span) else { return nil }
        self.init(bytes)
    }

    /// The value as base64url.
    package var text: String { Base64URL.encode(bytes.span) }

    /// The digest under which the relay stores it.
    package var digest: Digest { Digest(of: self) }

    /// SHA-256 of a capability.
    ///
    /// The value is random, so a plain hash keeps it: there is nothing to guess.
    package struct Digest: Hashable, Sendable {
        /// The hash, 32 bytes.
        package let bytes: [UInt8]

        init(of capability: Capability) {
            bytes = SHA256.hash(capability.bytes.span)
        }

        /// The digest of the challenge that a code is the nonce of, as a proof shows it.
        init(ofChallenge challenge: [UInt8]) {
            bytes = SHA256.hash(challenge.span)
        }

        /// The digest of a drop's id.
        init(ofDrop id: [UInt8]) {
            bytes = SHA256.hash(id.span)
        }

        /// Takes a stored hash, or gives nil if it has not 32 bytes.
        package init?(stored bytes: [UInt8]) {
            guard bytes.count == SHA256.digestCount else { return nil }
            self.bytes = bytes
        }
    }
}

extension Capability: Redacted {}

/// The name of a message in a sender's URL: its id and a code over it, 24 bytes.
///
/// Ids are counted upwards, so the code is what keeps a sender from withdrawing the messages of others.
package struct MessageHandle: Hashable, Sendable {
    /// The message's id in the outbox.
    package let id: OutboxID
    /// The id and the code as base64url, 32 characters.
    package let text: String

    private static let idCount = 8
    private static let codeCount = 16

    /// Names a message.
    package init(_ id: OutboxID, key: borrowing SecretBytes) {
        self.id = id
        text = Base64URL.encode((Self.bytes(of: id) + Self.code(of: id, key)).span)
    }

    /// Reads a name from a URL, or gives nil if this relay has not made it.
    package init?(text: String, key: borrowing SecretBytes) {
        guard let bytes = try? Base64URL.decode(Array(text.utf8).span),
            bytes.count == Self.idCount + Self.codeCount
        else { return nil }
        let number = bytes.span.bigEndian(UInt64.self, at: 0)
        id = OutboxID(Int64(bitPattern: number))
        let code = Self.code(of: id, key)
        guard ConstantTime.areEqual(bytes.span.extracting(Self.idCount...), code.span) else {
            return nil
        }
        self.text = text
    }

    private static func bytes(of id: OutboxID) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(bitPattern: id.number))
        return bytes
    }

    private static func code(of id: OutboxID, _ key: borrowing SecretBytes) -> [UInt8] {
        let code = key.withBytes { key in
            HMACSHA256.code(key: key) { $0.update(bytes(of: id)) }
        }
        return Array(code.prefix(codeCount))
    }
}

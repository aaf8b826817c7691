// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A sealed message as it travels: what can be read of it without a key.
package struct Envelope: Hashable, Sendable {
    /// The whole envelope.
    package let bytes: [UInt8]
    /// The prekey it is encrypted to.
    package let prekeyID: PrekeyRecord.ID
    /// What it calls itself by.
    package let messageID: MessageID

    /// Reads the text of `encrypted-content`.
    ///
    /// - Throws: ``OpeningError/malformedEnvelope``, ``OpeningError/unknownVersion``.
    package init(text: Span<UInt8>) throws(OpeningError) {
        guard text.count <= EnvelopeLayout.maximumTextCount else { throw .malformedEnvelope }
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(text)
        } catch {
            throw .malformedEnvelope
        }
        try self.init(reading: bytes)
    }

    /// Reads the bytes of an envelope.
    ///
    /// - Throws: ``OpeningError/malformedEnvelope``, ``OpeningError/unknownVersion``.
    package init(reading bytes: [UInt8]) throws(OpeningError) {
        guard let version = bytes.first else { throw .malformedEnvelope }
        guard version == EnvelopeLayout.version else { throw .unknownVersion }
        guard EnvelopeLayout.overhead...EnvelopeLayout.maximumCount ~= bytes.count else {
            throw .malformedEnvelope
        }
        self.bytes = bytes
        prekeyID = PrekeyRecord.ID(Array(bytes[EnvelopeLayout.prekeyID]))
        messageID = MessageID(Array(bytes[EnvelopeLayout.messageID]))
    }

    /// The range of the ciphertext and its tag.
    package var ciphertextRange: Range<Int> { EnvelopeLayout.associatedDataCount..<bytes.count }

    /// The hash that tells this envelope from every other.
    package var hash: EnvelopeHash { EnvelopeHash(of: bytes.span) }
}

/// What tells one envelope from another: the first 16 bytes of SHA-256 over all of it.
///
/// The ciphertext is part of it: who has got hold of a prekey can seal other content under the same
/// head, and must not take the place of the message that the head was made for.
package struct EnvelopeHash: Hashable, Sendable {
    /// The hash, 16 bytes.
    package let bytes: [UInt8]

    /// The size of a hash in bytes.
    package static let count = 16

    /// Takes a hash of 16 bytes; another size is a caller's bug.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "the hash has 16 bytes")
        self.bytes = bytes
    }

    /// Hashes the bytes of an envelope.
    package init(of envelope: Span<UInt8>) {
        bytes = Array(SHA256.hash(envelope).prefix(Self.count))
    }
}

extension EnvelopeHash: CustomStringConvertible {
    /// The hash in lower-case hex.
    package var description: String { Hex.encode(bytes.span) }
}

/// What an envelope calls itself by: 16 bytes that are fresh for each envelope.
package struct MessageID: Hashable, Sendable {
    /// The id, 16 bytes.
    package let bytes: [UInt8]

    /// The size of an id in bytes.
    package static let count = 16

    /// Takes an id of 16 bytes; another size is a caller's bug.
    package init(_ bytes: [UInt8]) {
        precondition(bytes.count == Self.count, "a message id has 16 bytes")
        self.bytes = bytes
    }
}

extension MessageID: CustomStringConvertible {
    /// The id in lower-case hex.
    package var description: String { Hex.encode(bytes.span) }
}

/// Where the fields of an envelope and of its plaintext stand.
///
///     version 1 | prekey id 8 | message id 16 | encapsulated key 1120 | ciphertext | tag 16
///     signature 64 | created u64 | ttl u32 | sender 32 | content length u16 | content | zero
///     padding
package enum EnvelopeLayout {
    package static let version: UInt8 = 1
    package static let prekeyID = 1..<9
    package static let messageID = 9..<25
    package static let encapsulatedKey = 25..<25 + XWing.encapsulatedKeyCount

    /// Everything before the ciphertext, which the cipher authenticates beside it: 1145 bytes.
    package static let associatedDataCount = encapsulatedKey.upperBound

    /// What an envelope is longer than its content if it is not padded: 1271 bytes.
    package static let overhead =
        associatedDataCount + PlaintextLayout.content + ChaCha20Poly1305.tagCount

    /// The longest envelope that is read, in bytes (M-26).
    package static let maximumCount = 3774
    /// The longest text that is read: the longest envelope in base64url.
    package static let maximumTextCount = 5032
}

/// Where the fields of the plaintext stand.
package enum PlaintextLayout {
    package static let signature = 0..<64
    package static let created = 64
    package static let timeToLive = 72
    package static let sender = 76..<108
    package static let contentLength = 108
    package static let content = 110
}

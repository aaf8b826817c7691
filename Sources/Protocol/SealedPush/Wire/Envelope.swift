// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

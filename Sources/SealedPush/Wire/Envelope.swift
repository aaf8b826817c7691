// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A sealed message as it travels: what can be read of it without a key.
public struct Envelope: Hashable, Sendable {
    /// The whole envelope.
    public let bytes: [UInt8]
    /// The suite it is encrypted with.
    public let suite: Suite
    /// The prekey it is encrypted to.
    public let prekeyID: PrekeyID
    /// What it calls itself by.
    public let messageID: MessageID

    /// Reads the text of `encrypted-content`.
    ///
    /// - Throws: ``OpeningError``, a case of step 1.
    public init(text: Span<UInt8>) throws(OpeningError) {
        guard text.count <= EnvelopeLayout.maximumTextCount else { throw .textTooLong }
        let bytes: [UInt8]
        do {
            bytes = try Base64URL.decode(text)
        } catch {
            throw .textNotBase64URL
        }
        try self.init(reading: bytes)
    }

    /// Reads the bytes of an envelope.
    ///
    /// - Throws: ``OpeningError``, a case of step 1.
    public init(reading bytes: [UInt8]) throws(OpeningError) {
        guard bytes.count >= 4 else { throw .tooShort }
        guard bytes[0] == EnvelopeLayout.format else { throw .unknownFormat }
        guard let suite = Suite(rawValue: bytes[1]) else { throw .unknownSuite }
        guard bytes[2] == 0 else { throw .flagsNotZero }
        guard bytes[3] == 0 else { throw .reservedNotZero }
        guard
            (EnvelopeLayout.overhead(of: suite)...EnvelopeLayout.maximumCount).contains(bytes.count)
        else { throw .wrongLength }
        self.bytes = bytes
        self.suite = suite
        prekeyID = PrekeyID(Array(bytes[EnvelopeLayout.prekeyID]))
        messageID = MessageID(Array(bytes[EnvelopeLayout.messageID]))
    }

    /// The range of the encapsulated key, 32 or 1120 bytes.
    public var encapsulatedKeyRange: Range<Int> {
        EnvelopeLayout.encapsulatedKey..<EnvelopeLayout.associatedDataCount(of: suite)
    }

    /// The range of the ciphertext and its tag.
    public var ciphertextRange: Range<Int> {
        EnvelopeLayout.associatedDataCount(of: suite)..<bytes.count
    }

    /// The hash that tells this envelope from every other.
    public var hash: EnvelopeHash { EnvelopeHash(of: bytes.span) }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// An envelope beside the record it was sealed to: what decryption and verification are computed
/// from.
struct SealedParts: Sendable {
    let envelope: Envelope
    let record: PrekeyRecord
    let info: [UInt8]

    init(envelope: Envelope, record: PrekeyRecord, topic: Topic, kind: Payload.PushKind) {
        self.envelope = envelope
        self.record = record
        info = Info.bytes(
            topic: topic,
            kind: kind,
            record: record,
            messageID: envelope.messageID.bytes.span
        )
    }

    var plaintextCount: Int { envelope.ciphertextRange.count - ChaCha20Poly1305.tagCount }

    func expiry(_ fields: PlaintextFields) -> Timestamp {
        fields.timeToLive.expiry(created: fields.created, notAfter: record.terms.notAfter)
    }

    /// Lines 16 and 17.
    func open(
        with prekey: borrowing DevicePrekey,
        into plaintext: inout SecretBytes,
        using arena: inout SecretArena
    ) throws(OpeningRefusal) {
        let encapsulatedKey = envelope.bytes.span.extracting(EnvelopeLayout.encapsulatedKey)
        do {
            try arena.withScratch(HPKE.contextCount) { arena, context throws(CryptoError) in
                try HPKE.setUpReceiver(
                    prekey.privateKey,
                    encapsulatedKey: encapsulatedKey,
                    info: info.span,
                    into: &context,
                    using: &arena
                )
                try decrypt(context: context.span, into: &plaintext)
            }
        } catch {
            throw OpeningRefusal(.cannotOpen, at: error == .lowOrderPoint ? 16 : 17)
        }
    }

    private func decrypt(
        context: Span<UInt8>,
        into plaintext: inout SecretBytes
    ) throws(CryptoError) {
        try plaintext.withMutableBytes(first: plaintextCount) { target throws(CryptoError) in
            try HPKE.open(
                envelope.bytes.span.extracting(envelope.ciphertextRange),
                authenticating: envelope.bytes.span.extracting(
                    first: envelope.ciphertextRange.lowerBound
                ),
                context: context,
                into: &target
            )
        }
    }

    /// Line 21: whether the plaintext's signature is the sender's.
    func isSigned(
        by sender: [UInt8],
        plaintext: Span<UInt8>,
        _ arena: inout SecretArena
    ) -> Bool {
        let associatedData = envelope.bytes.span.extracting(
            first: envelope.ciphertextRange.lowerBound
        )
        let rest = plaintext.extracting(droppingFirst: PlaintextLayout.created)
        let count = SignedMessage.count(associatedData: associatedData.count, rest: rest.count)
        return arena.withScratch(count) { _, message in
            SignedMessage.write(
                info: info,
                associatedData: associatedData,
                rest: rest,
                into: &message
            )
            return Ed25519.isValid(
                plaintext.extracting(PlaintextLayout.signature),
                for: message.span,
                publicKey: sender.span
            )
        }
    }
}

/// The fixed fields of a decrypted plaintext, parsed but not yet believed.
struct PlaintextFields: Sendable {
    let created: Timestamp
    let timeToLive: TimeToLive
    let sender: [UInt8]
    let contentRange: Range<Int>

    /// Lines 18 and 19: the fields' ranges, then the padding.
    init(reading plaintext: Span<UInt8>) throws(OpeningRefusal) {
        let contentCount = Int(plaintext.bigEndian(UInt16.self, at: PlaintextLayout.contentLength))
        let contentEnd = PlaintextLayout.content + contentCount
        guard
            let created = Timestamp(
                milliseconds: plaintext.bigEndian(UInt64.self, at: PlaintextLayout.created)
            ),
            let timeToLive = TimeToLive(
                seconds: plaintext.bigEndian(UInt32.self, at: PlaintextLayout.timeToLive)
            ),
            contentEnd <= plaintext.count
        else { throw OpeningRefusal(.malformedMessage, at: 18) }
        guard ConstantTime.isZero(plaintext.extracting(droppingFirst: contentEnd)) else {
            throw OpeningRefusal(.malformedMessage, at: 19)
        }
        self.created = created
        self.timeToLive = timeToLive
        sender = [UInt8](copying: plaintext.extracting(PlaintextLayout.sender))
        contentRange = PlaintextLayout.content..<contentEnd
    }
}

/// A class of refusal, and the line of M-38 that it comes from.
struct OpeningRefusal: Error {
    let error: OpeningError
    let line: Int

    init(_ error: OpeningError, at line: Int) {
        (self.error, self.line) = (error, line)
    }
}

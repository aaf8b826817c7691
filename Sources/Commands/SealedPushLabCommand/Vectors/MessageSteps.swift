// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The values on the way from an envelope to its plaintext, computed on the receiver's side.
///
/// It follows sections 7 and 8 of `message.md` line by line and shares no code with the sealer.
/// What `encapsulationRandom` gives is not computed here: swift-crypto draws its own randomness.
struct MessageSteps {
    private let envelope: Envelope
    private let record: PrekeyRecord
    private let seed: [UInt8]
    private let sender: String
    private let info: [UInt8]

    static let members: Set<String> = [
        "recordDigest", "prekeyID", "messageIDRandom", "messageID", "info", "encapsulationRandom",
        "encapsulatedKey", "sharedSecret", "key", "baseNonce", "associatedData", "signature",
        "plaintext", "ciphertext",
    ]

    init(
        payload: [UInt8],
        prekeys: [PrekeyRecord.ID: VectorDevice.Held],
        topic: String,
        sender: String
    ) throws(VectorFault) {
        guard let outer = try? OuterPayload(reading: payload),
            let envelope = try? Envelope(text: outer.encryptedContent.span),
            let held = prekeys[envelope.prekeyID]
        else { throw VectorFault("steps of what can't be opened") }
        self.envelope = envelope
        record = held.record
        seed = held.seed
        self.sender = sender
        var info = Array("SealedPush v1 info\0".utf8)
        info.append(bigEndian: UInt16(topic.utf8.count))
        info += Array(topic.utf8) + record.device.bytes + record.digest
        self.info = info + envelope.messageID.bytes
    }

    func check(_ steps: VectorObject) throws(VectorFault) {
        let associatedData = Array(envelope.bytes[..<envelope.ciphertextRange.lowerBound])
        let encapsulatedKey = Array(envelope.bytes[EnvelopeLayout.encapsulatedKey])
        let ciphertext = Array(envelope.bytes[envelope.ciphertextRange])
        let known: [(String, [UInt8])] = [
            ("recordDigest", record.digest), ("prekeyID", record.id.bytes), ("info", info),
            ("messageID", envelope.messageID.bytes), ("encapsulatedKey", encapsulatedKey),
            ("associatedData", associatedData), ("ciphertext", ciphertext),
        ]
        for (key, bytes) in known { try compare(key, bytes, in: steps) }
        let receiver = try ReceiverSchedule(seed: seed, encapsulatedKey, info: info)
        try compare("sharedSecret", receiver.sharedSecret, in: steps)
        try compare("key", receiver.key, in: steps)
        try compare("baseNonce", receiver.baseNonce, in: steps)
        let plaintext = try receiver.open(ciphertext, associatedData)
        try compare("plaintext", plaintext, in: steps)
        try compare("signature", Array(plaintext.prefix(64)), in: steps)
        try checkSignature(of: plaintext, associatedData: associatedData)
        try checkMessageID(steps, rest: Array(plaintext.dropFirst(64)))
    }

    private func compare(
        _ key: String,
        _ bytes: [UInt8],
        in steps: VectorObject
    ) throws(VectorFault) {
        try VectorFault.compare(key, bytes, with: steps.bytes(key))
    }

    private func checkSignature(
        of plaintext: [UInt8],
        associatedData: [UInt8]
    ) throws(VectorFault) {
        let signed =
            Array("SealedPush v1 message\0".utf8) + SHA512.hash(info.span) + associatedData
            + plaintext.dropFirst(64)
        let key = try PublishedKeys.signingKey(sender).publicKey
        guard key.isValidSignature(plaintext.span.extracting(first: 64), for: signed.span) else {
            throw VectorFault("the signature is not valid")
        }
    }

    /// The message id comes from randomness, the sender secret and the message.
    private func checkMessageID(_ steps: VectorObject, rest: [UInt8]) throws(VectorFault) {
        let message =
            try Array("SealedPush v1 message id\0".utf8) + steps.bytes("messageIDRandom")
            + record.digest + SHA256.hash(rest.span)
        let secret = PublishedKeys.secret(sender)
        let code = HMACSHA256.code(key: secret.span) { $0.update(message) }
        try compare("messageID", Array(code.prefix(16)), in: steps)
    }
}

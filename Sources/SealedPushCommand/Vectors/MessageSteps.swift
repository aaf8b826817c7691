// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// The values on the way from an envelope to its plaintext, computed on the receiver's side.
///
/// It follows sections 11 to 13 of the specification line by line and shares no code with the sealer.
struct MessageSteps {
    private let envelope: Envelope
    private let record: PrekeyRecord
    private let seed: [UInt8]
    private let sender: String
    private let info: [UInt8]

    static let members: Set<String> = [
        "recordDigest", "prekeyID", "messageIDRandom", "messageID", "info", "ephemeralRandom",
        "ephemeralMaterial", "ephemeralPrivateKey", "encapsulatedKey", "sharedSecret", "key",
        "baseNonce", "associatedData", "signature", "plaintext", "ciphertext",
    ]

    init(
        payload: [UInt8],
        prekeys: [PrekeyID: VectorDevice.Held],
        topic: Topic,
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
        var info = Array("SealedPush v1 info\0".utf8) + [record.suite.rawValue]
        info.append(bigEndian: UInt16(topic.text.utf8.count))
        info += Array(topic.text.utf8) + record.device.bytes + record.digest
        self.info = info + envelope.messageID.bytes
    }

    func check(_ steps: VectorObject) throws(VectorFault) {
        let associatedData = Array(envelope.bytes[..<envelope.ciphertextRange.lowerBound])
        let encapsulatedKey = Array(envelope.bytes[envelope.encapsulatedKeyRange])
        let ciphertext = Array(envelope.bytes[envelope.ciphertextRange])
        let known: [(String, [UInt8])] = [
            ("recordDigest", record.digest), ("prekeyID", record.id.bytes), ("info", info),
            ("messageID", envelope.messageID.bytes), ("encapsulatedKey", encapsulatedKey),
            ("associatedData", associatedData), ("ciphertext", ciphertext),
        ]
        for (key, bytes) in known { try compare(key, bytes, in: steps) }
        let receiver = try ReceiverSchedule(record: record, seed: seed, encapsulatedKey, info: info)
        try compare("sharedSecret", receiver.sharedSecret, in: steps)
        try compare("key", receiver.key, in: steps)
        try compare("baseNonce", receiver.baseNonce, in: steps)
        let plaintext = try receiver.open(ciphertext, associatedData)
        try compare("plaintext", plaintext, in: steps)
        try compare("signature", Array(plaintext.prefix(64)), in: steps)
        try checkSignature(of: plaintext, associatedData: associatedData)
        try checkRandomness(steps, rest: Array(plaintext.dropFirst(64)), encapsulatedKey)
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

    /// The message id and, in suite 1, the ephemeral come from randomness, the sender secret and the message.
    private func checkRandomness(
        _ steps: VectorObject,
        rest: [UInt8],
        _ encapsulatedKey: [UInt8]
    ) throws(VectorFault) {
        let secret = PublishedKeys.secret(sender)
        let message =
            try Array("SealedPush v1 message id\0".utf8) + steps.bytes("messageIDRandom")
            + record.digest + SHA256.hash(rest.span)
        let code = HMACSHA256.code(key: secret.span) { $0.update(message) }
        try compare("messageID", Array(code.prefix(16)), in: steps)
        guard record.suite == .x25519 else { return }
        let whole = info + rest
        let input = try steps.bytes("ephemeralRandom") + secret + SHA256.hash(whole.span)
        let extracted = HMACSHA256.code(key: Span()) { $0.update(input) }
        let label = Array("SealedPush v1 ephemeral\0".utf8)
        let material = HMACSHA256.code(key: extracted.span) { $0.update(label + [1]) }
        try compare("ephemeralMaterial", material, in: steps)
        let given = try steps.bytes("ephemeralPrivateKey")
        var arena = SecretArena()
        guard let derived = try? X25519PrivateKey(derivedFrom: material.span, using: &arena),
            let named = try? X25519PrivateKey(reading: given.span)
        else { throw VectorFault("the ephemeral can't be derived") }
        let publicKey = named.publicKey.bytes
        try VectorFault.compare("ephemeralPrivateKey", publicKey, with: derived.publicKey.bytes)
        // A vector may send the same point with the top bit set, which X25519 ignores.
        let reduced = encapsulatedKey.dropLast() + [encapsulatedKey[31] & 0x7F]
        try VectorFault.compare("encapsulatedKey", publicKey, with: Array(reduced))
    }
}

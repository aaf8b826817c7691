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

/// Decapsulation and key schedule of one message, every value in the open: for published keys only.
struct ReceiverSchedule {
    let sharedSecret: [UInt8]
    let key: [UInt8]
    let baseNonce: [UInt8]

    init(
        seed: [UInt8],
        _ encapsulatedKey: [UInt8],
        info: [UInt8]
    ) throws(VectorFault) {
        var arena = SecretArena()
        var secret = [UInt8](repeating: 0, count: XWing.sharedSecretCount)
        var context = [UInt8](repeating: 0, count: HPKE.contextCount)
        do {
            let privateKey = try XWingPrivateKey(seed: seed.span)
            var secretSpan = secret.mutableSpan
            try privateKey.decapsulate(encapsulatedKey.span, into: &secretSpan)
            var contextSpan = context.mutableSpan
            try HPKE.setUpReceiver(
                privateKey,
                encapsulatedKey: encapsulatedKey.span,
                info: info.span,
                into: &contextSpan,
                using: &arena
            )
        } catch {
            throw VectorFault("the encapsulated key is refused")
        }
        sharedSecret = secret
        key = Array(context.prefix(ChaCha20Poly1305.keyCount))
        baseNonce = Array(context.dropFirst(ChaCha20Poly1305.keyCount))
    }

    func open(_ ciphertext: [UInt8], _ associatedData: [UInt8]) throws(VectorFault) -> [UInt8] {
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count - 16)
        var span = plaintext.mutableSpan
        do {
            try ChaCha20Poly1305.open(
                ciphertext.span,
                key: key.span,
                nonce: baseNonce.span,
                authenticating: associatedData.span,
                into: &span
            )
        } catch {
            throw VectorFault("key and nonce do not open the ciphertext")
        }
        return plaintext
    }
}

/// The private keys of the published test identities, made again from the texts that
/// `keys/README.md` names.
enum PublishedKeys {
    static func signingKey(_ name: String) throws(VectorFault) -> SigningKey {
        let seed = hash("identity \(name)")
        guard let key = try? SigningKey(seed: SecretBytes(copying: seed.span)),
            TestIdentities.contains(key.publicKey.bytes)
        else { throw VectorFault("no published identity \(name)") }
        return key
    }

    static func identity(_ name: String) throws(VectorFault) -> [UInt8] {
        try signingKey(name).publicKey.bytes
    }

    /// The sender secret, 32 bytes.
    static func secret(_ name: String) -> [UInt8] { hash("secret \(name)") }

    /// The seed of a device's prekey, such as `reusable`.
    static func prekeySeed(_ prekey: String, of device: String) -> [UInt8] {
        hash("prekey \(device) \(prekey)")
    }

    private static func hash(_ text: String) -> [UInt8] {
        let bytes = Array("SealedPush published test \(text)".utf8)
        return SHA256.hash(bytes.span)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// One message on its way to be sealed as section 12 of `message.md` says, with every field open to
/// change.
///
/// It shares no code with the sealer.
struct MessageDraft {
    let name: String
    var sender: TestSender
    var record: PrekeyRecord
    var topic = "com.example.app"
    var content: [UInt8]
    var created = Moment.base.milliseconds
    var timeToLive: UInt32 = 86_400
    /// The size of the envelope; nil for content without padding.
    var envelopeCount: Int?

    // What a faulty sender or a forger does otherwise.
    var version: UInt8 = 1
    var prekeyID: [UInt8]
    /// The message id, if it is not made as section 7 of `message.md` says.
    var messageID: [UInt8]?
    var x25519Half = Encapsulation.X25519Half.ephemeral
    /// What another message was sealed with: the holder of the prekey can find it.
    var repeated: Encapsulation?
    var senderBytes: [UInt8]
    var contentCount: UInt16
    var paddingByte: (offset: Int, value: UInt8)?
    var infoLabel = "SealedPush v1 info\0"
    var infoDevice: [UInt8]
    var infoDigest: [UInt8]
    var sign: SignatureRule = .honest

    /// How much longer an envelope is than its content without padding.
    static let overhead = 1271

    init(
        _ name: String,
        to record: PrekeyRecord,
        from sender: TestSender,
        content: String
    ) {
        self.name = name
        self.sender = sender
        self.record = record
        self.content = Array(content.utf8)
        prekeyID = record.id.bytes
        senderBytes = sender.identity.bytes
        contentCount = UInt16(content.utf8.count)
        infoDevice = record.device.bytes
        infoDigest = record.digest
    }

    mutating func setContent(_ bytes: [UInt8]) {
        content = bytes
        contentCount = UInt16(content.count)
    }

    /// Steps 2 to 7.
    func crafted() throws -> CraftedMessage {
        let least = Self.overhead + content.count
        let paddingCount = (envelopeCount ?? least) - least
        var padding = [UInt8](repeating: 0, count: paddingCount)
        if let paddingByte { padding[paddingByte.offset] = paddingByte.value }
        let rest =
            bigEndian(created) + bigEndian(timeToLive) + senderBytes + bigEndian(contentCount)
            + content + padding
        let random = PublicText.hash("SealedPush vector \(name) message id")
        let messageID = self.messageID ?? honestMessageID(random: random, rest: rest)
        let info = info(messageID: messageID)
        let encapsulated =
            try repeated
            ?? Encapsulation(
                to: record.publicKey.bytes,
                random: ["ML-KEM", "X25519"].flatMap {
                    PublicText.hash("SealedPush vector \(name) \($0)")
                },
                x25519Half
            )
        let associatedData = [version] + prekeyID + messageID + encapsulated.key
        let signature = sign.signature(
            self,
            info: info,
            associatedData: associatedData,
            rest: rest
        )
        let plaintext = signature + rest
        let (key, nonce) = HPKESteps.keyAndNonce(
            sharedSecret: encapsulated.sharedSecret,
            info: info
        )
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + 16)
        var target = ciphertext.mutableSpan
        ChaCha20Poly1305.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associatedData.span,
            into: &target
        )
        return CraftedMessage(
            record: record,
            messageIDRandom: random,
            messageID: messageID,
            info: info,
            encapsulated: encapsulated,
            key: key,
            baseNonce: nonce,
            signature: signature,
            plaintext: plaintext,
            associatedData: associatedData,
            ciphertext: ciphertext
        )
    }

    private func honestMessageID(random: [UInt8], rest: [UInt8]) -> [UInt8] {
        let label = Array("SealedPush v1 message id\0".utf8)
        let code = hmac(sender.secret, label + random + record.digest + sha256(rest))
        return Array(code.prefix(16))
    }

    private func info(messageID: [UInt8]) -> [UInt8] {
        Array(infoLabel.utf8) + bigEndian(UInt16(topic.utf8.count)) + Array(topic.utf8)
            + infoDevice + infoDigest + messageID
    }
}

/// A sealed message and every value on the way to it.
struct CraftedMessage {
    let record: PrekeyRecord
    let messageIDRandom: [UInt8]
    let messageID: [UInt8]
    let info: [UInt8]
    let encapsulated: Encapsulation
    let key: [UInt8]
    let baseNonce: [UInt8]
    let signature: [UInt8]
    let plaintext: [UInt8]
    let associatedData: [UInt8]
    let ciphertext: [UInt8]

    var envelope: [UInt8] { associatedData + ciphertext }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// A message put together from explicit parts by the tables of docs/protocol.md, sections 11 to 13.
///
/// It is written apart from the sealer, so that both are held to the specification, and takes faults that no sealer
/// makes: every field may be anything, and still be signed and encrypted.
struct RawMessage {
    var format: UInt8 = 1
    var suite: UInt8
    var flags: UInt8 = 0
    var reserved: UInt8 = 0
    var prekeyID: [UInt8]
    var messageID = [UInt8](repeating: 0x1D, count: 16)
    var created: UInt64 = Exchange.now.milliseconds
    var timeToLive: UInt32 = 86_400
    var senderKey: [UInt8]
    /// The length that is written, where it is not the content's own.
    var contentLength: UInt16?
    var content: [UInt8]
    var padding = [UInt8](repeating: 0, count: 20)
    /// Who signs.
    var signer: SenderKeys
    /// What is signed, from the hash of info, the associated data and everything after the signature.
    var signed: ([UInt8], [UInt8], [UInt8]) -> [UInt8] = { infoHash, associatedData, rest in
        Array("SealedPush v1 message\0".utf8) + infoHash + associatedData + rest
    }
    /// Instead of a signature made.
    var signature: [UInt8]?
    /// What stands after the KEM has made it.
    var encapsulatedKey: ([UInt8]) -> [UInt8] = { $0 }
    /// Instead of everything after the signature.
    var restOverride: [UInt8]?
    /// What HPKE and the signature are bound to.
    var info: [UInt8]
    /// What the signature is bound to, where it is not the same.
    var signedInfo: [UInt8]?

    init(in exchange: Exchange, content: String = Exchange.content) {
        suite = exchange.suite.rawValue
        prekeyID = exchange.record.id.bytes
        senderKey = exchange.sender.identity.bytes
        self.content = Array(content.utf8)
        signer = exchange.sender
        info = Self.info(
            topic: exchange.topic.text,
            device: exchange.device.device.bytes,
            record: exchange.record,
            messageID: messageID
        )
    }

    static func info(
        topic: String,
        device: [UInt8],
        record: PrekeyRecord,
        messageID: [UInt8]
    ) -> [UInt8] {
        let count = UInt16(topic.utf8.count)
        return Array("SealedPush v1 info\0".utf8) + [record.suite.rawValue]
            + [UInt8(count >> 8), UInt8(count & 0xFF)] + Array(topic.utf8) + device
            + SHA256.hash(record.bytes.span) + messageID
    }

    /// Everything after the signature.
    var rest: [UInt8] {
        if let restOverride { return restOverride }
        var rest: [UInt8] = []
        rest.append(bigEndian: created)
        rest.append(bigEndian: timeToLive)
        rest += senderKey
        rest.append(bigEndian: contentLength ?? UInt16(content.count))
        return rest + content + padding
    }

    /// Encrypts to a record, whatever the header says.
    func envelope(to record: PrekeyRecord) throws -> [UInt8] {
        var arena = SecretArena()
        var context = [UInt8](repeating: 0, count: HPKE.contextCount)
        var contextSpan = context.mutableSpan
        let made = try setUp(record, &contextSpan, &arena)
        let associatedData =
            [format, suite, flags, reserved] + prekeyID + messageID + encapsulatedKey(made)
        let signedInfo = signedInfo ?? info
        let message = signed(SHA512.hash(signedInfo.span), associatedData, rest)
        let plaintext = (signature ?? signer.signingKey.signature(for: message.span)) + rest
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + 16)
        var target = ciphertext.mutableSpan
        HPKE.seal(
            plaintext.span,
            authenticating: associatedData.span,
            kem: record.suite == .x25519 ? .x25519 : .xwing,
            context: context.span,
            into: &target,
            using: &arena
        )
        return associatedData + ciphertext
    }

    private func setUp(
        _ record: PrekeyRecord,
        _ context: inout MutableSpan<UInt8>,
        _ arena: inout SecretArena
    ) throws -> [UInt8] {
        switch record.publicKey {
        case .x25519(let recipient):
            let random = Randomness.bytes(32)
            let ephemeral = try X25519PrivateKey(reading: random.span)
            return try HPKE.setUpSender(
                X25519Encapsulation(to: recipient, ephemeral: ephemeral),
                info: { $0.update(info) },
                into: &context,
                using: &arena
            )
        case .xwing(let recipient):
            return try HPKE.setUpSender(
                recipient,
                info: { $0.update(info) },
                into: &context,
                using: &arena
            )
        }
    }
}

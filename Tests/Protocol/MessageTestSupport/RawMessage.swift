// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
import SealedPushCrypto

/// A message put together from explicit parts by the tables of docs/protocol/message.md, sections 7
/// and 8.
///
/// It is written apart from the sealer, so that both are held to the specification, and takes faults that no sealer
/// makes: every field may be anything, and still be signed and encrypted.
package struct RawMessage {
    package var version: UInt8 = 1
    package var prekeyID: [UInt8]
    package var messageID = [UInt8](repeating: 0x1D, count: 16)
    package var created: UInt64
    package var timeToLive: UInt32 = 86_400
    package var senderKey: [UInt8]
    /// The length that is written, where it is not the content's own.
    package var contentLength: UInt16?
    package var content: [UInt8]
    package var padding = [UInt8](repeating: 0, count: 20)
    /// Who signs.
    package var signer: SenderKeys
    /// What is signed, from the hash of info, the associated data and everything after the signature.
    package var signed: ([UInt8], [UInt8], [UInt8]) -> [UInt8] = { infoHash, associatedData, rest in
        Array("SealedPush v1 message\0".utf8) + infoHash + associatedData + rest
    }
    /// Instead of a signature made.
    package var signature: [UInt8]?
    /// What stands after the KEM has made it.
    package var encapsulatedKey: ([UInt8]) -> [UInt8] = { $0 }
    /// Instead of everything after the signature.
    package var restOverride: [UInt8]?
    /// What HPKE and the signature are bound to.
    package var info: [UInt8]
    /// What the signature is bound to, where it is not the same.
    package var signedInfo: [UInt8]?

    /// A message that breaks no rule, to `record` of `device`.
    package init(
        _ content: String,
        from sender: SenderKeys,
        to record: PrekeyRecord,
        of device: DeviceIdentity,
        topic: Topic,
        created: Timestamp
    ) {
        prekeyID = record.id.bytes
        senderKey = sender.identity.bytes
        self.created = created.milliseconds
        self.content = Array(content.utf8)
        signer = sender
        info = Self.info(
            topic: topic.text,
            device: device.bytes,
            record: record,
            messageID: messageID
        )
    }

    package static func info(
        topic: String,
        device: [UInt8],
        record: PrekeyRecord,
        messageID: [UInt8]
    ) -> [UInt8] {
        let count = UInt16(topic.utf8.count)
        return Array("SealedPush v1 info\0".utf8)
            + [UInt8(count >> 8), UInt8(count & 0xFF)] + Array(topic.utf8) + device
            + SHA256.hash(record.bytes.span) + messageID
    }

    /// Everything after the signature.
    package var rest: [UInt8] {
        if let restOverride { return restOverride }
        var rest: [UInt8] = []
        rest.append(bigEndian: created)
        rest.append(bigEndian: timeToLive)
        rest += senderKey
        rest.append(bigEndian: contentLength ?? UInt16(content.count))
        return rest + content + padding
    }

    /// Encrypts to a record, whatever the header says.
    package func envelope(to record: PrekeyRecord) -> [UInt8] {
        var arena = SecretArena()
        var context = [UInt8](repeating: 0, count: HPKE.contextCount)
        var contextSpan = context.mutableSpan
        let made = HPKE.setUpSender(
            to: record.publicKey,
            info: info.span,
            into: &contextSpan,
            using: &arena
        )
        let associatedData =
            [version] + prekeyID + messageID + encapsulatedKey(made)
        let signedInfo = signedInfo ?? info
        let message = signed(SHA512.hash(signedInfo.span), associatedData, rest)
        let plaintext = (signature ?? signer.signingKey.signature(for: message.span)) + rest
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + 16)
        var target = ciphertext.mutableSpan
        HPKE.seal(
            plaintext.span,
            authenticating: associatedData.span,
            context: context.span,
            into: &target
        )
        return associatedData + ciphertext
    }
}

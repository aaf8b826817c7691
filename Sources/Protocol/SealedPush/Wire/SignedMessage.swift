// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// What separates the uses of one key from each other: ASCII, then one zero byte.
///
/// Every signature, hash and derivation of the protocol begins with one of these and with nothing
/// else: an identity only signs (M-4), and only what begins with a label (M-5).
enum Label {
    static let message = bytes("SealedPush v1 message")
    static let messageID = bytes("SealedPush v1 message id")
    static let info = bytes("SealedPush v1 info")
    static let collapse = bytes("SealedPush v1 collapse")
    static let prekey = bytes("SealedPush v1 prekey")
    static let prekeyID = bytes("SealedPush v1 prekey id")
    static let retirement = bytes("SealedPush v1 retirement")
    static let succession = bytes("SealedPush v1 succession")
    static let revocation = bytes("SealedPush v1 revocation")
    static let possession = bytes("SealedPush v1 possession")
    static let activation = bytes("SealedPush v1 activation")
    static let credential = bytes("SealedPush v1 credential")
    static let subscription = bytes("SealedPush v1 subscription")
    static let pairing = bytes("SealedPush v1 pairing")
    static let dropID = bytes("SealedPush v1 drop id")
    static let dropKey = bytes("SealedPush v1 drop key")
    static let dropNonce = bytes("SealedPush v1 drop nonce")
    static let text = bytes("SealedPush v1 text")
    static let thread = bytes("SealedPush v1 thread")
    static let safetyNumber = bytes("SealedPush v1 safety number")

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) + [0] }
}

/// What a message is bound to beyond its bytes: HPKE's info, which also enters the signature.
enum Info {
    /// `label | u16 length | topic | device | SHA-256(record) | message id`, with the topic of the
    /// push.
    static func bytes(
        topic: Topic,
        kind: Payload.PushKind,
        record: PrekeyRecord,
        messageID: Span<UInt8>
    ) -> [UInt8] {
        let topic = topic.text(for: kind).utf8
        var info: [UInt8] = []
        info.reserveCapacity(Label.info.count + 2 + topic.count + 32 + 32 + 16)
        info += Label.info
        info.append(bigEndian: UInt16(topic.count))
        info += topic
        info += record.device.bytes
        info += record.digest
        info.append(copying: messageID)
        return info
    }
}

/// What a sender signs: `label | SHA-512(info) | associated data | everything after the signature`.
///
/// The associated data holds the encapsulated key and info the record, so a signature that leaks
/// with a prekey can't be moved to another message, device or prekey.
enum SignedMessage {
    static func count(associatedData: Int, rest: Int) -> Int {
        Label.message.count + SHA512.digestCount + associatedData + rest
    }

    static func write(
        info: [UInt8],
        associatedData: Span<UInt8>,
        rest: Span<UInt8>,
        into message: inout MutableSpan<UInt8>
    ) {
        message.copy(from: Label.message)
        var offset = Label.message.count
        message.withMutableBytes(from: offset, count: SHA512.digestCount) { digest in
            SHA512.hash(info.span, into: &digest)
        }
        offset += SHA512.digestCount
        message.copy(from: associatedData, at: offset)
        message.copy(from: rest, at: offset + associatedData.count)
    }
}

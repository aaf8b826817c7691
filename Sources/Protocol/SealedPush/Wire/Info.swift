// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

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

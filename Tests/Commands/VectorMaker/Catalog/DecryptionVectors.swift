// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Envelopes that do not decrypt, or not to a plaintext: lines 17 to 19 of the receiver.
enum DecryptionVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 401)
        try addDamage(to: &group)
        try addBindings(to: &group)
        try addFields(to: &group)
        return group.vectors
    }

    private static let scene = Scene()

    private static func addDamage(to group: inout VectorGroup) throws {
        let changes: [(String, String, (inout [UInt8]) -> Void)] = [
            ("flipped-message-id", "A bit of the message id is flipped.", { $0[9] ^= 1 }),
            ("flipped-ml-kem", "A bit of enc's ML-KEM half is flipped.", { $0[25] ^= 1 }),
            ("flipped-x25519", "A bit of enc's X25519 half is flipped.", { $0[1113] ^= 2 }),
            (
                "flipped-top-bit", "The top bit of enc's X25519 half is flipped: it enters hashes.",
                { $0[1144] ^= 0x80 }
            ),
            ("flipped-ciphertext", "A bit of the ciphertext is flipped.", { $0[1145] ^= 1 }),
            ("flipped-tag", "The last bit of the tag is flipped.", { $0[$0.count - 1] ^= 0x80 }),
            ("cut", "The last byte is missing.", { $0.removeLast() }),
            ("extended", "A zero byte follows.", { $0.append(0) }),
        ]
        for (slug, comment, change) in changes {
            try group.add(slug, 17, comment) {
                var envelope = try scene.draft($0).crafted().envelope
                change(&envelope)
                return try scene.refused(.cannotOpen, envelope).vector($0)
            }
        }
    }

    private static func addBindings(to group: inout VectorGroup) throws {
        let other = scene.phone.record { $0.epoch += 1 }
        let phone = TestDevice("phone-2").identity.bytes
        let oneTime = scene.phone.record(.oneTime1)
        let changes: [(String, String, (inout MessageDraft) -> Void)] = [
            ("other-topic", "Sealed for another app.", { $0.topic = "com.example.other" }),
            (
                "topic-with-suffix", "Sealed for the topic of its VoIP pushes.",
                { $0.topic += ".voip" }
            ),
            (
                "other-record", "Info has another record of the same key.",
                { $0.infoDigest = other.digest }
            ),
            ("other-device-in-info", "Info has another device.", { $0.infoDevice = phone }),
            ("other-label", "Info of a version 2.", { $0.infoLabel = "SealedPush v2 info\0" }),
            ("other-prekey", "Sealed to another key of the device.", { $0.record = oneTime }),
        ]
        for (slug, comment, change) in changes {
            try group.add(slug, 17, comment) {
                var draft = scene.draft($0)
                change(&draft)
                return try scene.refused(.cannotOpen, draft).vector($0)
            }
        }
    }

    private static func addFields(to group: inout VectorGroup) throws {
        let zeros = [UInt8](repeating: 0, count: 64)
        let changes: [(String, String, Int, (inout MessageDraft) -> Void)] = [
            ("created-too-large", "Created at 2^53.", 18, { $0.created = 1 << 53 }),
            ("created-largest", "Created at 2^64 - 1.", 18, { $0.created = .max }),
            ("ttl-zero", "A ttl_s of 0.", 18, { $0.timeToLive = 0 }),
            ("ttl-too-long", "A ttl_s of 30 days and a second.", 18, { $0.timeToLive = 2_592_001 }),
            (
                "content-too-long", "The content ends a byte behind the plaintext.", 18,
                { $0.contentCount += 1 }
            ),
            ("content-longest", "The content has 65,535 bytes.", 18, { $0.contentCount = .max }),
            (
                "padding-first-byte", "The first byte of the padding is 1.", 19,
                { $0.pad(20, offset: 0, value: 1) }
            ),
            (
                "padding-last-byte", "The last byte of the padding is 0x80.", 19,
                { $0.pad(20, offset: 19, value: 0x80) }
            ),
            (
                "content-too-short", "The content's last byte is padding.", 19,
                { $0.contentCount -= 1 }
            ),
            (
                "padding-before-signature", "The padding is not zero, and there is no signature.",
                19,
                {
                    $0.pad(1, offset: 0, value: 1)
                    $0.sign = .fixed(zeros)
                }
            ),
        ]
        for (slug, comment, line, change) in changes {
            try group.add(slug, line, comment) {
                var draft = scene.draft($0)
                change(&draft)
                return try scene.refused(.malformedMessage, draft).vector($0)
            }
        }
        try group.add(
            "padding-before-sender",
            19,
            "The padding is not zero, and the sender is not accepted."
        ) {
            var draft = scene.draft($0)
            draft.pad(1, offset: 0, value: 1)
            return try scene.refused(.malformedMessage, draft).with {
                $0.contacts = []
                $0.unknownSenders = "refuse"
            }.vector($0)
        }
    }
}

extension MessageDraft {
    /// Pads the message with `count` bytes, one of which is not zero.
    fileprivate mutating func pad(_ count: Int, offset: Int, value: UInt8) {
        envelopeCount = Self.overhead + content.count + count
        paddingByte = (offset: offset, value: value)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Envelopes that do not decrypt, or not to a plaintext: step 3 of section 16.
enum DecryptionVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 401)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            try addDamage(scene, to: &group)
            try addBindings(scene, to: &group)
            try addFields(scene, to: &group)
        }
        return group.vectors
    }

    private static func addDamage(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        let ciphertext = scene.suite == .x25519 ? 60 : 1148
        let places: [(String, String, Int)] = [
            ("message-id", "A bit of the message id is flipped.", 12),
            ("encapsulated-key", "A bit of the encapsulated key is flipped.", 28),
            ("ciphertext", "A bit of the ciphertext is flipped.", ciphertext),
        ]
        for (slug, comment, offset) in places {
            try group.add("\(prefix)-flipped-\(slug)", rule: "section 16, step 3", comment) {
                var envelope = try scene.draft($0).crafted().envelope
                envelope[offset] ^= 1
                return try scene.refused(.cannotOpen, envelope).vector($0)
            }
        }
        try group.add("\(prefix)-flipped-tag", rule: "section 16, step 3", "The last bit.") {
            var envelope = try scene.draft($0).crafted().envelope
            envelope[envelope.count - 1] ^= 0x80
            return try scene.refused(.cannotOpen, envelope).vector($0)
        }
        try group.add("\(prefix)-cut", rule: "section 16, step 3", "The last byte is gone.") {
            let envelope = try scene.draft($0).crafted().envelope
            return try scene.refused(.cannotOpen, envelope.dropLast()).vector($0)
        }
        try group.add("\(prefix)-extended", rule: "section 16, step 3", "A zero byte follows.") {
            let envelope = try scene.draft($0).crafted().envelope
            return try scene.refused(.cannotOpen, envelope + [0]).vector($0)
        }
    }

    private static func addBindings(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        try group.add("\(prefix)-other-topic", rule: "M-2", "Sealed for another app.") {
            var draft = scene.draft($0)
            draft.topic = "com.example.other"
            return try scene.refused(.cannotOpen, draft).vector($0)
        }
        try group.add(
            "\(prefix)-other-record",
            rule: "section 11, info",
            "Sealed to the same key under a record of another term."
        ) {
            var draft = scene.draft($0)
            draft.infoDigest = try scene.phone.record(scene.prekey) { $0.epoch += 1 }.digest
            return try scene.refused(.cannotOpen, draft).vector($0)
        }
        try group.add(
            "\(prefix)-other-device-in-info",
            rule: "section 11, info",
            "Sealed to the right key under another device's identity."
        ) {
            var draft = scene.draft($0)
            draft.infoDevice = try TestDevice("phone-2").identity.bytes
            return try scene.refused(.cannotOpen, draft).vector($0)
        }
        try group.add("\(prefix)-other-label", rule: "section 5", "The info of a version 2.") {
            var draft = scene.draft($0)
            draft.infoLabel = "SealedPush v2 info\0"
            return try scene.refused(.cannotOpen, draft).vector($0)
        }
    }

    private static func addFields(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        func add(
            _ slug: String,
            _ expected: OpeningError,
            _ comment: String,
            rule: String = "section 11, plaintext",
            change: (inout MessageDraft) -> Void
        ) throws {
            try group.add("\(prefix)-\(slug)", rule: rule, comment) {
                var draft = scene.draft($0)
                change(&draft)
                return try scene.refused(expected, draft).vector($0)
            }
        }
        try add("created-too-large", .malformedMessage, "Made at 2^53.", rule: "M-3") {
            $0.created = 1 << 53
        }
        try add("ttl-zero", .malformedMessage, "No second to live.") { $0.timeToLive = 0 }
        try add("ttl-too-long", .malformedMessage, "30 days and a second.") {
            $0.timeToLive = 2_592_001
        }
        try add("content-too-long", .malformedMessage, "The content ends behind the end.") {
            $0.contentCount += 1
        }
        try add("padding-first-byte", .malformedMessage, "The first byte of the padding is 1.") {
            $0.envelopeCount = scene.suite == .x25519 ? 512 : 2048
            $0.paddingByte = (offset: 0, value: 1)
        }
        try add("padding-last-byte", .malformedMessage, "The last byte of the padding is 0x80.") {
            $0.envelopeCount = (scene.suite == .x25519 ? 186 : 1274) + $0.content.count + 20
            $0.paddingByte = (offset: 19, value: 0x80)
        }
        try add(
            "content-too-short",
            .malformedMessage,
            "The length leaves out the content's last byte, which is then padding."
        ) { $0.contentCount -= 1 }
        try add(
            "padding-before-signature",
            .malformedMessage,
            "The padding is checked before the signature."
        ) {
            $0.envelopeCount = (scene.suite == .x25519 ? 186 : 1274) + $0.content.count + 1
            $0.paddingByte = (offset: 0, value: 1)
            $0.sign = .fixed([UInt8](repeating: 0, count: 64))
        }
    }
}

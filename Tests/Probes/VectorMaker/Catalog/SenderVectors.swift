// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages that are not their sender's: step 4 of section 16.
enum SenderVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 501)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            try addPolicies(scene, to: &group)
            try addKeys(scene, to: &group)
            try addSignatures(scene, to: &group)
        }
        return group.vectors
    }

    private static func addPolicies(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        try group.add(
            "\(prefix)-no-contact",
            rule: "section 16, step 4",
            "No contact, and the policy refuses unknown senders."
        ) {
            var vector = try scene.refused(.senderNotAccepted, scene.draft($0))
            vector.opening.contacts = ["person-1"]
            vector.opening.unknownSenders = "refuse"
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-no-contact-wrong-signature",
            rule: "section 16, step 4",
            "The policy comes before the signature."
        ) {
            var draft = scene.draft($0)
            draft.sign = .fixed([UInt8](repeating: 0, count: 64))
            var vector = try scene.refused(.senderNotAccepted, draft)
            vector.opening.contacts = []
            vector.opening.unknownSenders = "refuse"
            return try vector.vector($0)
        }
    }

    private static func addKeys(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        let keys: [(String, [UInt8], String)] = [
            ("mixed-order", Points.mixedOrder, "The sender's key has a part of order 8."),
            ("not-on-curve", Points.notOnCurve, "The sender's key is no point."),
            ("not-canonical", Points.notCanonical, "The sender's key is not reduced."),
        ]
        for (slug, key, comment) in keys {
            try group.add("\(prefix)-sender-\(slug)", rule: "M-9", comment) {
                var draft = scene.draft($0)
                draft.senderBytes = key
                return try unknown(scene.refused(.wrongSignature, draft)).vector($0)
            }
        }
        try group.add(
            "\(prefix)-sender-neutral",
            rule: "M-9",
            "The neutral element, under which this signature fits every message."
        ) {
            var draft = scene.draft($0)
            draft.senderBytes = Points.neutral
            let one = [1] + [UInt8](repeating: 0, count: 31)
            draft.sign = .fixed(Points.base + one)
            return try unknown(scene.refused(.wrongSignature, draft)).vector($0)
        }
    }

    private static func unknown(_ vector: MessageVector) -> MessageVector {
        var vector = vector
        vector.opening.contacts = []
        return vector
    }

    private static func addSignatures(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        let other = try TestSender("server-2")
        let faults: [(String, String, String, SignatureRule)] = [
            ("by-another", "section 11, signed message", "Signed by another sender.", .by(other)),
            (
                "zero", "M-8", "No signature at all.",
                .fixed([UInt8](repeating: 0, count: 64))
            ),
            (
                "no-label", "M-1", "Signed without the label.",
                .over { $0.label = [] }
            ),
            (
                "other-label", "M-1", "Signed under the label of a record.",
                .over { $0.label = Array("SealedPush v1 prekey\0".utf8) }
            ),
            (
                "other-info", "section 11, signed message",
                "Signed for another message id: another device, record or message.",
                .over { $0.info[$0.info.count - 1] ^= 1 }
            ),
            (
                "other-associated-data", "section 11, signed message",
                "Signed over another encapsulated key: a message that was sealed anew.",
                .over { $0.associatedData[28] ^= 1 }
            ),
            (
                "other-content", "section 11, signed message", "Signed over another content.",
                .over { $0.rest[46] ^= 1 }
            ),
            (
                "other-padding", "section 11, signed message",
                "Signed over the content with more padding.",
                .over { $0.rest.append(0) }
            ),
            ("unreduced", "M-8", "The second half has the group's order added to it.", .unreduced),
            (
                "neutral-first-half", "M-7",
                "The first half is the neutral element, and the equation holds.",
                .neutralFirstHalf
            ),
        ]
        for (slug, rule, comment, sign) in faults {
            try group.add("\(prefix)-signature-\(slug)", rule: rule, comment) {
                var draft = scene.draft($0)
                draft.sign = sign
                return try scene.refused(.wrongSignature, draft).vector($0)
            }
        }
        try group.add(
            "\(prefix)-signature-as-another",
            rule: "section 11, signed message",
            "Signed by one contact in the name of another."
        ) {
            var draft = scene.draft($0)
            draft.senderBytes = other.identity.bytes
            var vector = try scene.refused(.wrongSignature, draft)
            vector.opening.contacts = ["server-1", "server-2"]
            return try vector.vector($0)
        }
    }
}

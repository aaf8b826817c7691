// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages whose sender is not accepted, or that are not its: lines 20 to 22 of the receiver.
enum SenderVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 501)
        try addPolicies(to: &group)
        try addIdentities(to: &group)
        try addSignatures(to: &group)
        try addSilenced(to: &group)
        for isSound in [true, false] {
            let slug = isSound ? "signed" : "cofactor"
            let comment = "The sender's key has a part of order 8, and the signature fits it"
            try group.add(
                "sender-mixed-order-\(slug)",
                rule: "M-15",
                comment + (isSound ? "." : " by the cofactor alone.")
            ) {
                var draft = scene.draft($0)
                draft.senderBytes = Points.mixedOrder
                draft.sign = .mixedKey(isSound: isSound)
                let vector =
                    try isSound ? scene.opened(draft) : scene.refused(.wrongSignature, draft)
                return try vector.with { $0.contacts = [] }.vector($0)
            }
        }
        return group.vectors
    }

    private static let scene = Scene()
    private static let oneTime = Scene(.oneTime1)
    private static var noSignature: SignatureRule { .fixed([UInt8](repeating: 0, count: 64)) }

    private static func addPolicies(to group: inout VectorGroup) throws {
        try group.add("no-contact", 20, "No contact; the policy refuses it.") {
            try scene.refused(.senderNotAccepted, scene.draft($0)).with {
                $0.contacts = ["person-1"]
                $0.unknownSenders = "refuse"
            }.vector($0)
        }
        try group.add(
            "no-contact-not-signed",
            20,
            "No contact, which the policy refuses; and no signature."
        ) {
            var draft = scene.draft($0)
            draft.sign = noSignature
            return try scene.refused(.senderNotAccepted, draft).with {
                $0.contacts = []
                $0.unknownSenders = "refuse"
            }.vector($0)
        }
    }

    private static func addIdentities(to group: inout VectorGroup) throws {
        let keys: [(String, [UInt8], String)] = [
            ("mixed-order", Points.mixedOrder, "The sender's key plus a point of order 8."),
            ("small-order", Points.smallOrder, "The sender's key is of order 8."),
            ("not-on-curve", Points.notOnCurve, "The sender's key is no point."),
            ("not-canonical", Points.notCanonical, "The sender's key is not reduced."),
        ]
        for (slug, key, comment) in keys {
            try group.add("sender-\(slug)", 21, comment) {
                var draft = scene.draft($0)
                draft.senderBytes = key
                return try scene.refused(.wrongSignature, draft).with { $0.contacts = [] }
                    .vector($0)
            }
        }
        try group.add(
            "sender-neutral",
            rule: "M-16",
            "The neutral element, under which this signature fits every message."
        ) {
            var draft = scene.draft($0)
            draft.senderBytes = Points.neutral
            let one = [1] + [UInt8](repeating: 0, count: 31)
            draft.sign = .fixed(Points.base + one)
            return try scene.refused(.wrongSignature, draft).with { $0.contacts = [] }.vector($0)
        }
    }

    private static func addSignatures(to group: inout VectorGroup) throws {
        let other = TestSender("server-2")
        let faults: [(String, String, String, SignatureRule)] = [
            ("by-another", "M-38 line 21", "Signed by another sender.", .by(other)),
            ("zero", "M-13", "No signature at all.", noSignature),
            ("no-label", "M-5", "Signed without the label.", .over { $0.label = [] }),
            (
                "other-label", "M-5", "Signed under the label of a record.",
                .over { $0.label = Array("SealedPush v1 prekey\0".utf8) }
            ),
            (
                "other-info", "M-38 line 21", "Signed for another message id.",
                .over { $0.info[$0.info.count - 1] ^= 1 }
            ),
            (
                "other-associated-data", "M-38 line 21", "Signed over another enc: sealed anew.",
                .over { $0.associatedData[25] ^= 1 }
            ),
            (
                "other-content", "M-38 line 21", "Signed over other content.",
                .over { $0.rest[46] ^= 1 }
            ),
            (
                "other-padding", "M-38 line 21", "Signed over a byte more of padding.",
                .over { $0.rest.append(0) }
            ),
            ("unreduced", "M-14", "S + L in the place of S.", .unreduced),
            (
                "neutral-first-half", "M-13", "R is the neutral element, and the equation holds.",
                .neutralFirstHalf
            ),
            (
                "mixed-first-half", "M-15",
                "R has a part of order 8: a verifier that uses the cofactor accepts it.",
                .mixedFirstHalf
            ),
        ]
        for (slug, rule, comment, sign) in faults {
            try group.add("signature-\(slug)", rule: rule, comment) {
                var draft = scene.draft($0)
                draft.sign = sign
                return try scene.refused(.wrongSignature, draft).vector($0)
            }
        }
        try group.add("signature-as-another", 21, "A contact signs in the name of another.") {
            var draft = scene.draft($0)
            draft.senderBytes = other.identity.bytes
            return try scene.refused(.wrongSignature, draft)
                .with { $0.contacts = ["server-1", "server-2"] }.vector($0)
        }
    }

    /// Blocked and revoked senders.
    private static func addSilenced(to group: inout VectorGroup) throws {
        let states: [(String, String, (inout Opening) -> Void)] = [
            ("blocked", "A contact that is blocked.", { $0.blocked = ["server-1"] }),
            ("revoked", "A contact that was revoked.", { $0.revoked = ["server-1"] }),
            (
                "revoked-no-contact", "No contact, and revoked; the policy shows others.",
                {
                    $0.contacts = []
                    $0.revoked = ["server-1"]
                }
            ),
        ]
        for (slug, comment, silence) in states {
            try group.add(slug, 22, comment) {
                try scene.refused(.senderNotAccepted, scene.draft($0)).with(silence).vector($0)
            }
            try group.add("\(slug)-not-signed", 22, "\(comment) It is not signed.") {
                var draft = scene.draft($0)
                draft.sign = noSignature
                return try scene.refused(.wrongSignature, draft).with(silence).vector($0)
            }
            try group.add("\(slug)-and-expired", 22, "\(comment) It has expired.") {
                try scene.refused(.senderNotAccepted, scene.draft($0)).with {
                    silence(&$0)
                    $0.now = Moment.base.advanced(by: .seconds(2 * 86_400))
                }.vector($0)
            }
            try group.add("\(slug)-burns-nothing", 22, "\(comment) Then another sends.") {
                let other = oneTime.draft($0, salt: " other", from: TestSender("server-2"))
                let payload = try Scene.outer(other.crafted().envelope)
                var vector = try oneTime.refused(.senderNotAccepted, oneTime.draft($0))
                    .with(silence)
                    .again("opened") {
                        $0.payload = payload
                        $0.content = Scene.hello
                    }
                vector.sender = other.sender
                return try vector.vector($0)
            }
        }
        try group.add("blocked-and-unblocked", 22, "Once unblocked, it is opened.") {
            try oneTime.refused(.senderNotAccepted, oneTime.draft($0))
                .with { $0.blocked = ["server-1"] }
                .again("opened") {
                    $0.blocked = []
                    $0.content = Scene.hello
                }.vector($0)
        }
        try group.add("blocked-another", 22, "Other senders are blocked and revoked.") {
            try scene.opened(scene.draft($0)).with {
                $0.contacts = ["server-1", "server-2"]
                $0.blocked = ["server-2"]
                $0.revoked = ["person-1"]
            }.vector($0)
        }
        try group.add(
            "blocked-and-created-in-future",
            22,
            "A contact that is blocked. It was created in the future."
        ) {
            try scene.refused(.senderNotAccepted, scene.draft($0)).with {
                $0.blocked = ["server-1"]
                $0.now = Moment.base.advanced(by: .seconds(-2 * 86_400))
            }.vector($0)
        }
        try group.add(
            "blocked-and-malformed",
            22,
            "A contact that is blocked. The content is no JSON."
        ) {
            try scene.refused(.senderNotAccepted, scene.draft($0, content: "x"))
                .with { $0.blocked = ["server-1"] }.vector($0)
        }
        try group.add(
            "blocked-after-hand-over",
            22,
            "It was handed over before the sender was blocked."
        ) {
            try scene.opened(scene.draft($0)).again("senderNotAccepted") {
                $0.blocked = ["server-1"]
            }.vector($0)
        }
        try group.add(
            "blocked-after-claim",
            22,
            "The claim stays unfinished: it is handed over once the sender is unblocked."
        ) {
            var first = try scene.opened(scene.draft($0))
            first.opening.stop = .afterClaim
            return try first.again("senderNotAccepted") { $0.blocked = ["server-1"] }
                .again("recovered") {
                    $0.blocked = []
                    $0.content = Scene.hello
                }.vector($0)
        }
    }
}

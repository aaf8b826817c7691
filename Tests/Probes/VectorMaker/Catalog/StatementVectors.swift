// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Statements, safety numbers and collapse ids: sections 8, 9 and 13.
enum StatementVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1201)
        for statement in [try StatementDraft.deviceLink(), try .succession()] {
            addTransfer(statement, to: &group)
        }
        addSingle(try .revocation(), to: &group)
        addSingle(try .retirement(), to: &group)
        try addPossession(to: &group)
        try addOffer(to: &group)
        return try group.vectors + numbers()
    }

    /// What every statement is refused for.
    private static func addCommon(_ draft: StatementDraft, to group: inout VectorGroup) {
        let kind = draft.kind
        group.add(kind.slug, rule: "M-26", "A statement.") { draft.accepted($0) }
        group.add("\(kind.slug)-no-byte", rule: "M-26", "Nothing at all.") {
            draft.refused(.wrongLength, [], $0)
        }
        group.add("\(kind.slug)-cut", rule: "M-4", "The last byte is gone.") {
            draft.refused(.wrongLength, draft.signed().dropLast(), $0)
        }
        group.add("\(kind.slug)-extended", rule: "M-4", "A zero byte follows.") {
            draft.refused(.wrongLength, draft.signed() + [0], $0)
        }
        group.add("\(kind.slug)-version-2", rule: "M-26", "Version 2.") {
            draft.refused(.unknownVersion, draft.with { $0[0] = 2 }.signed(), $0)
        }
        group.add("\(kind.slug)-identity-refused", rule: "M-9", "A point of order 8.") {
            let changed = draft.with { $0.replaceSubrange(1..<33, with: Points.smallOrder) }
            return draft.refused(.identityRefused, changed.signed(), $0)
        }
        group.add("\(kind.slug)-flipped", rule: "M-26", "A bit of the signature is flipped.") {
            var bytes = draft.signed()
            bytes[draft.fields.count] ^= 1
            return draft.refused(.wrongSignature, bytes, $0)
        }
        group.add("\(kind.slug)-other-label", rule: "M-1", "Signed under another label.") {
            var other = draft
            other.label = "SealedPush v1 message\0"
            return draft.refused(.wrongSignature, other.signed(), $0)
        }
    }

    private static func addTime(
        _ draft: StatementDraft,
        at offset: Int,
        to group: inout VectorGroup
    ) {
        group.add("\(draft.kind.slug)-time", rule: "M-3", "A time of 2^53.") {
            let time = bigEndian(UInt64(1) << 53)
            let changed = draft.with { $0.replaceSubrange(offset..<offset + 8, with: time) }
            return draft.refused(.wrongTime, changed.signed(), $0)
        }
    }

    private static func addTransfer(_ draft: StatementDraft, to group: inout VectorGroup) {
        addCommon(draft, to: &group)
        addTime(draft, at: 65, to: &group)
        let slug = draft.kind.slug
        group.add("\(slug)-equal-keys", rule: "M-26", "From an identity to itself.") {
            var changed = draft.with { $0.replaceSubrange(33..<65, with: Array($0[1..<33])) }
            changed.signers[1] = changed.signers[0]
            return draft.refused(.equalKeys, changed.signed(), $0)
        }
        group.add("\(slug)-signed-by-old-alone", rule: "M-26", "Both signatures are the old's.") {
            var changed = draft
            changed.signers[1] = changed.signers[0]
            return draft.refused(.wrongSignature, changed.signed(), $0)
        }
        group.add("\(slug)-signatures-swapped", rule: "M-26", "The new one's comes first.") {
            var changed = draft
            changed.signers.swapAt(0, 1)
            return draft.refused(.wrongSignature, changed.signed(), $0)
        }
    }

    private static func addSingle(_ draft: StatementDraft, to group: inout VectorGroup) {
        addCommon(draft, to: &group)
        if draft.fields.count == 41 { addTime(draft, at: 33, to: &group) }
    }

    private static func addPossession(to group: inout VectorGroup) throws {
        let draft = try StatementDraft.possession(origin: Array("https://push.example.com".utf8))
        addCommon(draft, to: &group)
        addTime(draft, at: draft.fields.count - 8, to: &group)
        try group.add("possession-no-origin", rule: "M-27", "An origin of no byte.") {
            try draft.refused(.wrongOrigin, StatementDraft.possession(origin: []).signed(), $0)
        }
        try group.add("possession-origin-not-utf8", rule: "M-27", "An origin that is not UTF-8.") {
            let bytes = try StatementDraft.possession(origin: [0x61, 0xC3]).signed()
            return draft.refused(.wrongOrigin, bytes, $0)
        }
        group.add("possession-head-cut", rule: "M-26", "34 bytes, too few to tell the length.") {
            draft.refused(.wrongLength, Array(draft.signed().prefix(34)), $0)
        }
    }

    private static func addOffer(to group: inout VectorGroup) throws {
        let draft = try StatementDraft.linkOffer()
        addCommon(draft, to: &group)
        addTime(draft, at: 65, to: &group)
        group.add("link-offer-new-refused", rule: "M-9", "The new identity is of order 8.") {
            let changed = draft.with { $0.replaceSubrange(33..<65, with: Points.smallOrder) }
            return draft.refused(.identityRefused, changed.signed(), $0)
        }
        group.add("link-offer-equal-keys", rule: "M-26", "From an identity to itself.") {
            let changed = draft.with { $0.replaceSubrange(33..<65, with: Array($0[1..<33])) }
            return draft.refused(.equalKeys, changed.signed(), $0)
        }
        try group.add("link-offer-signed-by-new", rule: "M-26", "The new one's signature.") {
            var changed = draft
            changed.signers = [try StatementDraft.deviceLink().signers[1]]
            return draft.refused(.wrongSignature, changed.signed(), $0)
        }
        try group.add("link-offer-whole-link", rule: "M-4", "Both signatures are there.") {
            draft.refused(.wrongLength, try StatementDraft.deviceLink().signed(), $0)
        }
    }

    private static func numbers() throws -> [Vector] {
        var group = VectorGroup(from: 1301)
        let server = try TestSender("server-1")
        let person = try TestSender("person-1")
        let phone = try TestDevice("phone-1")
        for (slug, sender) in [("server", server), ("person", person)] {
            try group.add("safety-number-\(slug)", rule: "section 9", "Sixty digits.") {
                let number = try SafetyNumber(sender: sender.identity, device: phone.identity)
                return Vector($0, kind: "safetyNumber", expected: "accepted") { vector in
                    vector.add("sender", hex: sender.identity.bytes)
                    vector.add("device", hex: phone.identity.bytes)
                    vector.add("digits", number.digits)
                }
            }
        }
        group.add("safety-number-equal-keys", rule: "M-31", "One key on both sides.") {
            Vector($0, kind: "safetyNumber", expected: WireError.equalKeys.rawValue) { vector in
                vector.add("sender", hex: phone.identity.bytes)
                vector.add("device", hex: phone.identity.bytes)
            }
        }
        for (slug, key) in [("ascii", "chat-7"), ("unicode", "Größe 🏥"), ("empty", "")] {
            group.add("collapse-id-\(slug)", rule: "M-41", "The id that a caller's key gets.") {
                let label = Array("SealedPush v1 collapse\0".utf8)
                let message = label + phone.identity.bytes + Array(key.utf8)
                let code = hmac(server.secret, message)
                return Vector($0, kind: "collapseID", expected: "accepted") { vector in
                    vector.add("sender", server.name)
                    vector.add("device", hex: phone.identity.bytes)
                    vector.add("collapseKey", key)
                    vector.add("collapseID", Base64URL.encode(Array(code.prefix(16)).span))
                }
            }
        }
        group.add("safety-number-identity-refused", rule: "M-9", "A point of order 8.") {
            let expected = WireError.identityRefused.rawValue
            return Vector($0, kind: "safetyNumber", expected: expected) { vector in
                vector.add("sender", hex: Points.smallOrder)
                vector.add("device", hex: Points.smallOrder)
            }
        }
        return group.vectors
    }
}

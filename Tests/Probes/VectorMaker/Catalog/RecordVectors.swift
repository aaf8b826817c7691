// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Prekey records, well and badly formed: section 6.
enum RecordVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1001)
        for suite in Suite.allCases {
            let draft = try RecordDraft(PrekeyName(suite: suite, class: .reusable))
            try addAccepted(draft, to: &group)
            try addForms(draft, to: &group)
            try addKeysAndSignatures(draft, to: &group)
        }
        try addUnchecked(to: &group)
        return group.vectors
    }

    /// What a reader might expect to be refused, and is not.
    private static func addUnchecked(to group: inout VectorGroup) throws {
        let draft = try RecordDraft(PrekeyName(suite: .x25519, class: .reusable))
        try group.add("record-suite1-revokes-itself", rule: "M-14", "min_epoch is above epoch.") {
            try draft.with { $0.put([0xFF, 0xFF, 0xFF, 0xFF], at: 8) }.accepted($0)
        }
        try group.add("record-suite1-key-not-reduced", rule: "M-5", "The key is p + 9.") {
            try draft.with { $0.put(Points.baseNotReduced, at: 28) }.accepted($0)
        }
    }

    private static func addAccepted(_ draft: RecordDraft, to group: inout VectorGroup) throws {
        let prefix = "record-suite\(draft.prekey.suite.rawValue)"
        try group.add(prefix, rule: "M-14", "A reusable record.") {
            try draft.accepted($0)
        }
        try group.add("\(prefix)-one-time", rule: "M-14", "A one-time record.") {
            try draft.with { $0.bytes[2] = 1 }.accepted($0)
        }
        try group.add("\(prefix)-extremes", rule: "M-16", "The largest numbers there are.") {
            try draft.with {
                $0.put([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], at: 4)
                $0.put(bigEndian(UInt64(1 << 53 - 2)), at: 12)
                $0.put(bigEndian(UInt64(1 << 53 - 1)), at: 20)
            }.accepted($0)
        }
        try group.add(
            "\(prefix)-offers-own-suite",
            rule: "M-15",
            "The record's own suite alone is offered."
        ) { heading in
            try draft.with { $0.bytes[3] = $0.prekey.suite.rawValue }.accepted(heading)
        }
    }

    private static func addForms(_ draft: RecordDraft, to group: inout VectorGroup) throws {
        let prefix = "record-suite\(draft.prekey.suite.rawValue)"
        let suite = draft.prekey.suite
        group.add("\(prefix)-one-byte", rule: "M-14", "The version and nothing else.") {
            RecordDraft.refused(.wrongLength, [1], $0)
        }
        group.add("\(prefix)-cut", rule: "M-4", "The last byte is gone.") {
            RecordDraft.refused(.wrongLength, draft.signed().dropLast(), $0)
        }
        group.add("\(prefix)-extended", rule: "M-4", "A zero byte follows.") {
            RecordDraft.refused(.wrongLength, draft.signed() + [0], $0)
        }
        let faults: [(String, String, String, WireError, (inout RecordDraft) -> Void)] = [
            ("version-0", "M-14", "Version 0.", .unknownVersion, { $0.bytes[0] = 0 }),
            ("version-2", "M-14", "Version 2.", .unknownVersion, { $0.bytes[0] = 2 }),
            ("unknown-suite", "M-14", "Suite 3.", .unknownSuite, { $0.bytes[1] = 3 }),
            (
                "other-suite", "M-14", "The length is not that of the suite named.",
                .wrongLength, { $0.bytes[1] = 3 - suite.rawValue }
            ),
            ("unknown-class", "M-14", "Class 2.", .unknownClass, { $0.bytes[2] = 2 }),
            (
                "offers-nothing", "M-15", "No suite is offered.", .wrongOffers,
                { $0.bytes[3] = 0 }
            ),
            (
                "offers-other", "M-15", "The record's own suite is not offered.", .wrongOffers,
                { $0.bytes[3] = 3 - suite.rawValue }
            ),
            (
                "offers-suite-3", "M-15", "A suite 3 is offered, too.", .wrongOffers,
                { $0.bytes[3] = 7 }
            ),
            (
                "empty-term", "M-16", "It ends as it begins.", .wrongTime,
                { $0.put(Array($0.bytes[12..<20]), at: 20) }
            ),
            (
                "end-too-large", "M-3", "It ends at 2^53.", .wrongTime,
                { $0.put(bigEndian(UInt64(1) << 53), at: 20) }
            ),
        ]
        for (slug, rule, comment, expected, change) in faults {
            group.add("\(prefix)-\(slug)", rule: rule, comment) {
                RecordDraft.refused(expected, draft.with(change).signed(), $0)
            }
        }
    }

    private static func addKeysAndSignatures(
        _ draft: RecordDraft,
        to group: inout VectorGroup
    ) throws {
        let prefix = "record-suite\(draft.prekey.suite.rawValue)"
        for point in Points.lowOrder where point.name != "p" {
            group.add("\(prefix)-key-\(point.name)", rule: "M-5", "The X25519 key is refused.") {
                let bytes = draft.with { $0.put(point.bytes, at: $0.bytes.count - 32) }.signed()
                return RecordDraft.refused(.publicKeyRefused, bytes, $0)
            }
        }
        switch draft.prekey.suite {
        case .x25519:
            try group.add(
                "\(prefix)-key-top-bit",
                rule: "M-5",
                "The top bit of the key is set: it is a record like any other."
            ) { heading in
                try draft.with { $0.bytes[59] |= 0x80 }.accepted(heading)
            }
        case .xwing:
            group.add("\(prefix)-key-not-reduced", rule: "M-6", "The first number is 3329.") {
                let bytes = draft.with {
                    $0.bytes[28] = 0x01
                    $0.bytes[29] = $0.bytes[29] & 0xF0 | 0x0D
                }.signed()
                return RecordDraft.refused(.publicKeyRefused, bytes, $0)
            }
            group.add("\(prefix)-key-last-number", rule: "M-6", "The last number is 4095.") {
                let bytes = draft.with {
                    $0.bytes[28 + 1150] |= 0xF0
                    $0.bytes[28 + 1151] = 0xFF
                }.signed()
                return RecordDraft.refused(.publicKeyRefused, bytes, $0)
            }
        }
        group.add("\(prefix)-flipped", rule: "M-14", "A bit of the epoch is flipped.") {
            var bytes = draft.signed()
            bytes[7] ^= 1
            return RecordDraft.refused(.wrongSignature, bytes, $0)
        }
        try group.add("\(prefix)-other-device", rule: "M-14", "Signed by another device.") {
            let other = try TestDevice("phone-2")
            return RecordDraft.refused(.wrongSignature, draft.signed(by: other), $0)
        }
        group.add("\(prefix)-signature-unreduced", rule: "M-8", "S + L in the place of S.") {
            let bytes = draft.signed()
            let second = GroupScalar(reducing: Array(bytes.suffix(32)))
            return RecordDraft.refused(
                .wrongSignature,
                bytes.dropLast(32) + second.unreducedBytes,
                $0
            )
        }
    }
}

/// The bytes of a record before its signature, open to change.
struct RecordDraft {
    let prekey: PrekeyName
    let phone: TestDevice
    var bytes: [UInt8]

    init(_ prekey: PrekeyName) throws {
        self.prekey = prekey
        phone = try TestDevice("phone-1")
        bytes = try phone.record(prekey).bytes.dropLast(64)
    }

    func with(_ change: (inout RecordDraft) -> Void) -> RecordDraft {
        var draft = self
        change(&draft)
        return draft
    }

    mutating func put(_ piece: [UInt8], at offset: Int) {
        bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
    }

    func signed(by signer: TestDevice? = nil) -> [UInt8] {
        let message =
            Array("SealedPush v1 prekey\0".utf8) + phone.identity.bytes + bytes
        return bytes + (signer ?? phone).sign(message)
    }

    func accepted(_ heading: Heading) throws -> Vector {
        let bytes = signed()
        let label = Array("SealedPush v1 prekey id\0".utf8)
        let id = sha256(label + phone.identity.bytes + bytes).prefix(8)
        return Vector(heading, kind: "record", expected: "accepted") { vector in
            vector.add("identity", hex: phone.identity.bytes)
            vector.add("record", hex: bytes)
            vector.add("recordDigest", hex: sha256(bytes))
            vector.add("prekeyID", hex: Array(id))
        }
    }

    static func refused(_ expected: WireError, _ bytes: [UInt8], _ heading: Heading) -> Vector {
        Vector(heading, kind: "record", expected: expected.rawValue) { vector in
            vector.add("identity", hex: TestIdentities.all[0])
            vector.add("record", hex: bytes)
        }
    }
}

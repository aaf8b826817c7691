// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Prekey records, well and badly formed: section 6 of `message.md`.
enum RecordVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 1001)
        let draft = RecordDraft()
        addAccepted(draft, to: &group)
        addForms(draft, to: &group)
        addKeys(draft, to: &group)
        addSignatures(draft, to: &group)
        addLimits(draft, to: &group)
        return group.vectors
    }

    private static func addAccepted(_ draft: RecordDraft, to group: inout VectorGroup) {
        let top = [UInt8](repeating: 0xFF, count: 4)
        let faultless: [(String, String, String, (inout RecordDraft) -> Void)] = [
            ("reusable", "M-24", "A reusable record.", { _ in }),
            ("one-time", "M-24", "A one-time record.", { $0.bytes[1] = 1 }),
            (
                "largest-numbers", "M-24", "The largest epochs and times.",
                {
                    $0.put(top + top, at: 2)
                    $0.put(bigEndian(UInt64(1 << 53 - 2)), at: 10)
                    $0.put(bigEndian(UInt64(1 << 53 - 1)), at: 18)
                }
            ),
            (
                "smallest-numbers", "M-24", "Epoch 0, and a term of one millisecond from 1970.",
                {
                    $0.put([UInt8](repeating: 0, count: 16), at: 2)
                    $0.put(bigEndian(UInt64(1)), at: 18)
                }
            ),
            ("revokes-itself", "M-24", "min_epoch is above epoch.", { $0.put(top, at: 6) }),
            (
                "key-own-top-bit", "M-10", "The top bit of the device's X25519 half is set.",
                { $0.bytes[1241] |= 0x80 }
            ),
        ]
        for (slug, rule, comment, change) in faultless {
            group.add("record-\(slug)", rule: rule, comment) { draft.with(change).accepted($0) }
        }
        for base in Points.notCanonicalBases {
            group.add("record-key-\(base.name)", rule: "M-10", "The X25519 half is u = 9.") {
                draft.with { $0.put(base.bytes, at: 1210) }.accepted($0)
            }
        }
    }

    private static func addForms(_ draft: RecordDraft, to group: inout VectorGroup) {
        let whole: [(String, String, String, WireError, [UInt8])] = [
            ("no-byte", "M-24", "Nothing at all.", .malformed, []),
            ("one-byte", "M-24", "The version and nothing else.", .malformed, [1]),
            (
                "one-byte-of-version-2", "M-24", "The version is read before the length.",
                .unknownVersion, [2]
            ),
            ("cut", "M-1", "The last byte is missing.", .malformed, draft.signed().dropLast()),
            ("extended", "M-1", "A zero byte follows.", .malformed, draft.signed() + [0]),
        ]
        for (slug, rule, comment, expected, bytes) in whole {
            group.add("record-\(slug)", rule: rule, comment) {
                RecordDraft.refused(expected, bytes, $0)
            }
        }
        let tooLarge = bigEndian(UInt64(1) << 53)
        let faults: [(String, String, String, WireError, (inout RecordDraft) -> Void)] = [
            ("version-0", "M-24", "Version 0.", .unknownVersion, { $0.bytes[0] = 0 }),
            ("version-2", "M-24", "Version 2.", .unknownVersion, { $0.bytes[0] = 2 }),
            ("class-2", "M-24", "Class 2.", .malformed, { $0.bytes[1] = 2 }),
            (
                "empty-term", "M-24", "It ends when it begins.", .malformed,
                { $0.put(Array($0.bytes[10..<18]), at: 18) }
            ),
            (
                "ends-first", "M-24", "It ends before it begins.", .malformed,
                { $0.put(Array($0.bytes[18..<26] + $0.bytes[10..<18]), at: 10) }
            ),
            ("end-too-large", "M-2", "It ends at 2^53.", .malformed, { $0.put(tooLarge, at: 18) }),
            (
                "begin-too-large", "M-2", "It begins at 2^53, and ends a millisecond later.",
                .malformed,
                {
                    $0.put(tooLarge, at: 10)
                    $0.put(bigEndian(UInt64(1) << 53 + 1), at: 18)
                }
            ),
            (
                "class-before-key", "M-24", "Class 2, and a key that is refused.", .malformed,
                {
                    $0.bytes[1] = 2
                    $0.put(Points.neutral, at: 1210)
                }
            ),
        ]
        for (slug, rule, comment, expected, change) in faults {
            group.add("record-\(slug)", rule: rule, comment) {
                RecordDraft.refused(expected, draft.with(change).signed(), $0)
            }
        }
    }

    private static func addKeys(_ draft: RecordDraft, to group: inout VectorGroup) {
        func refused(
            _ slug: String,
            _ rule: String,
            _ comment: String,
            _ change: (inout RecordDraft) -> Void
        ) {
            group.add("record-key-\(slug)", rule: rule, comment) {
                RecordDraft.refused(.keyRefused, draft.with(change).signed(), $0)
            }
        }
        for point in Points.lowOrder {
            refused("low-order-\(point.name)", "M-9", "The X25519 half is refused.") {
                $0.put(point.bytes, at: 1210)
            }
        }
        for point in Points.lowOrder.prefix(2) + Points.lowOrder.suffix(1) {
            refused(
                "low-order-\(point.name)-top-bit",
                "M-9",
                "The X25519 half is refused also with its top bit set."
            ) {
                $0.put(point.bytes, at: 1210)
                $0.bytes[1241] |= 0x80
            }
        }
        refused("first-number", "M-12", "The first number is 3329.") {
            $0.bytes[26] = 0x01
            $0.bytes[27] = $0.bytes[27] & 0xF0 | 0x0D
        }
        refused("second-number", "M-12", "The second number is 3329.") {
            $0.bytes[27] = $0.bytes[27] & 0x0F | 0x10
            $0.bytes[28] = 0xD0
        }
        refused("last-number", "M-12", "The last number is 4095.") {
            $0.bytes[26 + 1150] |= 0xF0
            $0.bytes[26 + 1151] = 0xFF
        }
        group.add(
            "record-key-before-signature",
            rule: "M-24",
            "A key that is refused, and no signature."
        ) {
            let bytes = draft.with { $0.put(Points.neutral, at: 1210) }.bytes
            return RecordDraft.refused(
                .keyRefused,
                bytes + [UInt8](repeating: 0, count: 64),
                $0
            )
        }
    }

    private static func addSignatures(_ draft: RecordDraft, to group: inout VectorGroup) {
        var flipped = draft.signed()
        flipped[5] ^= 1
        let honest = draft.signed()
        let second = GroupScalar(reducing: Array(honest.suffix(32)))
        var relabelled = draft
        relabelled.label = "SealedPush v1 possession\0"
        let faults: [(String, String, String, [UInt8])] = [
            ("flipped", "M-24", "A bit of the epoch is flipped.", flipped),
            (
                "other-device", "M-24", "Signed by another device.",
                draft.signed(by: TestDevice("phone-2"))
            ),
            ("other-label", "M-5", "Signed under another label.", relabelled.signed()),
            (
                "signature-unreduced", "M-14", "S + L in the place of S.",
                honest.dropLast(32) + second.unreducedBytes
            ),
            (
                "signature-neutral-first-half", "M-13",
                "R is the neutral element, and the equation holds.",
                draft.bytes + FirstHalf.neutral.signature(by: draft.phone.name, over: draft.message)
            ),
            (
                "signature-mixed-first-half", "M-15",
                "R has a part of order 8: a verifier that uses the cofactor accepts it.",
                draft.bytes + FirstHalf.mixed.signature(by: draft.phone.name, over: draft.message)
            ),
        ]
        for (slug, rule, comment, bytes) in faults {
            group.add("record-\(slug)", rule: rule, comment) {
                RecordDraft.refused(.wrongSignature, bytes, $0)
            }
        }
    }
}

extension RecordVectors {
    /// Numbers of a key at their limit, and the order of two checks.
    private static func addLimits(_ draft: RecordDraft, to group: inout VectorGroup) {
        group.add("record-key-largest-numbers", rule: "M-12", "Numbers of 3328.") {
            draft.with { $0.put([0x00, 0x0D, 0xD0, 0xFF, 0x00, 0xD0], at: 26) }.accepted($0)
        }
        group.add("record-key-second-number-alone", rule: "M-12", "The second number is 3329.") {
            let bytes = draft.with { $0.put([0x00, 0x10, 0xD0], at: 26) }.signed()
            return RecordDraft.refused(.keyRefused, bytes, $0)
        }
        group.add(
            "record-times-before-key",
            rule: "M-24",
            "It ends when it begins, and its key is refused."
        ) {
            let bytes = draft.with {
                $0.put(Array($0.bytes[10..<18]), at: 18)
                $0.put(Points.neutral, at: 1210)
            }.signed()
            return RecordDraft.refused(.malformed, bytes, $0)
        }
    }
}

/// The bytes of a record before its signature, open to change.
struct RecordDraft {
    let phone = TestDevice("phone-1")
    var label = "SealedPush v1 prekey\0"
    var bytes: [UInt8]

    init() {
        bytes = phone.record().bytes.dropLast(64)
    }

    func with(_ change: (inout RecordDraft) -> Void) -> RecordDraft {
        var draft = self
        change(&draft)
        return draft
    }

    mutating func put(_ piece: [UInt8], at offset: Int) {
        bytes.replaceSubrange(offset..<offset + piece.count, with: piece)
    }

    /// What is signed.
    var message: [UInt8] { Array(label.utf8) + phone.identity.bytes + bytes }

    func signed(by signer: TestDevice? = nil) -> [UInt8] {
        bytes + (signer ?? phone).sign(message)
    }

    func accepted(_ heading: Heading) -> Vector {
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

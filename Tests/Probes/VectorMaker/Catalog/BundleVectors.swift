// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Bundles and the texts for people, well and badly formed: section 7.
enum BundleVectors {
    static func make() throws -> [Vector] {
        try bundles() + texts()
    }

    private static func bundles() throws -> [Vector] {
        var group = VectorGroup(from: 1101)
        let phone = try TestDevice("phone-1")
        let head = [1] + phone.identity.bytes
        let one = try phone.record(PrekeyName(suite: .x25519, class: .reusable))
        let oneTime = try phone.record(PrekeyName(suite: .x25519, class: .oneTime))
        let two = try phone.record(PrekeyName(suite: .xwing, class: .reusable))
        let later = try phone.record(PrekeyName(suite: .x25519, class: .reusable)) { $0.epoch += 1 }
        func accepted(_ slug: String, rule: String, _ comment: String, _ records: [PrekeyRecord]) {
            group.add("bundle-\(slug)", rule: rule, comment) {
                Vector($0, kind: "bundle", expected: "accepted") { vector in
                    let bytes = head + bigEndian(UInt16(records.count)) + records.flatMap(\.bytes)
                    vector.add("bundle", hex: bytes)
                    vector.add("identity", hex: phone.identity.bytes)
                    vector.array("prekeyIDs") { list in
                        for record in records { list.add(Hex.encode(record.id.bytes.span)) }
                    }
                }
            }
        }
        func refused(
            _ slug: String,
            _ expected: WireError,
            rule: String = "M-23",
            _ comment: String,
            _ bytes: [UInt8]
        ) {
            group.add("bundle-\(slug)", rule: rule, comment) {
                Vector($0, kind: "bundle", expected: expected.rawValue) { vector in
                    vector.add("bundle", hex: bytes)
                }
            }
        }
        accepted("empty", rule: "M-24", "A bundle without records.", [])
        accepted("both-suites", rule: "M-23", "A reusable record of each suite.", [one, two])
        accepted("mixed", rule: "M-23", "Both classes, two suites.", [oneTime, two, one])
        refused("no-byte", .wrongLength, "Nothing at all.", [])
        refused("head-cut", .wrongLength, "34 bytes.", head + [0])
        refused("version-2", .unknownVersion, "Version 2.", [2] + head.dropFirst() + [0, 0])
        refused(
            "identity-small-order",
            .identityRefused,
            rule: "M-9",
            "The identity is a point of order 8.",
            [1] + Points.smallOrder + [0, 0]
        )
        refused(
            "identity-mixed-order",
            .identityRefused,
            rule: "M-9",
            "The identity has a part of order 8.",
            [1] + Points.mixedOrder + [0, 0]
        )
        refused(
            "identity-not-on-curve",
            .identityRefused,
            rule: "M-9",
            "The identity is no point.",
            [1] + Points.notOnCurve + [0, 0]
        )
        refused(
            "identity-not-canonical",
            .identityRefused,
            rule: "M-7",
            "The identity is not reduced.",
            [1] + Points.notCanonical + [0, 0]
        )
        refused("257-records", .tooManyRecords, "The count is read first.", head + [1, 1])
        refused(
            "fewer-records",
            .wrongLength,
            "A second one is missing.",
            head + [0, 2] + one.bytes
        )
        refused(
            "record-cut",
            .wrongLength,
            "The record ends early.",
            head + [0, 1] + one.bytes.dropLast()
        )
        refused(
            "trailing",
            .wrongLength,
            "A byte follows the last.",
            head + [0, 1] + one.bytes + [0]
        )
        refused(
            "record-version",
            .unknownVersion,
            "A record of version 2.",
            head + [0, 1] + [2] + one.bytes.dropFirst()
        )
        refused(
            "record-of-another-device",
            .wrongSignature,
            "A record that another device signed.",
            try head + [0, 1]
                + TestDevice("phone-2").record(PrekeyName(suite: .x25519, class: .reusable)).bytes
        )
        refused(
            "repeated-prekey",
            .repeatedPrekey,
            "A one-time record twice.",
            head + [0, 2] + oneTime.bytes + oneTime.bytes
        )
        refused(
            "repeated-reusable",
            .repeatedReusable,
            "Two reusable records of suite 1.",
            head + [0, 2] + one.bytes + later.bytes
        )
        refused(
            "repeated-both",
            .repeatedPrekey,
            "A reusable record twice: the prekey id is checked first.",
            head + [0, 2] + one.bytes + one.bytes
        )
        refused(
            "record-of-one-byte",
            .wrongLength,
            "One byte is left for a record.",
            head + [0, 1, 1]
        )
        refused(
            "record-of-unknown-suite",
            .unknownSuite,
            "Two bytes are left: the suite is read before the length that it tells.",
            head + [0, 1, 1, 3]
        )
        refused(
            "trailing-after-repeated",
            .wrongLength,
            "What is repeated is looked for when nothing is left.",
            head + [0, 2] + one.bytes + one.bytes + [0]
        )
        accepted("one-suite-of-two", rule: "M-18", "Readers do not ask for the other suite.", [one])
        let own = try phone.record(PrekeyName(suite: .x25519, class: .reusable)) {
            $0.offers = SuiteOffers(.x25519)
        }
        accepted("offers-differ", rule: "M-17", "Readers do not compare offers.", [own, two])
        return group.vectors
    }

    private static func texts() throws -> [Vector] {
        var group = VectorGroup(from: 1151)
        let server = try TestSender("server-1").identity.bytes
        let bundle = try [1] + TestDevice("phone-1").identity.bytes + [0, 0]
        let right = text("sealedpush-sender-1:", server, "SealedPush v1 sender text\0")
        func accepted(
            _ slug: String,
            kind: String,
            _ comment: String,
            _ text: String,
            _ bytes: [UInt8]
        ) {
            group.add("text-\(slug)", rule: "M-25", comment) {
                Vector($0, kind: kind, expected: "accepted") { vector in
                    vector.add("text", text)
                    vector.add("bytes", hex: bytes)
                }
            }
        }
        func refused(
            _ slug: String,
            _ expected: WireError,
            kind: String = "senderText",
            _ comment: String,
            _ text: String
        ) {
            group.add("text-\(slug)", rule: "M-25", comment) {
                Vector($0, kind: kind, expected: expected.rawValue) { vector in
                    vector.add("text", text)
                }
            }
        }
        accepted("sender", kind: "senderText", "A sender's identity.", right, server)
        accepted(
            "white-space",
            kind: "senderText",
            "White space at both ends is dropped.",
            " \t\(right)\r\n",
            server
        )
        accepted(
            "device",
            kind: "deviceText",
            "An empty bundle.",
            text("sealedpush-device-1:", bundle, "SealedPush v1 bundle text\0"),
            bundle
        )
        refused(
            "device-for-sender",
            .wrongPrefix,
            "A device's text where a sender's is wanted.",
            text("sealedpush-device-1:", bundle, "SealedPush v1 bundle text\0")
        )
        refused("upper-case", .wrongPrefix, "The prefix in capitals.", "S" + right.dropFirst())
        refused("no-check", .notBase64URL, "No check part.", String(right.dropLast(9)))
        refused("two-checks", .notBase64URL, "Two check parts.", right + right.suffix(9))
        refused("padded", .notBase64URL, "Padding.", right.dropLast(9) + "=" + right.suffix(9))
        refused(
            "inner-space",
            .notBase64URL,
            "A space inside.",
            right.prefix(30) + " " + right.dropFirst(30)
        )
        refused(
            "mistyped",
            .wrongCheck,
            "A letter is another.",
            right.prefix(30) + (right.dropFirst(30).first == "A" ? "B" : "A")
                + right.dropFirst(31)
        )
        refused(
            "check-cut",
            .wrongCheck,
            "The check part is cut to 3 bytes.",
            String(right.dropLast(4))
        )
        refused(
            "other-label",
            .wrongCheck,
            "The check part is that of a bundle.",
            text("sealedpush-sender-1:", server, "SealedPush v1 bundle text\0")
        )
        refused(
            "31-bytes",
            .wrongLength,
            "31 bytes with their own check part.",
            text("sealedpush-sender-1:", server.dropLast(), "SealedPush v1 sender text\0")
        )
        refused(
            "small-order",
            .identityRefused,
            "A point of order 8 with its own check part.",
            text("sealedpush-sender-1:", Points.smallOrder, "SealedPush v1 sender text\0")
        )
        refused("check-empty", .wrongCheck, "Nothing behind the dot.", String(right.dropLast(8)))
        refused(
            "data-empty",
            .wrongLength,
            "No data, with its own check part.",
            text("sealedpush-sender-1:", [], "SealedPush v1 sender text\0")
        )
        refused("not-ascii", .notBase64URL, "A letter outside ASCII at the end.", right + "é")
        refused("no-break-space", .wrongPrefix, "Other white space stays.", "\u{A0}" + right)
        refused("vertical-tab", .wrongPrefix, "Other white space stays.", "\u{B}" + right)
        refused(
            "device-cut",
            .wrongLength,
            kind: "deviceText",
            "A bundle that lacks its last byte, with its own check part.",
            text("sealedpush-device-1:", bundle.dropLast(), "SealedPush v1 bundle text\0")
        )
        refused(
            "device-mistyped",
            .wrongCheck,
            kind: "deviceText",
            "A bundle with the check part of a sender's text.",
            text("sealedpush-device-1:", bundle, "SealedPush v1 sender text\0")
        )
        try StatementTextVectors.add(to: &group)
        return group.vectors
    }

    static func text(_ prefix: String, _ bytes: [UInt8], _ label: String) -> String {
        let check = Array(sha256(Array(label.utf8) + bytes).prefix(6))
        return prefix + Base64URL.encode(bytes.span) + "." + Base64URL.encode(check.span)
    }
}

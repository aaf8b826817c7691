// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The texts of identities, bundles and statements: section 4 of `devices.md`.
enum TextVectors {
    /// One row of the table of prefixes, with data that serves.
    private struct Row {
        let kind: String
        let name: String
        let data: [UInt8]

        var text: String { text(of: data) }

        func text(of data: [UInt8], checkOf other: Row? = nil) -> String {
            let label = "SealedPush v1 text\0\((other ?? self).prefix)"
            let check = sha256(Array(label.utf8) + data).prefix(6)
            return prefix + Base64URL.encode(data.span) + "."
                + Base64URL.encode(Array(check).span)
        }

        private var prefix: String { "sealedpush-\(name)-1:" }
    }

    static func make() -> [Vector] {
        var group = VectorGroup(from: 1201)
        let server = Row(
            kind: "senderText",
            name: "sender",
            data: TestSender("server-1").identity.bytes
        )
        let device = Row(
            kind: "deviceText",
            name: "device",
            data: [1] + TestDevice("phone-1").identity.bytes + [0, 0]
        )
        let statements = [
            Row(
                kind: "successionText",
                name: "succession",
                data: StatementDraft.succession.signed()
            ),
            Row(
                kind: "revocationText",
                name: "revocation",
                data: StatementDraft.revocation.signed()
            ),
            Row(
                kind: "retirementText",
                name: "retirement",
                data: StatementDraft.retirement.signed()
            ),
        ]
        let rows = [server, device] + statements
        for (index, row) in rows.enumerated() {
            if row.kind == "successionText" { group.skip(8) }
            addCommon(row, next: rows[(index + 1) % rows.count], to: &group)
        }
        addForms(server, to: &group)
        addData(server, device, statements, to: &group)
        addOldPrefixes(statements[0], to: &group)
        return group.vectors + subscriptions(server, retirement: statements[2])
    }

    private static func subscriptions(_ server: Row, retirement: Row) -> [Vector] {
        var group = VectorGroup(from: 1270)
        let row = Row(
            kind: "subscriptionText",
            name: "subscription",
            data: StatementDraft.subscription().signed()
        )
        addCommon(row, next: server, to: &group)
        let faults: [(String, WireError, String, Row, Row)] = [
            ("subscription-inside", .malformed, "A subscription.", retirement, row),
            ("retirement-inside", .malformed, "A retirement.", row, retirement),
        ]
        for (slug, expected, comment, outer, inner) in faults {
            let text = outer.text(of: inner.data)
            refused("\(outer.name)-\(slug)", expected, comment, outer, text, to: &group)
        }
        var flipped = row.data
        flipped[flipped.count - 40] ^= 1
        refused(
            "subscription-wrong-signature",
            .wrongSignature,
            "A bit of the signature is flipped.",
            row,
            row.text(of: flipped),
            to: &group
        )
        return group.vectors
    }

    private static func accepted(
        _ slug: String,
        _ comment: String,
        _ row: Row,
        _ text: String,
        to group: inout VectorGroup
    ) {
        group.add("text-\(slug)", rule: "V-16", comment) {
            Vector($0, kind: row.kind, expected: "accepted") { vector in
                vector.add("text", text)
                vector.add("bytes", hex: row.data)
            }
        }
    }

    private static func refused(
        _ slug: String,
        _ expected: WireError,
        _ comment: String,
        _ row: Row,
        _ text: String,
        to group: inout VectorGroup
    ) {
        group.add("text-\(slug)", rule: "V-17", comment) {
            Vector($0, kind: row.kind, expected: expected.rawValue) { vector in
                vector.add("text", text)
            }
        }
    }

    /// What every kind of text is refused for.
    private static func addCommon(_ row: Row, next: Row, to group: inout VectorGroup) {
        accepted(row.name, "A text.", row, row.text, to: &group)
        refused(
            "\(row.name)-other-prefix",
            .wrongPrefix,
            "Another kind's text.",
            row,
            next.text,
            to: &group
        )
        refused(
            "\(row.name)-other-check",
            .wrongCheck,
            "The check part is that of another prefix.",
            row,
            row.text(of: row.data, checkOf: next),
            to: &group
        )
        refused(
            "\(row.name)-data-cut",
            .malformed,
            "The data lacks its last byte; its check fits.",
            row,
            row.text(of: row.data.dropLast()),
            to: &group
        )
    }

    private static func addForms(_ row: Row, to group: inout VectorGroup) {
        let right = row.text
        let spaced = " \t\(right)\r\n"
        accepted("white-space", "White space at both ends is dropped.", row, spaced, to: &group)
        let letter = right.dropFirst(30).first == "A" ? "B" : "A"
        let faults: [(String, WireError, String, String)] = [
            ("empty", .wrongPrefix, "No text at all.", ""),
            (
                "upper-case", .wrongPrefix, "The prefix begins with a capital.",
                "S" + right.dropFirst()
            ),
            ("no-break-space", .wrongPrefix, "Other white space stays.", "\u{A0}" + right),
            ("vertical-tab", .wrongPrefix, "Other white space stays.", "\u{B}" + right),
            ("form-feed", .malformed, "Other white space stays.", right + "\u{C}"),
            ("no-check", .malformed, "No check part.", String(right.dropLast(9))),
            ("two-checks", .malformed, "Two check parts.", right + right.suffix(9)),
            ("padded", .malformed, "Padding.", right.dropLast(9) + "=" + right.suffix(9)),
            ("inner-space", .malformed, "A space.", right.prefix(30) + " " + right.dropFirst(30)),
            ("not-ascii", .malformed, "A letter outside ASCII.", right + "é"),
            (
                "mistyped", .wrongCheck, "A letter is another.",
                right.prefix(30) + letter + right.dropFirst(31)
            ),
            ("check-cut", .wrongCheck, "The check part has 3 bytes.", String(right.dropLast(4))),
            ("check-extended", .wrongCheck, "The check part has 9 bytes.", right + "AAAA"),
            ("check-empty", .wrongCheck, "Nothing behind the point.", String(right.dropLast(8))),
        ]
        for (slug, expected, comment, text) in faults {
            refused(slug, expected, comment, row, text, to: &group)
        }
    }

    private static func addData(
        _ server: Row,
        _ device: Row,
        _ statements: [Row],
        to group: inout VectorGroup
    ) {
        let order = server.text(of: Points.smallOrder)
        refused(
            "sender-refused",
            .identityRefused,
            "A point of order 8.",
            server,
            order,
            to: &group
        )
        refused("sender-empty", .malformed, "No data.", server, server.text(of: []), to: &group)
        refused(
            "device-version-2",
            .unknownVersion,
            "A bundle of version 2.",
            device,
            device.text(of: [2] + device.data.dropFirst()),
            to: &group
        )
        group.skip(2)
        for row in statements {
            var flipped = row.data
            flipped[flipped.count - 40] ^= 1
            refused(
                "\(row.name)-wrong-signature",
                .wrongSignature,
                "A bit of a signature is flipped.",
                row,
                row.text(of: flipped),
                to: &group
            )
        }
        let (revocation, retirement) = (statements[1], statements[2])
        group.skip(2)
        // V-18: the length tells no kind.
        let inside: [(Row, String, WireError, Row)] = [
            (revocation, "A retirement, of the same length.", .wrongSignature, retirement),
            (retirement, "A revocation, of the same length.", .wrongSignature, revocation),
        ]
        for (row, comment, expected, other) in inside {
            refused(
                "\(row.name)-\(other.name)-inside",
                expected,
                comment,
                row,
                row.text(of: other.data),
                to: &group
            )
        }
    }

    /// Texts that are none of this protocol.
    private static func addOldPrefixes(_ row: Row, to group: inout VectorGroup) {
        group.skip(to: 1280)
        for name in ["link", "link-offer"] {
            let text = Row(kind: row.kind, name: name, data: row.data).text
            refused("\(name)-prefix", .wrongPrefix, "A prefix of no kind.", row, text, to: &group)
        }
    }
}

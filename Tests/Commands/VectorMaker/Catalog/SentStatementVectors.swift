// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages with statements in their content.
enum SentStatementVectors {
    private static let scene = Scene()
    private static let senders = ["server-1", "server-2", "person-1"].map { TestSender($0) }

    static func make() throws -> [Vector] {
        try makeOpened() + makeSilenced() + makeAmongStrangers() + makeRecovered()
    }

    private static func succession(_ old: Int, _ new: Int) -> String {
        SenderIdentity.Succession(
            from: senders[old].signingKey,
            to: senders[new].signingKey
        ).text
    }

    private static func revocation(_ sender: Int) -> String {
        SenderIdentity.Revocation(signing: senders[sender].signingKey).text
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    /// A message of a sender with such a member.
    private static func message(
        _ heading: Heading,
        from sender: Int = 0,
        _ statements: String
    ) throws -> MessageVector {
        let content = #"{"aps":{"alert":"Hi"},"sealedpush":{"statements":\#(statements)}}"#
        return try scene.opened(scene.draft(heading, content: content, from: senders[sender]))
    }

    /// The vector with a plain message of a sender behind it.
    private static func then(
        _ vector: MessageVector,
        _ heading: Heading,
        from sender: Int,
        _ change: (inout Opening) -> Void = { _ in }
    ) throws -> MessageVector {
        let draft = scene.draft(heading, salt: " then", from: senders[sender])
        let payload = try Scene.outer(draft.crafted().envelope)
        var vector = vector.again("opened") {
            $0.payload = payload
            $0.content = Scene.hello
            $0.candidateOf = nil
            change(&$0)
        }
        vector.sender = senders[sender]
        return vector
    }

    private static func makeOpened() throws -> [Vector] {
        var group = VectorGroup(from: 161)
        try group.add("statements-named", rule: "D-7", "A contact names its successor.") {
            try then(message($0, list([succession(0, 1)])), $0, from: 1) {
                $0.unknownSenders = "refuse"
                $0.candidateOf = "server-1"
            }.vector($0)
        }
        try group.add("statements-own", rule: "D-13", "A successor brings its own succession.") {
            try message($0, from: 1, list([succession(0, 1)]))
                .with { $0.candidateOf = "server-1" }.vector($0)
        }
        try group.add("statements-chain", rule: "D-7", "A candidate names the next one.") {
            try message($0, from: 2, list([succession(0, 1), succession(1, 2)]))
                .with { $0.candidateOf = "server-1" }.vector($0)
        }
        try group.add("statements-order", rule: "D-13", "The chain's second part stands first.") {
            try message($0, from: 2, list([succession(1, 2), succession(0, 1)])).vector($0)
        }
        try group.add(
            "statements-to-a-contact",
            rule: "D-7",
            "A contact that is named as a successor gets nothing."
        ) {
            try message($0, from: 1, list([succession(0, 1)]))
                .with { $0.contacts = ["server-1", "server-2"] }.vector($0)
        }
        try group.add(
            "statements-of-a-stranger",
            rule: "D-7",
            "Nothing is kept of a stranger, also if it is a contact later."
        ) {
            let first = try message($0, list([succession(0, 1)])).with { $0.contacts = [] }
            return try then(first, $0, from: 1) { $0.contacts = ["server-1"] }.vector($0)
        }
        let seven = String(repeating: "0,", count: 7)
        try group.add("statements-eighth", rule: "D-13", "The eighth entry is read.") {
            try message($0, from: 1, #"[\#(seven)"\#(succession(0, 1))"]"#)
                .with { $0.candidateOf = "server-1" }.vector($0)
        }
        try group.add("statements-ninth", rule: "D-13", "The ninth entry is not read.") {
            try message($0, from: 1, #"[\#(seven)0,"\#(succession(0, 1))"]"#).vector($0)
        }
        let retirement = DeviceIdentity.Retirement(signing: scene.phone.signingKey).text
        let good = succession(0, 1)
        let others: [(String, String, String)] = [
            ("other-types", "Entries that are no strings.", #"[null,7,["x"],{"a":1},true]"#),
            (
                "other-texts", "Texts that are no successions or revocations.",
                list(["", "x", senders[0].identity.text, retirement])
            ),
            ("damaged", "A succession that was cut.", list([String(good.dropLast())])),
            ("empty", "An empty array.", "[]"), ("no-array", "A text.", "\"\(good)\""),
            ("null", "It is null.", "null"),
        ]
        for (slug, comment, statements) in others {
            try group.add("statements-\(slug)", rule: "D-13", "\(comment) They are ignored.") {
                try message($0, from: 1, statements).vector($0)
            }
        }
        try group.add(
            "statements-white-space",
            rule: "V-16",
            "White space around a statement's text is dropped."
        ) {
            try message($0, from: 1, #"[" \n\#(good)\t"]"#)
                .with { $0.candidateOf = "server-1" }.vector($0)
        }
        return group.vectors
    }

    private static func makeSilenced() throws -> [Vector] {
        var group = VectorGroup(from: 560)
        func refuse(_ opening: inout Opening) { opening.refuse(.senderNotAccepted) }
        try group.add("statements-own-revocation", rule: "D-13", "A contact revokes itself.") {
            try message($0, list([revocation(0)])).with(refuse).again("senderNotAccepted")
                .vector($0)
        }
        try group.add(
            "statements-stranger-revocation",
            rule: "D-14",
            "Of a stranger that revokes itself nothing is kept."
        ) {
            let first = try message($0, list([revocation(0)])).with { $0.contacts = [] }
            return try then(first, $0, from: 0).vector($0)
        }
        try group.add(
            "statements-candidate-revocation",
            rule: "D-8",
            "A candidate is named and revoked by one message."
        ) {
            try then(message($0, list([succession(0, 1), revocation(1)])), $0, from: 1, refuse)
                .vector($0)
        }
        try group.add(
            "statements-revocation-first",
            rule: "D-14",
            "The revocation stands before the succession that makes its identity a candidate."
        ) {
            try then(message($0, list([revocation(1), succession(0, 1)])), $0, from: 1) {
                $0.candidateOf = "server-1"
            }.vector($0)
        }
        try group.add(
            "candidate-of-a-revoked-contact",
            rule: "D-8",
            "A revocation silences no candidate."
        ) {
            try then(message($0, list([succession(0, 1)])), $0, from: 1) {
                $0.revoked = ["server-1"]
                $0.candidateOf = "server-1"
            }.vector($0)
        }
        let silences: [(String, String, (inout Opening) -> Void)] = [
            (
                "blocked", "The candidate of a contact that is blocked.",
                { $0.blocked = ["server-1"] }
            ),
            ("revoked", "A candidate that was revoked.", { $0.revoked = ["server-2"] }),
            (
                "of-a-removed-contact", "Its contact is none any more, and the policy refuses it.",
                {
                    $0.contacts = []
                    $0.unknownSenders = "refuse"
                }
            ),
        ]
        for (slug, comment, silence) in silences {
            try group.add("candidate-\(slug)", rule: "D-6", comment) {
                try then(message($0, list([succession(0, 1)])), $0, from: 1) {
                    refuse(&$0)
                    silence(&$0)
                }.vector($0)
            }
        }
        try group.add(
            "candidate-is-a-contact",
            rule: "D-7",
            "A succession to a contact makes it no candidate, also once it is a contact no more."
        ) {
            let named = try message($0, list([succession(0, 1)])).with {
                $0.contacts = ["server-1", "server-2"]
            }
            return try then(named, $0, from: 1) {
                refuse(&$0)
                $0.contacts = ["server-1"]
                $0.unknownSenders = "refuse"
            }.vector($0)
        }
        for (slug, comment, count) in [
            ("eighth", "The eighth open candidate of a contact is one.", 7),
            ("ninth", "A contact has 8 open candidates, so the ninth is none.", 8),
        ] {
            try group.add("candidate-\(slug)", rule: "D-7", comment) {
                try then(named($0, behind: count), $0, from: 1) {
                    $0.unknownSenders = "refuse"
                    if count < 8 { $0.candidateOf = "server-1" } else { refuse(&$0) }
                }.vector($0)
            }
        }
        return group.vectors
    }

    /// Messages in which a contact names so many successors, and then another one.
    private static func named(_ heading: Heading, behind count: Int) throws -> MessageVector {
        let others = (1...count).map {
            SenderIdentity.Succession(
                from: senders[0].signingKey,
                to: PublicText.signingKey("candidate-\($0)")
            ).text
        }
        // All of them have no room in one message.
        var vector = try message(heading, list(Array(others.prefix(4))))
        for statements in [Array(others.dropFirst(4)), [succession(0, 1)]] {
            let next = try message(heading, list(statements)).opening
            vector = vector.again("opened") {
                $0.payload = next.payload
                $0.content = next.content
            }
        }
        return vector
    }

    private static func makeAmongStrangers() throws -> [Vector] {
        var group = VectorGroup(from: 600)
        try group.add(
            "candidate-among-256",
            rule: "T-20",
            "An open candidate is no unknown sender: opened after the 256th of the day."
        ) {
            try then(message($0, list([succession(0, 1)])), $0, from: 1) {
                $0.strangers = 256
                $0.candidateOf = "server-1"
            }.vector($0)
        }
        return group.vectors
    }

    private static func makeRecovered() throws -> [Vector] {
        var group = VectorGroup(from: 760)
        try group.add(
            "statements-after-claim",
            rule: "D-13",
            "The run was killed before it applied them, and the next one does."
        ) {
            try message($0, from: 1, list([succession(0, 1)])).with { $0.stop = .afterClaim }
                .again("recovered") { $0.candidateOf = "server-1" }.vector($0)
        }
        try group.add(
            "statements-after-claim-revocation",
            rule: "D-13",
            "What is recovered brings its sender's revocation: it is cleared."
        ) {
            try message($0, list([revocation(0)])).with { $0.stop = .afterClaim }
                .again("senderNotAccepted").vector($0)
        }
        return group.vectors
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The sender's own statements in what is sealed: S-14 of `senders.md`.
enum SealingStatementVectors {
    private static let now = SealingDraft.now
    /// 400 days in milliseconds.
    private static let age: UInt64 = 34_560_000_000

    private static let succession =
        SenderIdentity.Succession(
            from: PublicText.signingKey("server-1"),
            to: PublicText.signingKey("server-2")
        ).text

    private static let revocation =
        SenderIdentity.Revocation(signing: PublicText.signingKey("server-1")).text

    static func add(to group: inout VectorGroup) {
        group.skip(to: 1780)
        addOrder(to: &group)
        addNumbers(to: &group)
        addSizes(to: &group)
        addTimes(to: &group)
    }

    /// The member of `texts` as it is written, with a comma before it where others are.
    private static func member(_ texts: [String]) -> String {
        #""statements":["# + texts.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }

    /// A draft with these statements, all made at the time of sealing unless another is said, of
    /// which `sent` go along with the payload.
    private static func draft(
        _ statements: [String],
        with payload: SealingDraft = SealingDraft(#"{"aps":{}}"#),
        at time: UInt64 = now,
        sending sent: [String]
    ) -> SealingDraft {
        var draft = payload
        draft.statements = statements.map { ($0, time) }
        guard !sent.isEmpty else { return draft }
        draft.content =
            String(draft.payload.dropLast()) + #","sealedpush":{"# + member(sent) + "}}"
        return draft
    }

    private static func addOrder(to group: inout VectorGroup) {
        let both = [succession, revocation]
        group.add(
            "sealing-statements",
            rule: "S-14",
            "A succession and a revocation go along, in their order."
        ) { draft(both, sending: both).accepted(2048, $0) }
        group.add("sealing-statements-order", rule: "S-14", "In their order, whatever they are.") {
            draft(both.reversed(), sending: both.reversed()).accepted(2048, $0)
        }
        group.add("sealing-statements-last", rule: "M-36", "Behind remove.") {
            var draft = Self.draft([revocation], sending: [revocation])
            draft.from = "ann-7"
            draft.remove = ["AAAAAAAAAAAAAAAAAAAAAA"]
            draft.content =
                #"{"aps":{},"sealedpush":{"from":"ann-7","remove":["AAAAAAAAAAAAAAAAAAAAAA"],"#
                + member([revocation]) + "}}"
            return draft.accepted(2048, $0)
        }
        group.add("sealing-statements-none", rule: "M-36", "None were made.") {
            draft([], sending: []).accepted(2048, $0)
        }
    }

    private static func addNumbers(to group: inout VectorGroup) {
        let nine = [succession] + [String](repeating: revocation, count: 8)
        group.add("sealing-statements-nine", rule: "S-14", "The newest 8 of 9, with room for all.")
        {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.push = "voip"
            draft.padding = "constant"
            return Self.draft(nine, with: draft, sending: Array(nine.suffix(8))).accepted(3648, $0)
        }
        group.add("sealing-statements-eight", rule: "S-14", "All of 8.") {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.padding = "constant"
            let eight = Array(nine.prefix(8))
            return Self.draft(eight, with: draft, sending: eight).accepted(2880, $0)
        }
    }

    private static func addSizes(to group: inout VectorGroup) {
        // What the member takes, with the braces and the comma around it.
        let one = #","sealedpush":{}"#.utf8.count + member([revocation]).utf8.count
        let two = #","sealedpush":{}"#.utf8.count + member([succession, revocation]).utf8.count
        let both = [succession, revocation]
        let rows: [(String, String, Int, [String], Int)] = [
            ("room-for-two", "Just room for both.", 777 - two, both, 2048),
            ("room-for-one", "The newest alone has room.", 778 - two, [revocation], 2048),
            ("room-for-newest", "Just room for the newest.", 777 - one, [revocation], 2048),
            ("no-room", "One byte too many: none goes along.", 778 - one, [], 2048),
            ("full", "The bucket is full.", 777, [], 2048),
            ("next-bucket", "The next bucket has room.", 778, both, 2880),
        ]
        for (slug, comment, count, sent, size) in rows {
            group.add("sealing-statements-\(slug)", rule: "S-14", comment) {
                draft(both, with: SealingDraft.ofCount(count), sending: sent).accepted(size, $0)
            }
        }
        group.add(
            "sealing-statements-newest-is-longer",
            rule: "S-14",
            "The newest has no room, so no older one goes along."
        ) {
            draft(both.reversed(), with: SealingDraft.ofCount(777 - one), sending: []).accepted(
                2048,
                $0
            )
        }
        group.add(
            "sealing-statements-no-padding",
            rule: "S-14",
            "Without padding each statement changes the size."
        ) {
            draft(both, with: SealingDraft.ofCount(10, "alert", "none"), sending: []).accepted(
                1281,
                $0
            )
        }
        group.add("sealing-statements-voip", rule: "S-14", "A call.") {
            draft(both, with: SealingDraft.ofCount(1610, "voip"), sending: both).accepted(3648, $0)
        }
    }

    private static func addTimes(to group: inout VectorGroup) {
        group.add("sealing-statements-400-days", rule: "S-14", "400 days old.") {
            draft([revocation], at: now - age, sending: [revocation]).accepted(2048, $0)
        }
        group.add("sealing-statements-older", rule: "S-14", "A millisecond older.") {
            draft([revocation], at: now - age - 1, sending: []).accepted(2048, $0)
        }
        group.add("sealing-statements-ahead", rule: "S-14", "Made while the clock was ahead.") {
            draft([revocation], at: now + age, sending: [revocation]).accepted(2048, $0)
        }
        group.add("sealing-statements-first-is-older", rule: "S-14", "Only the second is recent.") {
            var draft = Self.draft([succession, revocation], sending: [revocation])
            draft.statements?[0].time = now - age - 1
            return draft.accepted(2048, $0)
        }
    }
}

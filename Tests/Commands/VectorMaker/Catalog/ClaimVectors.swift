// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages that meet a claim, and what makes none: lines 9 to 14 and 25 to 40 of the receiver.
enum ClaimVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 701)
        try addReplays(to: &group)
        try addUnfinished(to: &group)
        try addClaimAlone(to: &group)
        try addErased(to: &group)
        try addHarmless(to: &group)
        return group.vectors
    }

    private static let reusable = Scene()
    private static let oneTime = Scene(.oneTime1)

    /// Another message of the vector.
    private static func second(_ scene: Scene, _ heading: Heading) throws -> [UInt8] {
        try Scene.outer(scene.draft(heading, salt: " second").crafted().envelope)
    }

    /// A vector whose first run was stopped.
    private static func stopped(
        _ scene: Scene,
        _ stop: Opening.Stop,
        _ heading: Heading
    ) throws -> MessageVector {
        try scene.opened(scene.draft(heading)).with { $0.stop = stop }
    }

    private static func addReplays(to group: inout VectorGroup) throws {
        try group.add("reusable-replayed", 32, "The same envelope again.") {
            try reusable.opened(reusable.draft($0)).again("replayed").vector($0)
        }
        try group.add("one-time-replayed", 12, "The same envelope again.") {
            try oneTime.opened(oneTime.draft($0)).again("replayed").vector($0)
        }
        try group.add(
            "replayed-otherwise-wrapped",
            26,
            "The same envelope in another outer payload."
        ) {
            try reusable.opened(reusable.draft($0))
                .again("replayed") { $0.payload.insert(UInt8(ascii: " "), at: 0) }.vector($0)
        }
        try group.add("second-message", 26, "A reusable prekey opens many messages.") {
            let payload = try second(reusable, $0)
            return try reusable.opened(reusable.draft($0)).again("opened") {
                $0.payload = payload
                $0.content = Scene.hello
            }.vector($0)
        }
        try group.add("one-time-used", 11, "Another message to a used one-time prekey.") {
            let payload = try second(oneTime, $0)
            return try oneTime.opened(oneTime.draft($0))
                .again("prekeyUsed") { $0.payload = payload }.vector($0)
        }
        try group.add(
            "one-time-used-by-zeros",
            11,
            "Zeros behind the id of a used prekey: only the hash is looked at."
        ) {
            let zeros = [UInt8](repeating: 0, count: 1271 - 9)
            let payload = try Scene.outer([1] + oneTime.record.id.bytes + zeros)
            return try oneTime.opened(oneTime.draft($0))
                .again("prekeyUsed") { $0.payload = payload }.vector($0)
        }
        try addSameHead(to: &group)
    }

    /// The holder of the prekey seals other content under the head of a message: each has its own
    /// claim.
    private static func addSameHead(to group: inout VectorGroup) throws {
        let other = #"{"aps":{"alert":"Other content."}}"#
        for slug in ["before", "after"] {
            try group.add(
                "other-content-\(slug)",
                26,
                "The holder of the prekey seals other content under the AAD of a message."
            ) {
                let honest = try reusable.draft($0).crafted()
                var forged = reusable.draft($0, content: other, from: TestSender("person-1"))
                forged.messageID = honest.messageID
                forged.repeated = honest.encapsulated
                var vectors = [
                    try reusable.opened(forged), try reusable.opened(reusable.draft($0)),
                ]
                if slug == "after" { vectors.reverse() }
                vectors[1].before = [vectors[0].opening]
                return try vectors[1].vector($0)
            }
        }
    }

    private static func addUnfinished(to group: inout VectorGroup) throws {
        try group.add(
            "reusable-recovered",
            33,
            "A run was stopped after its claim; the next one goes on."
        ) {
            try stopped(reusable, .afterClaim, $0).again("recovered").vector($0)
        }
        try group.add(
            "one-time-recovered",
            33,
            "A run was stopped before it erased the one-time key."
        ) {
            try stopped(oneTime, .afterClaim, $0).again("recovered").vector($0)
        }
        try group.add(
            "recovered-then-replayed",
            40,
            "The third run finds what the second handed over."
        ) {
            try stopped(reusable, .afterClaim, $0).again("recovered").again("replayed").vector($0)
        }
        try group.add(
            "unfinished-and-expired",
            23,
            "A run was stopped after its claim; by now the message has expired."
        ) {
            try stopped(reusable, .afterClaim, $0)
                .again("expired") { $0.now = Moment.base.advanced(by: .seconds(2 * 86_400)) }
                .vector($0)
        }
        try group.add(
            "unfinished-and-used",
            31,
            "Another message, while the claimed one-time key is still there."
        ) {
            let payload = try second(oneTime, $0)
            return try stopped(oneTime, .afterClaim, $0)
                .again("prekeyUsed") { $0.payload = payload }.vector($0)
        }
        try group.add(
            "used-erases-key",
            31,
            "The run that found it erased the key: then damage is not looked at."
        ) {
            var damaged = try oneTime.draft($0, salt: " second").crafted().envelope
            let payload = try Scene.outer(damaged)
            damaged[damaged.count - 1] ^= 1
            return try stopped(oneTime, .afterClaim, $0)
                .again("prekeyUsed") { $0.payload = payload }
                .again("prekeyUsed") { $0.payload = try Scene.outer(damaged) }.vector($0)
        }
        try group.add(
            "forgery-under-a-claim",
            8,
            "While the private half is there, the claim key is not looked at before line 27."
        ) {
            var forgery = oneTime.draft($0, salt: " forged")
            forgery.sign = .by(TestSender("server-2"))
            let payload = try Scene.outer(forgery.crafted().envelope)
            return try stopped(oneTime, .afterClaim, $0)
                .again("wrongSignature") { $0.payload = payload }.vector($0)
        }
    }

    /// The private half of a one-time prekey is gone, and its claim is unfinished.
    private static func addClaimAlone(to group: inout VectorGroup) throws {
        func alone(_ heading: Heading) throws -> MessageVector {
            try stopped(oneTime, .afterErasure, heading)
        }
        let refuse: (inout Opening) -> Void = {
            $0.contacts = []
            $0.unknownSenders = "refuse"
        }
        try group.add(
            "claim-alone",
            14,
            "A run was stopped after the erasure: the claim's content is handed over."
        ) {
            try alone($0).again("recovered").vector($0)
        }
        try group.add("claim-alone-used", 11, "Another message, where only the claim is left.") {
            let payload = try second(oneTime, $0)
            return try alone($0).again("prekeyUsed") { $0.payload = payload }.vector($0)
        }
        try group.add(
            "claim-alone-late",
            rule: "T-7",
            "Only the claim is left, after the end of message and prekey."
        ) {
            try alone($0).again("recovered") {
                $0.now = Moment.notAfter.advanced(by: .seconds(99 * 86_400))
            }.vector($0)
        }
        let states: [(String, String, (inout Opening) -> Void)] = [
            ("no-contact", "By now no contact; the policy refuses it.", refuse),
            ("blocked", "By now the sender is blocked.", { $0.blocked = ["server-1"] }),
            ("revoked", "By now the sender is revoked.", { $0.revoked = ["server-1"] }),
        ]
        for (slug, comment, change) in states {
            try group.add("claim-alone-\(slug)", 13, comment) {
                try alone($0).again("senderNotAccepted", change).vector($0)
            }
            try group.add("claim-alone-\(slug)-cleared", 13, "\(comment) The claim is cleared.") {
                try alone($0).again("senderNotAccepted", change).again("replayed").vector($0)
            }
        }
        try group.add("claim-alone-shown", 13, "By now no contact; the policy shows it.") {
            try alone($0).again("recovered") { $0.contacts = [] }.vector($0)
        }
        try group.add(
            "tombstone-alone-no-contact",
            12,
            "Handed over before; by now no contact, and the policy refuses it."
        ) {
            try oneTime.opened(oneTime.draft($0)).again("replayed", refuse).vector($0)
        }
    }

    /// The prekey goes while the message is opened.
    private static func addErased(to group: inout VectorGroup) throws {
        for (slug, scene) in [("reusable", reusable), ("one-time", oneTime)] {
            try group.add(
                "\(slug)-directory-gone",
                28,
                "The claim directory is gone before the claim."
            ) {
                try scene.refused(.unknownPrekey, scene.draft($0))
                    .with { $0.erasedMeanwhile = .claimDirectory }.vector($0)
            }
        }
        try group.add(
            "reusable-key-gone",
            29,
            "The key was erased meanwhile: the message may have been shown before."
        ) {
            try reusable.opened(reusable.draft($0)).with {
                $0.erasedMeanwhile = .privateHalf
                $0.expected = "recovered"
            }.vector($0)
        }
        try group.add(
            "one-time-key-gone",
            29,
            "The key was erased meanwhile; a one-time claim is the only one."
        ) {
            try oneTime.opened(oneTime.draft($0)).with { $0.erasedMeanwhile = .privateHalf }
                .vector($0)
        }
        for (slug, expected) in [("unfinished", "recovered"), ("tombstone", "replayed")] {
            try group.add(
                "\(slug)-key-gone",
                30,
                "The prekey goes meanwhile; what is at the claim key stays."
            ) {
                var vector = try reusable.opened(reusable.draft($0))
                if expected == "recovered" { vector.opening.stop = .afterClaim }
                return try vector.again(expected) { $0.erasedMeanwhile = .claimDirectory }
                    .vector($0)
            }
        }
        try group.add(
            "used-key-gone",
            31,
            "The prekey goes meanwhile; what is at the claim key stays."
        ) {
            let payload = try second(oneTime, $0)
            return try stopped(oneTime, .afterClaim, $0).again("prekeyUsed") {
                $0.payload = payload
                $0.erasedMeanwhile = .claimDirectory
            }.vector($0)
        }
    }

    /// What fails before the claim claims and erases nothing: the genuine message still opens.
    private static func addHarmless(to group: inout VectorGroup) throws {
        let forgeries: [(String, OpeningError, (inout MessageDraft) -> Void)] = [
            ("forgery", .wrongSignature, { $0.sign = .by(TestSender("server-2")) }),
            ("expired", .expired, { $0.created -= 100 * 86_400_000 }),
            ("malformed", .malformedMessage, { $0.setContent(Array("x".utf8)) }),
        ]
        for (slug, expected, change) in forgeries {
            try group.add(
                "\(slug)-burns-nothing",
                rule: "M-38",
                "A refused message before it leaves the one-time prekey as it was."
            ) {
                var draft = oneTime.draft($0, salt: " refused")
                change(&draft)
                let refused = try oneTime.refused(expected, draft)
                var vector = try oneTime.opened(oneTime.draft($0))
                vector.before = [refused.opening]
                return try vector.vector($0)
            }
        }
    }
}

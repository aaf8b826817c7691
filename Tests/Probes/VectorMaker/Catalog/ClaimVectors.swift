// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages that meet a claim, and what does not make one: step 6 of section 16, and section 17.
enum ClaimVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 701)
        for suite in Suite.allCases {
            try addReusable(suite, to: &group)
            try addOneTime(suite, to: &group)
            try addInterrupted(suite, to: &group)
            try addHarmless(suite, to: &group)
        }
        return group.vectors
    }

    private static func addReusable(_ suite: Suite, to group: inout VectorGroup) throws {
        let scene = try Scene(suite)
        let prefix = "suite\(suite.rawValue)"
        try group.add("\(prefix)-replayed", rule: "M-53", "The same envelope again.") {
            var vector = try scene.refused(.replayed, scene.draft($0))
            vector.before = [opened(vector.opening)]
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-replayed-otherwise-wrapped",
            rule: "M-53",
            "The same envelope in another outer payload."
        ) {
            var vector = try scene.refused(.replayed, scene.draft($0))
            vector.before = [opened(vector.opening)]
            vector.opening.payload = [UInt8(ascii: " ")] + vector.opening.payload
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-second-message",
            rule: "M-53",
            "A reusable prekey opens one message after the other."
        ) {
            var vector = try scene.message(scene.draft($0, salt: " second").crafted().envelope)
            vector.opening.content = Scene.hello
            var first = opened(vector.opening)
            first.payload = try Scene.outer(scene.draft($0).crafted().envelope)
            vector.before = [first]
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-prekey-erased",
            rule: "section 16, step 6",
            "The prekey goes, with the free place of its claim, while the message is being opened."
        ) {
            var vector = try scene.refused(.unknownPrekey, scene.draft($0))
            vector.opening.prekeyErasedMeanwhile = true
            return try vector.vector($0)
        }
    }

    private static func addOneTime(_ suite: Suite, to group: inout VectorGroup) throws {
        let scene = try Scene(suite, class: .oneTime)
        let prefix = "suite\(suite.rawValue)-one-time"
        try group.add("\(prefix)-replayed", rule: "M-53", "The same envelope again.") {
            var vector = try scene.refused(.replayed, scene.draft($0))
            vector.before = [opened(vector.opening)]
            return try vector.vector($0)
        }
        try group.add("\(prefix)-used", rule: "M-53", "Another message to a used prekey.") {
            var vector = try scene.refused(.prekeyUsed, scene.draft($0, salt: " second"))
            var first = opened(vector.opening)
            first.payload = try Scene.outer(scene.draft($0).crafted().envelope)
            vector.before = [first]
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-prekey-erased",
            rule: "section 16, step 6",
            "The prekey goes, with the place of its claim, while the message is being opened."
        ) {
            var vector = try scene.refused(.unknownPrekey, scene.draft($0))
            vector.opening.prekeyErasedMeanwhile = true
            return try vector.vector($0)
        }
    }

    private static func addInterrupted(_ suite: Suite, to group: inout VectorGroup) throws {
        let reusable = try Scene(suite)
        let oneTime = try Scene(suite, class: .oneTime)
        let prefix = "suite\(suite.rawValue)"
        func recovered(
            _ scene: Scene,
            _ stop: Opening.Stop,
            _ heading: Heading
        ) throws -> MessageVector {
            var vector = try scene.message(scene.draft(heading).crafted().envelope)
            vector.opening.content = Scene.hello
            var first = opened(vector.opening)
            first.stop = stop
            vector.before = [first]
            vector.opening.expected = "recovered"
            return vector
        }
        try group.add(
            "\(prefix)-recovered",
            rule: "M-53",
            "The first run was stopped after its claim: the second goes on with the claim's content."
        ) { try recovered(reusable, .afterClaim, $0).vector($0) }
        try group.add(
            "\(prefix)-one-time-recovered-with-key",
            rule: "M-54",
            "The first run was stopped after its claim, before it erased the one-time key."
        ) { try recovered(oneTime, .afterClaim, $0).vector($0) }
        try group.add(
            "\(prefix)-one-time-recovered-without-key",
            rule: "M-53",
            "The first run was stopped after it erased the one-time key: only the claim is left."
        ) { try recovered(oneTime, .afterErasure, $0).vector($0) }
        try group.add(
            "\(prefix)-recovered-then-replayed",
            rule: "M-54",
            "What was recovered was handed over, so a third run finds it replayed."
        ) {
            var vector = try recovered(oneTime, .afterClaim, $0)
            vector.before.append(vector.opening)
            vector.opening.expected = OpeningError.replayed.rawValue
            vector.opening.content = nil
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-recovered-after-expiry",
            rule: "M-55",
            "Content in a claim does not die by age where only the claim is left."
        ) {
            var vector = try recovered(oneTime, .afterErasure, $0)
            vector.opening.now = Moment.base.advanced(by: .seconds(10 * 86_400))
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-recovered-sender-not-accepted",
            rule: "M-55",
            "The policy for unknown senders applies to the claim's sender, too."
        ) {
            var vector = try recovered(oneTime, .afterErasure, $0)
            vector.before[0].contacts = []
            vector.opening.contacts = []
            vector.opening.unknownSenders = "refuse"
            vector.opening.expected = OpeningError.senderNotAccepted.rawValue
            vector.opening.content = nil
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-one-time-used-with-key",
            rule: "M-54",
            "The key of a one-time prekey that was claimed by another message is still there."
        ) {
            var vector = try recovered(oneTime, .afterClaim, $0)
            vector.opening.payload = try Scene.outer(
                oneTime.draft($0, salt: " second").crafted().envelope
            )
            vector.opening.expected = OpeningError.prekeyUsed.rawValue
            vector.opening.content = nil
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-one-time-used-erases-key",
            rule: "M-54",
            "Whoever found it so erased the key: damage is then not looked at any more."
        ) {
            var vector = try recovered(oneTime, .afterClaim, $0)
            var second = try oneTime.draft($0, salt: " second").crafted().envelope
            var finder = vector.opening
            finder.payload = try Scene.outer(second)
            finder.expected = OpeningError.prekeyUsed.rawValue
            finder.content = nil
            second[second.count - 1] ^= 1
            vector.before.append(finder)
            vector.opening = finder
            vector.opening.payload = try Scene.outer(second)
            return try vector.vector($0)
        }
    }

    /// What fails before the claim claims and erases nothing: the genuine message still opens.
    private static func addHarmless(_ suite: Suite, to group: inout VectorGroup) throws {
        let scene = try Scene(suite, class: .oneTime)
        let prefix = "suite\(suite.rawValue)"
        let forger = try TestSender("server-2")
        let forgeries: [(String, OpeningError, (inout MessageDraft) -> Void)] = [
            ("forgery", .wrongSignature, { $0.sign = .by(forger) }),
            ("expired", .expired, { $0.created = Moment.base.milliseconds - 100 * 86_400_000 }),
            ("malformed", .malformedMessage, { $0.setContent("x") }),
        ]
        for (slug, expected, change) in forgeries {
            try group.add(
                "\(prefix)-\(slug)-burns-nothing",
                rule: "M-51",
                "A message that is refused before its claim leaves the one-time prekey as it was."
            ) {
                var vector = try scene.message(scene.draft($0).crafted().envelope)
                vector.opening.content = Scene.hello
                var draft = scene.draft($0, salt: " refused")
                change(&draft)
                var refused = vector.opening
                refused.payload = try Scene.outer(draft.crafted().envelope)
                refused.expected = expected.rawValue
                refused.content = nil
                vector.before = [refused]
                return try vector.vector($0)
            }
        }
    }

    private static func opened(_ opening: Opening) -> Opening {
        var opening = opening
        opening.expected = "opened"
        opening.content = Scene.hello
        return opening
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One vector for each sentence of the specification that a reader once had to guess at.
enum ClarifyingVectors {
    static func make() throws -> [Vector] {
        try opened() + forms() + prekeys() + claims()
    }

    private static func opened() throws -> [Vector] {
        var group = VectorGroup(from: 161)
        let scene = try Scene(.x25519)
        try group.add(
            "suite1-before-not-before",
            rule: "section 16, step 2",
            "Openers do not check not_before: the sender's clock may be ahead."
        ) {
            var scene = scene
            scene.record = try scene.phone.record(scene.prekey) {
                $0.notBefore = Moment.base.advanced(by: .seconds(3600))
            }
            return try scene.opened(scene.draft($0)).vector($0)
        }
        try group.add(
            "suite1-encapsulated-key-not-reduced",
            rule: "M-5",
            "u = 9 is written as p + 9: not on the list, so it is taken, and hashed as it came."
        ) {
            var draft = scene.draft($0)
            draft.encapsulation = .notReduced
            var vector = try scene.message(draft.crafted().envelope)
            vector.opening.content = Scene.hello
            return try vector.vector($0)
        }
        try group.add(
            "suite1-payload-of-16384-bytes",
            rule: "M-47",
            "The longest outer payload that is read."
        ) {
            var vector = try scene.message(scene.draft($0).crafted().envelope)
            vector.opening.payload = filled(vector.opening.payload, to: 16_384)
            vector.opening.content = Scene.hello
            return try vector.vector($0)
        }
        try group.add(
            "suite1-escaped-beyond-5032-bytes",
            rule: "M-47",
            "Every character of the text is escaped: what counts is the text behind the escapes."
        ) {
            let envelope = try scene.draft($0).crafted().envelope
            let text = Base64URL.encode(envelope.span)
            let escaped = text.utf8.map { byte in
                #"\u00"# + Hex.encode([byte].span)
            }
            let many = String(repeating: " ", count: 5033)
            var vector = scene.message(
                payload: Array(
                    ##"{"aps":{},"encrypted-content":"\##(escaped.joined())","x":"\##(many)"}"##
                        .utf8
                )
            )
            vector.opening.content = Scene.hello
            return try vector.vector($0)
        }
        return group.vectors
    }

    private static func forms() throws -> [Vector] {
        var group = VectorGroup(from: 271)
        let scene = try Scene(.x25519)
        try group.add(
            "suite1-payload-of-16385-bytes",
            rule: "M-47",
            "A byte more than is read."
        ) {
            let whole = try scene.message(scene.draft($0).crafted().envelope).opening.payload
            return try scene.refused(.malformedPayload, payload: filled(whole, to: 16_385))
                .vector($0)
        }
        try group.add(
            "suite1-text-too-long-in-bytes",
            rule: "section 16, step 1",
            "2600 characters of two bytes: bytes count, and they are counted first."
        ) {
            let text = String(repeating: "é", count: 2600)
            return try scene.refused(.malformedEnvelope, payload: Scene.outer(text: text)).vector(
                $0
            )
        }
        try group.add(
            "suite1-text-not-ascii",
            rule: "M-11",
            "2500 characters of two bytes are no base64url."
        ) {
            let text = String(repeating: "é", count: 2500)
            return try scene.refused(.malformedEnvelope, payload: Scene.outer(text: text)).vector(
                $0
            )
        }
        return group.vectors
    }

    private static func prekeys() throws -> [Vector] {
        var group = VectorGroup(from: 341)
        try group.add(
            "suite1-over-age-at-the-last-moment",
            rule: "M-3",
            "A sum of times is capped: not_after + 24 h 5 min can't lie behind 2^53 - 1."
        ) {
            var scene = try Scene(.x25519)
            scene.record = try scene.phone.record(scene.prekey) { $0.notAfter = .latest }
            var vector = try scene.refused(.prekeyExpired, scene.draft($0))
            vector.opening.now = .latest
            return try vector.vector($0)
        }
        try group.add(
            "suite1-one-time-over-age-is-erased",
            rule: "M-21",
            "No key and no claim: a free place is none."
        ) {
            let scene = try Scene(.x25519, class: .oneTime)
            var vector = try scene.refused(.unknownPrekey, scene.draft($0))
            var before = vector.opening
            before.expected = OpeningError.prekeyExpired.rawValue
            before.now = Moment.notAfter.advanced(by: .seconds(60 * 86_400))
            vector.before = [before]
            return try vector.vector($0)
        }
        return group.vectors
    }

    private static func claims() throws -> [Vector] {
        var group = VectorGroup(from: 751)
        let reusable = try Scene(.x25519)
        let oneTime = try Scene(.x25519, class: .oneTime)
        try group.add(
            "suite1-forgery-where-the-place-is-taken",
            rule: "section 16, step 2",
            "Where the key is still there, the place of a one-time prekey is not looked at before step 6."
        ) {
            var vector = try held(oneTime, $0)
            var forgery = oneTime.draft($0, salt: " forged")
            forgery.sign = .by(try TestSender("server-2"))
            vector.opening.payload = try Scene.outer(forgery.crafted().envelope)
            vector.opening.expected = OpeningError.wrongSignature.rawValue
            return try vector.vector($0)
        }
        try group.add(
            "suite1-used-prekey-under-the-other-suite",
            rule: "section 16, step 2",
            "Where only the claim is left, nothing but the hash of the envelope is looked at."
        ) {
            var vector = try held(oneTime, $0)
            vector.before[0].stop = .afterErasure
            // All zero behind the prekey id, an encapsulated key of low order among it.
            let envelope =
                [1, 2, 0, 0] + oneTime.record.id.bytes + [UInt8](repeating: 0, count: 1274 - 12)
            vector.opening.payload = try Scene.outer(envelope)
            vector.opening.expected = OpeningError.prekeyUsed.rawValue
            return try vector.vector($0)
        }
        try group.add(
            "suite1-held-under-an-erased-reusable-prekey",
            rule: "section 16, step 2",
            "The claim of a reusable prekey is not found by an envelope once the key is gone."
        ) {
            var vector = try held(reusable, $0)
            var late = vector.opening
            late.now = Moment.notAfter.advanced(by: .seconds(60 * 86_400))
            late.expected = OpeningError.prekeyExpired.rawValue
            vector.before.append(late)
            vector.opening.expected = OpeningError.unknownPrekey.rawValue
            return try vector.vector($0)
        }
        for comesFirst in [true, false] {
            try group.add(
                "suite1-other-content-under-the-head-\(comesFirst ? "before" : "after")",
                rule: "M-53",
                "Who has the prekey seals other content under the head of a message: each has its own place."
            ) {
                let honest = try reusable.draft($0).crafted()
                let person = try TestSender("person-1")
                var draft = MessageDraft(
                    $0.name,
                    to: reusable.record,
                    from: person,
                    content: #"{"aps":{"alert":"Another content."}}"#
                )
                draft.messageID = honest.messageID
                draft.encapsulation = .repeated(honest.encapsulated)
                var first = try reusable.message(draft.crafted().envelope)
                first.opening.content = #"{"aps":{"alert":"Another content."}}"#
                var second = try reusable.message(honest.envelope)
                second.opening.content = Scene.hello
                if !comesFirst {
                    swap(&first, &second)
                    first.opening.stop = .afterClaim
                    second.sender = person
                }
                second.before = [first.opening]
                return try second.vector($0)
            }
        }
        for expected in ["recovered", "replayed"] {
            try group.add(
                "suite1-\(expected)-under-a-prekey-erased-meanwhile",
                rule: "M-55",
                "The prekey goes while the message is opened again: what is held or marked stays."
            ) {
                var vector = try held(reusable, $0)
                if expected == "replayed" { vector.before[0].stop = nil }
                vector.opening.prekeyErasedMeanwhile = true
                vector.opening.expected = expected
                vector.opening.content = expected == "recovered" ? Scene.hello : nil
                return try vector.vector($0)
            }
        }
        try group.add(
            "suite1-used-under-a-prekey-erased-meanwhile",
            rule: "M-55",
            "The same of a one-time prekey that another message had claimed."
        ) {
            var vector = try held(oneTime, $0)
            vector.opening.payload = try Scene.outer(
                oneTime.draft($0, salt: " second").crafted().envelope
            )
            vector.opening.prekeyErasedMeanwhile = true
            vector.opening.expected = OpeningError.prekeyUsed.rawValue
            return try vector.vector($0)
        }
        return group.vectors
    }

    /// A vector whose first run was stopped after its claim, before anything else.
    private static func held(_ scene: Scene, _ heading: Heading) throws -> MessageVector {
        var vector = try scene.message(scene.draft(heading).crafted().envelope)
        var first = vector.opening
        first.stop = .afterClaim
        first.content = Scene.hello
        vector.before = [first]
        return vector
    }

    /// The payload with a further member, so that it has `count` bytes.
    private static func filled(_ payload: [UInt8], to count: Int) -> [UInt8] {
        let head = Array(#"{"x":""#.utf8)
        let tail = Array(#"","#.utf8) + payload.dropFirst()
        let filler = [UInt8](repeating: UInt8(ascii: "x"), count: count - head.count - tail.count)
        return head + filler + tail
    }
}

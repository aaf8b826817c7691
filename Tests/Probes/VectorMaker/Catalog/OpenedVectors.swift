// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Messages that are opened: one fact each.
enum OpenedVectors {
    static func make() throws -> [Vector] {
        try forms() + times()
    }

    private static func forms() throws -> [Vector] {
        var group = VectorGroup(from: 101)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            let prefix = "suite\(suite.rawValue)"
            try group.add("\(prefix)-plain", rule: "M-45", "A message without padding.") {
                try scene.opened(scene.draft($0)).vector($0)
            }
            try group.add("\(prefix)-bucket", rule: "M-45", "A message padded to a bucket.") {
                var draft = scene.draft($0)
                draft.envelopeCount = suite == .x25519 ? 512 : 2048
                return try scene.opened(draft).vector($0)
            }
            try group.add(
                "\(prefix)-one-byte-of-padding",
                rule: "M-45",
                "A size that is no bucket: receivers never check buckets."
            ) {
                var draft = scene.draft($0)
                draft.envelopeCount =
                    (suite == .x25519 ? 186 : 1274) + draft.content.count + 1
                return try scene.opened(draft).vector($0)
            }
            try group.add(
                "\(prefix)-largest",
                rule: "M-42",
                "3774 bytes of envelope, 5032 characters of text, all of it content."
            ) {
                var draft = scene.draft($0)
                draft.fill(3774 - (suite == .x25519 ? 186 : 1274))
                return try scene.opened(draft).vector($0)
            }
            try group.add("\(prefix)-smallest", rule: "M-49", "An empty aps is content.") {
                try scene.opened(scene.draft($0, content: #"{"aps":{}}"#)).vector($0)
            }
            try group.add(
                "\(prefix)-one-time",
                rule: "M-53",
                "A message to a one-time prekey."
            ) {
                let scene = try Scene(suite, class: .oneTime)
                return try scene.opened(scene.draft($0)).vector($0)
            }
            try group.add(
                "\(prefix)-two-prekeys",
                rule: "M-50",
                "The device holds a prekey of each suite and finds the one that is named."
            ) {
                let other = try Scene(suite == .x25519 ? .xwing : .x25519)
                var vector = try scene.opened(scene.draft($0))
                vector.records = [other.record, scene.record]
                vector.prekeys = [other.prekey, scene.prekey]
                return try vector.vector($0)
            }
            try group.add(
                "\(prefix)-toolkit-fields",
                rule: "M-49",
                "Unknown members of sealedpush and unknown entries of template are ignored."
            ) {
                let content =
                    #"{"aps":{"alert":{"body":"From {sender}"}},"sealedpush":{"from":"ward-3","#
                    + #""name":"Ward 3","template":["body","footer","body"],"later":[1]}}"#
                return try scene.opened(scene.draft($0, content: content)).vector($0)
            }
            try group.add(
                "\(prefix)-unknown-sender",
                rule: "M-64",
                "No contact, and the policy shows unknown senders."
            ) {
                var vector = try scene.opened(scene.draft($0))
                vector.opening.contacts = []
                return try vector.vector($0)
            }
        }
        return group.vectors + (try contents())
    }

    private static func contents() throws -> [Vector] {
        var group = VectorGroup(from: 131)
        let scene = try Scene(.x25519)
        try group.add(
            "suite1-contacts-only",
            rule: "section 16, step 4",
            "A contact's message under the policy that refuses unknown senders."
        ) {
            var vector = try scene.opened(scene.draft($0))
            vector.opening.unknownSenders = "refuse"
            return try vector.vector($0)
        }
        try group.add(
            "suite1-not-compact",
            rule: "M-37",
            "White space in the content stays as it was sealed."
        ) {
            let content = "{\n\t\"aps\" : { \"alert\" : \"Hello\" } ,\r\n \"n\" : 1.50 }\n"
            return try scene.opened(scene.draft($0, content: content)).vector($0)
        }
        try group.add(
            "suite1-unicode",
            rule: "M-12",
            "Emoji, an escaped pair of surrogates, an escaped U+0000, numbers without limit."
        ) {
            let content =
                #"{"aps":{"alert":"🏥 Größe 日本 \ud83d\ude00 \u0000"},"n":-1E+400,"#
                + #""m":12345678901234567890.10}"#
            return try scene.opened(scene.draft($0, content: content)).vector($0)
        }
        try group.add("suite1-depth-32", rule: "M-12", "Thirty-two levels are the most.") {
            let content =
                #"{"aps":{},"x":"# + String(repeating: "[", count: 31)
                + String(repeating: "]", count: 31) + "}"
            return try scene.opened(scene.draft($0, content: content)).vector($0)
        }
        for count in [1, 255] {
            let plural = count == 1 ? "byte" : "bytes"
            try group.add(
                "suite1-topic-of-\(count)-\(plural)",
                rule: "M-2",
                "A topic of \(count) \(plural)."
            ) {
                var draft = scene.draft($0)
                draft.topic = String(repeating: "a", count: count)
                var vector = try scene.opened(draft)
                vector.topic = draft.topic
                return try vector.vector($0)
            }
        }
        try group.add(
            "suite1-encapsulated-key-top-bit",
            rule: "M-5",
            "The top bit of the encapsulated key is set: it counts for nothing in X25519 and enters hashes."
        ) {
            var draft = scene.draft($0)
            draft.encapsulation = .topBitSet
            return try scene.opened(draft).vector($0)
        }
        try group.add(
            "suite1-escaped-text",
            rule: "M-47",
            "Escapes in the value and in the key of encrypted-content are resolved."
        ) {
            var vector = try scene.opened(scene.draft($0))
            let text = String(decoding: vector.opening.payload, as: UTF8.self)
            let parts = text.split(separator: #"encrypted-content":"A"#)
            vector.opening.payload = Array(
                (parts[0] + #"encrypted\u002Dcontent":"\u0041"# + parts[1]).utf8
            )
            return try vector.vector($0)
        }
        try group.add(
            "suite1-other-members",
            rule: "M-47",
            "Other members of the outer payload are ignored, aps included."
        ) {
            var vector = try scene.opened(scene.draft($0))
            let text = String(decoding: vector.opening.payload, as: UTF8.self)
            let parts = text.split(separator: #""encrypted-content""#)
            vector.opening.payload = Array(
                (#" { "aps" : 7, "sealedpush" : null, "encrypted-content""# + parts[1]).utf8
            )
            return try vector.vector($0)
        }
        try group.add("suite1-person", rule: "M-61", "A message of a person's device.") {
            let person = try TestSender("person-1")
            var draft = MessageDraft($0.name, to: scene.record, from: person, content: Scene.hello)
            draft.envelopeCount = 1024
            var vector = try scene.opened(draft)
            vector.sender = person
            vector.opening.contacts = ["server-1", "person-1"]
            return try vector.vector($0)
        }
        return group.vectors
    }

    private static func times() throws -> [Vector] {
        var group = VectorGroup(from: 151)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            let prefix = "suite\(suite.rawValue)"
            try group.add(
                "\(prefix)-last-moment",
                rule: "section 16, step 5",
                "Exactly 300 s after the expiry."
            ) {
                var vector = try scene.opened(scene.draft($0))
                vector.opening.now = Moment.base.advanced(by: .seconds(86_400 + 300))
                return try vector.vector($0)
            }
            try group.add(
                "\(prefix)-first-moment",
                rule: "section 16, step 5",
                "Made exactly 24 h ahead of the device's clock."
            ) {
                var vector = try scene.opened(scene.draft($0))
                vector.opening.now = Moment.base.advanced(by: .seconds(-86_400))
                return try vector.vector($0)
            }
            try group.add(
                "\(prefix)-last-moment-of-prekey",
                rule: "section 11, expiry",
                "The longest time to live, cut by the end of the prekey: 300 s after that."
            ) {
                var draft = scene.draft($0)
                draft.timeToLive = 2_592_000
                draft.created = Moment.notAfter.milliseconds - 1
                var vector = try scene.opened(draft)
                vector.opening.now = Moment.notAfter.advanced(by: .seconds(300))
                return try vector.vector($0)
            }
        }
        return group.vectors
    }
}

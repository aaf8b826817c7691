// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Genuine messages that come too late or too early, or that hold no payload: step 5 of section 16.
enum ContentVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 601)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            try addTimes(scene, to: &group)
            try group.add("suite\(suite.rawValue)-content-empty", rule: "M-49", "No content.") {
                try scene.refused(.malformedMessage, scene.draft($0, content: "")).vector($0)
            }
            try group.add(
                "suite\(suite.rawValue)-content-without-aps",
                rule: "M-49",
                "An object without aps."
            ) {
                try scene.refused(.malformedMessage, scene.draft($0, content: #"{"x":1}"#))
                    .vector($0)
            }
        }
        return try group.vectors + contents()
    }

    private static func addTimes(_ scene: Scene, to group: inout VectorGroup) throws {
        let prefix = "suite\(scene.suite.rawValue)"
        let rule = "section 16, step 5"
        try group.add("\(prefix)-expired", rule: rule, "300 s and a millisecond too late.") {
            var vector = try scene.refused(.expired, scene.draft($0))
            vector.opening.now = Moment.base.advanced(
                by: .seconds(86_400 + 300) + .milliseconds(1)
            )
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-expired-with-prekey",
            rule: "section 11, expiry",
            "The end of the prekey ends the message, whatever its time to live says."
        ) {
            var draft = scene.draft($0)
            draft.timeToLive = 2_592_000
            draft.created = Moment.notAfter.milliseconds - 1
            var vector = try scene.refused(.expired, draft)
            vector.opening.now = Moment.notAfter.advanced(by: .seconds(300) + .milliseconds(1))
            return try vector.vector($0)
        }
        try group.add("\(prefix)-created-in-future", rule: rule, "24 h and a millisecond ahead.") {
            var vector = try scene.refused(.createdInFuture, scene.draft($0))
            vector.opening.now = Moment.base.advanced(
                by: .seconds(-86_400) - .milliseconds(1)
            )
            return try vector.vector($0)
        }
        try group.add(
            "\(prefix)-expired-before-content",
            rule: rule,
            "The time is checked before the content."
        ) {
            var vector = try scene.refused(.expired, scene.draft($0, content: "x"))
            vector.opening.now = Moment.base.advanced(by: .seconds(30 * 86_400))
            return try vector.vector($0)
        }
    }

    private static func contents() throws -> [Vector] {
        var group = VectorGroup(from: 631)
        let scene = try Scene(.x25519)
        let faults: [(String, String, String, String)] = [
            ("array", "M-49", "An array.", #"[{"aps":{}}]"#),
            ("aps-not-object", "M-49", "aps is a string.", #"{"aps":"x"}"#),
            ("key-twice", "M-12", "A key twice, deep inside.", #"{"aps":{},"x":[{"y":1,"y":1}]}"#),
            ("lone-surrogate", "M-12", "Half a pair.", #"{"aps":{"alert":"\udc00"}}"#),
            ("trailing", "M-12", "A second value.", #"{"aps":{}}{}"#),
            (
                "too-deep", "M-12", "Thirty-three levels.",
                #"{"aps":{},"x":"# + String(repeating: "[", count: 32)
                    + String(repeating: "]", count: 32) + "}"
            ),
            ("byte-order-mark", "M-12", "A mark.", "\u{FEFF}" + #"{"aps":{}}"#),
            (
                "sealedpush-not-object", "M-49", "sealedpush is an array.",
                #"{"aps":{},"sealedpush":[]}"#
            ),
            (
                "from-not-string", "M-49", "from is a number.",
                #"{"aps":{},"sealedpush":{"from":7}}"#
            ),
            (
                "name-not-string", "M-49", "name is null.",
                #"{"aps":{},"sealedpush":{"name":null}}"#
            ),
            (
                "template-not-array", "M-49", "template is a string.",
                #"{"aps":{},"sealedpush":{"template":"title"}}"#
            ),
            (
                "template-not-strings", "M-49", "An entry of template is a number.",
                #"{"aps":{},"sealedpush":{"template":["title",1]}}"#
            ),
        ]
        for (slug, rule, comment, content) in faults {
            try group.add("suite1-content-\(slug)", rule: rule, comment) {
                try scene.refused(.malformedMessage, scene.draft($0, content: content)).vector($0)
            }
        }
        try group.add("suite1-content-not-utf8", rule: "M-12", "A byte that UTF-8 never has.") {
            var draft = scene.draft($0)
            draft.content = Array(#"{"aps":{"alert":""#.utf8) + [0xFF] + Array(#""}}"#.utf8)
            draft.contentCount = UInt16(draft.content.count)
            return try scene.refused(.malformedMessage, draft).vector($0)
        }
        return group.vectors
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Genuine messages of a wrong time, or that hold no payload: lines 23 and 24 of the receiver.
enum ContentVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 601)
        try addTimes(to: &group)
        try addContents(to: &group)
        return group.vectors
    }

    private static let scene = Scene()

    private static func addTimes(to group: inout VectorGroup) throws {
        let moment: Duration = .milliseconds(1)
        let expiry = Moment.base.advanced(by: .seconds(86_400 + 300))
        let dayBefore = Moment.base.advanced(by: .seconds(-86_401))
        let moments: [(String, Int, String, Timestamp, OpeningError?)] = [
            ("last-moment", 23, "Opened 300 s after its expiry.", expiry, nil),
            (
                "expired", 23, "Opened 300 s and a millisecond after its expiry.",
                expiry.advanced(by: moment), .expired
            ),
            (
                "created-a-day-ahead", 23, "Created more than 24 h ahead of the device's clock.",
                dayBefore, nil
            ),
            (
                "created-decades-ahead", 23, "Opened by a clock that stands at its beginning.",
                Timestamp(clamping: 0), nil
            ),
        ]
        for (slug, line, comment, now, expected) in moments {
            try group.add(slug, line, comment) {
                let draft = scene.draft($0)
                let vector =
                    try expected.map { try scene.refused($0, draft) } ?? scene.opened(draft)
                return try vector.with { $0.now = now }.vector($0)
            }
        }
        try group.add("longest-life", rule: "M-2", "A ttl_s of 30 days, opened after 30 days.") {
            var draft = scene.draft($0)
            draft.timeToLive = 2_592_000
            return try scene.opened(draft)
                .with { $0.now = Moment.base.advanced(by: .seconds(2_592_000)) }.vector($0)
        }
        try group.add("expired-before-content", 23, "Expired, and the content is no JSON.") {
            try scene.refused(.expired, scene.draft($0, content: "x"))
                .with { $0.now = expiry.advanced(by: moment) }.vector($0)
        }
        try group.add(
            "content-of-a-message-ahead",
            24,
            "Created more than 24 h ahead of the device's clock, and the content is no JSON."
        ) {
            try scene.refused(.malformedMessage, scene.draft($0, content: "x"))
                .with { $0.now = dayBefore }.vector($0)
        }
    }

    private static func addContents(to group: inout VectorGroup) throws {
        func refused(_ slug: String, rule: String, _ comment: String, _ content: [UInt8]) throws {
            try group.add("content-\(slug)", rule: rule, comment) {
                var draft = scene.draft($0)
                draft.setContent(content)
                return try scene.refused(.malformedMessage, draft).vector($0)
            }
        }
        for sample in JSONSamples.broken(Scene.hello) {
            try refused(sample.slug, rule: sample.rule, sample.comment, sample.text)
        }
        let faults = [
            ("array", "An array.", #"[{"aps":{}}]"#),
            ("no-aps", "An object without aps.", #"{"x":1}"#),
            ("aps-string", "aps is a string.", #"{"aps":"x"}"#),
            ("aps-array", "aps is an array.", #"{"aps":[]}"#),
            ("sealedpush-array", "sealedpush is an array.", #"{"aps":{},"sealedpush":[]}"#),
            ("sealedpush-null", "sealedpush is null.", #"{"aps":{},"sealedpush":null}"#),
            ("from-number", "from is a number.", #"{"aps":{},"sealedpush":{"from":7}}"#),
            ("name-null", "name is null.", #"{"aps":{},"sealedpush":{"name":null}}"#),
            (
                "template-string", "template is a string.",
                #"{"aps":{},"sealedpush":{"template":"title"}}"#
            ),
            (
                "template-number", "An entry of template is a number.",
                #"{"aps":{},"sealedpush":{"template":["title",1]}}"#
            ),
        ]
        for (slug, comment, content) in faults {
            try refused(slug, rule: "M-34", comment, Array(content.utf8))
        }
        for (slug, comment, value) in JSONSamples.neighbours {
            try refused(slug, rule: "M-19", comment, Array(#"{"aps":{},"x":\#(value)}"#.utf8))
        }
    }
}

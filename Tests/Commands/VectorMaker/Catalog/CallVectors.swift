// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Calls and alerts, neither of which opens as the other: the topic in info.
enum CallVectors {
    static func make() throws -> [Vector] {
        var opened = VectorGroup(from: 190)
        for topic in ["com.example.app", String(repeating: "a", count: 250), "com.example.voip"] {
            try opened.add(
                "call-topic-of-\(topic.utf8.count)",
                rule: "M-25",
                "A call: info has .voip behind a topic of \(topic.utf8.count) bytes."
            ) {
                var vector = try scene.opened(call($0, topic), steps: true)
                    .with { $0.push = "voip" }
                vector.topic = topic
                return try vector.vector($0)
            }
        }
        try opened.add("call-deferred", rule: "T-15", "A call that was deferred opens as a call.") {
            try scene.opened(call($0)).with {
                $0.push = "voip"
                $0.arrival = Moment.base
                $0.now = Moment.base.advanced(by: .seconds(86_400))
            }.vector($0)
        }
        var refused = VectorGroup(from: 490)
        try refused.add("call-as-alert", rule: "M-25", "Sealed for a call, delivered as an alert.")
        {
            try scene.refused(.cannotOpen, call($0)).vector($0)
        }
        try refused.add("alert-as-call", rule: "M-25", "Sealed for an alert, delivered as a call.")
        {
            try scene.refused(.cannotOpen, scene.draft($0)).with { $0.push = "voip" }.vector($0)
        }
        try refused.add("call-and-back", rule: "M-40", "Once as a call, which burns nothing.") {
            let scene = Scene(.oneTime1)
            return try scene.refused(.cannotOpen, scene.draft($0)).with { $0.push = "voip" }
                .again("opened") {
                    $0.push = nil
                    $0.content = Scene.hello
                }.vector($0)
        }
        try refused.add(
            "topic-is-no-call",
            rule: "M-25",
            "An alert of the app com.example.app.voip."
        ) {
            var vector = try scene.refused(.cannotOpen, scene.draft($0))
            vector.topic = "com.example.app.voip"
            return try vector.vector($0)
        }
        return opened.vectors + refused.vectors
    }

    private static let scene = Scene()

    /// A draft as of a call to an app.
    private static func call(_ heading: Heading, _ topic: String = "com.example.app")
        -> MessageDraft
    {
        var draft = scene.draft(heading)
        draft.topic = topic + ".voip"
        return draft
    }
}

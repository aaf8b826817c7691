// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a caller gives a sealer, and what must come of it.
struct SealingDraft {
    /// A text or a list of texts of a placeholder.
    enum Value {
        case text(String)
        case list([String])
    }

    var push = "alert"
    var padding = "buckets"
    var payload: String
    var from: String?
    var name: String?
    var template: [String]?
    /// The texts of references.
    var attachments: [String]?
    var remove: [String]?
    /// The sender's own statements and their times, in the order in which they were made.
    var statements: [(text: String, time: UInt64)]?
    var placeholder: [(key: String, value: Value)] = [("body", .text("New notification"))]

    /// What is sealed; the payload itself unless something else is said.
    var content: String
    /// `aps.alert` of the outer payload.
    var alert = #"{"body":"New notification"}"#

    /// The time of sealing where the time counts.
    static let now: UInt64 = 1_800_000_000_000

    init(_ payload: String) {
        self.payload = payload
        content = payload
    }

    /// A payload of `count` bytes.
    static func ofCount(
        _ count: Int,
        _ push: String = "alert",
        _ padding: String = "buckets"
    ) -> SealingDraft {
        let empty = #"{"aps":{}}"#
        let text = String(repeating: "x", count: max(0, count - empty.utf8.count - 7))
        var draft = SealingDraft(count == empty.utf8.count ? empty : #"{"aps":{},"x":"\#(text)"}"#)
        draft.push = push
        draft.padding = padding
        return draft
    }

    /// The outer payload without the text of the envelope.
    private var outer: String {
        #"{"aps":{"alert":\#(alert),"mutable-content":1},"encrypted-content":""}"#
    }

    /// Gives the placeholder a body that makes everything around the text `count` bytes.
    mutating func fillPlaceholder(to count: Int) {
        alert = #"{"body":""}"#
        let body = String(repeating: "b", count: count - outer.utf8.count)
        placeholder = [("body", .text(body))]
        alert = #"{"body":"\#(body)"}"#
    }

    func accepted(_ envelopeCount: Int, _ heading: Heading) -> Vector {
        vector(heading, expected: "accepted") { vector in
            vector.add("content", content)
            vector.add("envelopeBytes", envelopeCount)
            vector.add("outer", outer)
        }
    }

    func refused(_ expected: String, _ heading: Heading) -> Vector {
        vector(heading, expected: expected) { _ in }
    }

    private func vector(
        _ heading: Heading,
        expected: String,
        _ body: (inout JSONWriter.Object) -> Void
    ) -> Vector {
        Vector(heading, kind: "sealing", expected: expected) { vector in
            vector.add("push", push)
            vector.add("padding", padding)
            vector.object("placeholder") { object in
                for (key, value) in placeholder {
                    switch value {
                    case .text(let text): object.add(key, text)
                    case .list(let texts): object.add(key, texts: texts)
                    }
                }
            }
            if statements != nil { vector.add("now", Self.now) }
            vector.add("payload", payload)
            let lists = [
                ("template", template), ("attachments", attachments), ("remove", remove),
            ]
            if from != nil || name != nil || statements != nil
                || lists.contains(where: { $0.1 != nil })
            {
                vector.object("fields") { fields in
                    if let from { fields.add("from", from) }
                    if let name { fields.add("name", name) }
                    for (key, texts) in lists {
                        if let texts { fields.add(key, texts: texts) }
                    }
                    if let statements {
                        fields.array("statements") { list in
                            for statement in statements {
                                list.object { entry in
                                    entry.add("text", statement.text)
                                    entry.add("time", statement.time)
                                }
                            }
                        }
                    }
                }
            }
            body(&vector)
        }
    }
}

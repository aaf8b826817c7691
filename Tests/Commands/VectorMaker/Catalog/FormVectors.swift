// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Payloads and envelopes that are refused before a prekey is looked up: lines 3 to 7 of the
/// receiver.
enum FormVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 201)
        try addPayloads(to: &group)
        try addTexts(to: &group)
        try addEnvelopes(to: &group)
        try addOrder(to: &group)
        return group.vectors
    }

    private static let scene = Scene()

    private static func addPayloads(to group: inout VectorGroup) throws {
        func add(
            _ slug: String,
            _ expected: OpeningError,
            rule: String,
            _ comment: String,
            _ change: (String) -> [UInt8]
        ) throws {
            try group.add("payload-\(slug)", rule: rule, comment) {
                let whole = try Scene.outer(scene.draft($0).crafted().envelope)
                let payload = change(String(decoding: whole, as: UTF8.self))
                return try scene.refused(expected, payload: payload).vector($0)
            }
        }
        for (index, sample) in JSONSamples.broken("{}").enumerated() {
            try add(sample.slug, .malformedPayload, rule: sample.rule, sample.comment) {
                JSONSamples.broken($0)[index].text
            }
        }
        try add("array", .malformedPayload, rule: "M-28", "An array.") { Array("[\($0)]".utf8) }
        try add("string", .malformedPayload, rule: "M-28", "A string.") { _ in Array(#""x""#.utf8) }
        try add(
            "of-16385-bytes",
            .malformedPayload,
            rule: "M-29",
            "A byte more than is read, in a member that is ignored."
        ) {
            filled($0, to: 16_385)
        }
        try add("not-sealed", .notSealed, rule: "M-28", "There is no encrypted-content.") { _ in
            Array(#"{"aps":{"alert":"Hello"}}"#.utf8)
        }
        try add("number", .notSealed, rule: "M-28", "encrypted-content is a number.") { _ in
            Array(#"{"aps":{},"encrypted-content":1}"#.utf8)
        }
        try add("inside-aps", .notSealed, rule: "M-28", "encrypted-content is inside aps.") {
            Array(#"{"aps":\#($0)}"#.utf8)
        }
    }

    /// The payload with a further member, so that it has `count` bytes.
    static func filled(_ payload: String, to count: Int) -> [UInt8] {
        let head = Array(#"{"x":""#.utf8)
        let tail = Array(#"","#.utf8) + payload.utf8.dropFirst()
        let filler = [UInt8](repeating: UInt8(ascii: "x"), count: count - head.count - tail.count)
        return head + filler + tail
    }

    private static func addTexts(to group: inout VectorGroup) throws {
        func add(
            _ slug: String,
            rule: String = "M-18",
            _ comment: String,
            _ change: ([UInt8]) -> String
        ) throws {
            try group.add("text-\(slug)", rule: rule, comment) {
                let text = change(try scene.draft($0).crafted().envelope)
                return try scene.refused(.malformedEnvelope, payload: Scene.outer(text: text))
                    .vector($0)
            }
        }
        func text(_ envelope: [UInt8], zeros count: Int) -> String {
            Base64URL.encode((envelope + [UInt8](repeating: 0, count: count)).span)
        }
        // The envelope has 1328 bytes, 2 modulo 3; zero bytes behind it give the other lengths.
        try add("empty", rule: "M-26", "An empty text.") { _ in "" }
        try add("too-long", rule: "M-26", "3775 bytes, so 5034 characters.") {
            text($0, zeros: 3775 - $0.count)
        }
        try add("too-long-in-bytes", rule: "M-26", "2600 characters of two bytes.") { _ in
            String(repeating: "é", count: 2600)
        }
        try add("not-ascii", "2500 characters of two bytes.") { _ in
            String(repeating: "é", count: 2500)
        }
        try add("space", "A space at the end.") { text($0, zeros: 0) + " " }
        try add("line-feed", "A line feed at the end.") { text($0, zeros: 0) + "\n" }
        try add("padded-once", "Padding.") { text($0, zeros: 0) + "=" }
        try add("padded-twice", "Padding.") { text($0, zeros: 2) + "==" }
        try add("unused-bits-2", "The last of two unused bits is set.") {
            text($0, zeros: 3).dropLast() + "B"
        }
        try add("unused-bits-4", "The first of four unused bits is set.") {
            text($0, zeros: 2).dropLast() + "I"
        }
        try add("length", "A length of 1 modulo 4.") { text($0, zeros: 1) + "A" }
        try add("base64-plus", "A character of base64.") { text($0, zeros: 0).dropLast(2) + "+A" }
        try add("base64-slash", "A character of base64.") { text($0, zeros: 0).dropLast(2) + "/A" }
    }

    private static func addEnvelopes(to group: inout VectorGroup) throws {
        for version: UInt8 in [0, 2] {
            try group.add("version-\(version)", 6, "Version \(version); all else is right.") {
                var draft = scene.draft($0)
                draft.version = version
                return try scene.refused(.unknownVersion, draft).vector($0)
            }
        }
        try group.add("version-before-length", 6, "One byte: version 2.") {
            try scene.refused(.unknownVersion, [2]).vector($0)
        }
        try group.add("one-byte", rule: "M-26", "One byte: version 1.") {
            try scene.refused(.malformedEnvelope, [1]).vector($0)
        }
        try group.add(
            "one-byte-short",
            rule: "M-26",
            "1270 bytes, one fewer than an envelope without content has."
        ) {
            let envelope = try scene.draft($0).crafted().envelope
            return try scene.refused(.malformedEnvelope, Array(envelope.prefix(1270))).vector($0)
        }
    }

    private static func addOrder(to group: inout VectorGroup) throws {
        try group.add(
            "text-too-long-of-version-2",
            rule: "M-26",
            "5034 characters; the length of the text is checked before the version."
        ) {
            let envelope = [2] + [UInt8](repeating: 0, count: 3774)
            return try scene.refused(
                .malformedEnvelope,
                payload: Scene.outer(text: Base64URL.encode(envelope.span))
            ).vector($0)
        }
    }
}

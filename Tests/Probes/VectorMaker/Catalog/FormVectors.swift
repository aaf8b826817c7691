// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// Payloads and envelopes that are refused before any key is looked up: steps 0 and 1 of section 16.
enum FormVectors {
    static func make() throws -> [Vector] {
        try payloads() + texts() + headers()
    }

    private static func payloads() throws -> [Vector] {
        var group = VectorGroup(from: 201)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            let prefix = "suite\(suite.rawValue)"
            func add(
                _ slug: String,
                _ expected: OpeningError,
                _ comment: String,
                rule: String,
                change: (String) -> [UInt8]
            ) throws {
                try group.add("\(prefix)-\(slug)", rule: rule, comment) {
                    let whole = try scene.message(scene.draft($0).crafted().envelope)
                    let text = String(decoding: whole.opening.payload, as: UTF8.self)
                    return try scene.refused(expected, payload: change(text)).vector($0)
                }
            }
            try add("payload-cut", .malformedPayload, "The last brace is missing.", rule: "M-12") {
                Array($0.dropLast().utf8)
            }
            try add(
                "no-encrypted-content",
                .notSealed,
                "There is no encrypted-content.",
                rule: "M-46"
            ) { _ in Array(#"{"aps":{"alert":"Hello"}}"#.utf8) }
            guard suite == .x25519 else { continue }
            try add("payload-array", .malformedPayload, "An array.", rule: "M-46") {
                Array("[\($0)]".utf8)
            }
            try add("payload-trailing", .malformedPayload, "A second value.", rule: "M-12") {
                Array("\($0) {}".utf8)
            }
            try add("payload-byte-order-mark", .malformedPayload, "A mark.", rule: "M-12") {
                [0xEF, 0xBB, 0xBF] + Array($0.utf8)
            }
            try add("payload-not-utf8", .malformedPayload, "An overlong byte.", rule: "M-12") {
                Array(#"{"x":""#.utf8) + [0xC0, 0x80] + Array(#"","#.utf8)
                    + Array($0.dropFirst().utf8)
            }
            try add(
                "payload-lone-surrogate",
                .malformedPayload,
                "Half a pair of surrogates, in a member that is ignored.",
                rule: "M-12"
            ) { Array((#"{"x":"\ud83d","# + $0.dropFirst()).utf8) }
            try add(
                "payload-key-twice",
                .malformedPayload,
                "A key twice once its escapes are resolved.",
                rule: "M-12"
            ) { Array((#"{"\u0061ps":{},"# + $0.dropFirst()).utf8) }
            try add(
                "payload-too-deep",
                .malformedPayload,
                "Thirty-three levels.",
                rule: "M-12"
            ) {
                let deep =
                    String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
                return Array((#"{"x":\#(deep),"# + $0.dropFirst()).utf8)
            }
            try add(
                "encrypted-content-number",
                .notSealed,
                "encrypted-content is no string.",
                rule: "M-46"
            ) { _ in Array(#"{"aps":{},"encrypted-content":1}"#.utf8) }
        }
        return group.vectors
    }

    private static func texts() throws -> [Vector] {
        var group = VectorGroup(from: 221)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            let prefix = "suite\(suite.rawValue)"
            func add(
                _ slug: String,
                _ expected: OpeningError,
                _ comment: String,
                rule: String,
                change: ([UInt8]) -> String
            ) throws {
                try group.add("\(prefix)-\(slug)", rule: rule, comment) {
                    let envelope = try scene.draft($0).crafted().envelope
                    let text = change(envelope)
                    return try scene.refused(expected, payload: Scene.outer(text: text)).vector($0)
                }
            }
            try add(
                "text-too-long",
                .malformedEnvelope,
                "3775 bytes, so 5034 characters.",
                rule: "M-42"
            ) { envelope in
                let rest = [UInt8](repeating: 0, count: 3775 - envelope.count)
                return Base64URL.encode((envelope + rest).span)
            }
            try add("text-space", .malformedEnvelope, "A space at the end.", rule: "M-11") {
                Base64URL.encode($0.span) + " "
            }
            guard suite == .x25519 else { continue }
            // One byte that ends a group of four early, so that padding and unused bits have a place.
            try add("text-padded", .malformedEnvelope, "Padding.", rule: "M-11") { envelope in
                let count = envelope.count % 3 == 0 ? 1 : 0
                let text = Base64URL.encode((envelope + [UInt8](repeating: 0, count: count)).span)
                return text + String(repeating: "=", count: 4 - text.utf8.count % 4)
            }
            try add("text-unused-bits", .malformedEnvelope, "An unused bit is set.", rule: "M-11") {
                envelope in
                let ones = [UInt8](repeating: 0, count: (4 - envelope.count % 3) % 3)
                return Base64URL.encode((envelope + ones).span).dropLast() + "B"
            }
            try add("text-length", .malformedEnvelope, "A length of 1 modulo 4.", rule: "M-11") {
                envelope in
                let text = Base64URL.encode(envelope.span)
                return text + String(repeating: "A", count: (5 - text.utf8.count % 4) % 4)
            }
            try add("text-base64", .malformedEnvelope, "A character of base64.", rule: "M-11") {
                Base64URL.encode($0.span).dropLast(2) + "+A"
            }
            try add("text-empty", .malformedEnvelope, "No byte at all.", rule: "section 16, step 1")
            { _ in
                ""
            }
        }
        return group.vectors
    }

    private static func headers() throws -> [Vector] {
        var group = VectorGroup(from: 241)
        for suite in Suite.allCases {
            let scene = try Scene(suite)
            let prefix = "suite\(suite.rawValue)"
            let rule = "section 16, step 1"
            try group.add("\(prefix)-three-bytes", rule: rule, "Three bytes.") {
                try scene.refused(.malformedEnvelope, [1, suite.rawValue, 0]).vector($0)
            }
            try group.add("\(prefix)-four-bytes", rule: rule, "A header and nothing else.") {
                try scene.refused(.malformedEnvelope, [1, suite.rawValue, 0, 0]).vector($0)
            }
            try group.add("\(prefix)-one-byte-short", rule: rule, "One byte below the overhead.") {
                let envelope = try scene.draft($0).crafted().envelope
                let overhead = suite == .x25519 ? 186 : 1274
                return try scene.refused(.malformedEnvelope, Array(envelope.prefix(overhead - 1)))
                    .vector($0)
            }
            let faults: [(String, [UInt8], OpeningError, String)] = [
                ("format-0", [0, suite.rawValue, 0, 0], .unknownVersion, "Format 0."),
                ("format-2", [2, suite.rawValue, 0, 0], .unknownVersion, "Format 2."),
                ("unknown-suite", [1, 3, 0, 0], .malformedEnvelope, "Suite 3."),
                ("flag", [1, suite.rawValue, 0x80, 0], .malformedEnvelope, "A flag is set."),
                ("reserved", [1, suite.rawValue, 0, 1], .malformedEnvelope, "Reserved is 1."),
                (
                    "flag-and-reserved", [1, suite.rawValue, 1, 1], .malformedEnvelope,
                    "Flags are checked before the reserved byte."
                ),
            ]
            for (slug, header, expected, comment) in faults {
                try group.add("\(prefix)-\(slug)", rule: rule, comment) {
                    // Everything else is right: the header is what was signed and encrypted under.
                    var draft = scene.draft($0)
                    draft.header = header
                    return try scene.refused(expected, draft).vector($0)
                }
            }
        }
        let scene = try Scene(.x25519)
        try group.add("suite1-suite-0", rule: "section 16, step 1", "Suite 0.") {
            var draft = scene.draft($0)
            draft.header[1] = 0
            return try scene.refused(.malformedEnvelope, draft).vector($0)
        }
        return group.vectors
    }
}

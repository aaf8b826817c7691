// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Messages that are opened: one fact each.
enum OpenedVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 101)
        try addSizes(to: &group)
        try addReceivers(to: &group)
        try addPayloads(to: &group)
        try addContents(to: &group)
        try addKeys(to: &group)
        try AttachmentListVectors.addMessages(to: &group)
        try addRemovals(to: &group)
        try addNotation(to: &group)
        try AttachmentListVectors.addTypes(to: &group)
        return group.vectors
    }

    private static func addSizes(to group: inout VectorGroup) throws {
        let scene = Scene()
        try group.add("plain", rule: "M-38", "A message without padding.") {
            try scene.opened(scene.draft($0), steps: true).vector($0)
        }
        try group.add("bucket", rule: "M-43", "A message padded to a bucket.") {
            var draft = scene.draft($0)
            draft.envelopeCount = 2048
            return try scene.opened(draft, steps: true).vector($0)
        }
        try group.add(
            "one-byte-of-padding",
            rule: "M-26",
            "A size that is no bucket: receivers check none."
        ) {
            var draft = scene.draft($0)
            draft.envelopeCount = MessageDraft.overhead + draft.content.count + 1
            return try scene.opened(draft).vector($0)
        }
        try group.add("largest", rule: "M-26", "3774 bytes of envelope, 5032 characters of text.") {
            let count = 3774 - MessageDraft.overhead - #"{"aps":{"alert":""}}"#.utf8.count
            let text = String(repeating: "x", count: count)
            let draft = scene.draft($0, content: #"{"aps":{"alert":"\#(text)"}}"#)
            return try scene.opened(draft, steps: true).vector($0)
        }
        try group.add("smallest", rule: "M-34", "An empty aps is content.") {
            try scene.opened(scene.draft($0, content: #"{"aps":{}}"#)).vector($0)
        }
    }

    private static func addReceivers(to group: inout VectorGroup) throws {
        let scene = Scene()
        let oneTime = Scene(.oneTime1)
        try group.add("one-time", 26, "A message to a one-time prekey.") {
            try oneTime.opened(oneTime.draft($0), steps: true).vector($0)
        }
        try group.add(
            "two-prekeys",
            rule: "M-38 line 8",
            "The device finds the prekey that is named."
        ) {
            var vector = try scene.opened(scene.draft($0))
            vector.records.insert(oneTime.record, at: 0)
            vector.prekeys.insert(oneTime.prekey, at: 0)
            return try vector.vector($0)
        }
        try group.add("unknown-sender", rule: "D-3", "No contact; the policy shows it.") {
            try scene.opened(scene.draft($0)).with { $0.contacts = [] }.vector($0)
        }
        try group.add("contacts-only", rule: "D-3", "A contact, under the policy refuse.") {
            try scene.opened(scene.draft($0)).with { $0.unknownSenders = "refuse" }.vector($0)
        }
        try group.add("person", rule: "M-38", "A message of a person's device.") {
            let draft = scene.draft($0, from: TestSender("person-1"))
            return try scene.opened(draft).with { $0.contacts.append("person-1") }.vector($0)
        }
        let topics = [
            ("1-byte", "A topic of 1 byte.", "a"),
            ("250-bytes", "A topic of 250 bytes.", String(repeating: "a", count: 250)),
            ("not-ascii", "A topic of 15 bytes, 11 characters.", "org.größe.☃"),
        ]
        for (slug, comment, topic) in topics {
            try group.add("topic-\(slug)", rule: "M-7", comment) {
                var draft = scene.draft($0)
                draft.topic = topic
                var vector = try scene.opened(draft, steps: true)
                vector.topic = topic
                return try vector.vector($0)
            }
        }
        try group.add("before-not-before", rule: "M-38 line 15", "Openers do not check not_before.")
        {
            var scene = scene
            scene.record = scene.phone.record {
                $0.notBefore = Moment.base.advanced(by: .seconds(3600))
            }
            return try scene.opened(scene.draft($0)).vector($0)
        }
    }

    private static func addPayloads(to group: inout VectorGroup) throws {
        let scene = Scene()
        func add(
            _ slug: String,
            rule: String,
            _ comment: String,
            _ change: (String) -> [UInt8]
        ) throws {
            try group.add(slug, rule: rule, comment) {
                var vector = try scene.opened(scene.draft($0))
                let text = String(decoding: vector.opening.payload, as: UTF8.self)
                vector.opening.payload = change(text)
                return try vector.vector($0)
            }
        }
        try add("escaped-text", rule: "M-38 line 5", "Escapes in key and value are resolved.") {
            text in
            let parts = text.split(separator: #"encrypted-content":"A"#)
            return Array((parts[0] + #"encrypted\u002Dcontent":"\u0041"# + parts[1]).utf8)
        }
        try add(
            "escaped-beyond-5032-bytes",
            rule: "M-38 line 5",
            "Every character of the text is escaped, which gives more than 5032 bytes."
        ) { text in
            let envelope = text.split(separator: #"""#).last(where: { $0.utf8.count > 99 }) ?? ""
            let escaped = envelope.utf8.map { #"\u00"# + Hex.encode([$0].span) }
            let payload = #"{"aps":{},"encrypted-content":"\#(escaped.joined())"}"#
            return Array(payload.utf8)
        }
        try add("other-members", rule: "M-30", "Other members are ignored, aps included.") { text in
            let parts = text.split(separator: #""encrypted-content""#)
            return Array(
                (#" { "aps" : 7, "sealedpush" : null, "encrypted-content""# + parts[1]).utf8
            )
        }
        try add("payload-of-16384-bytes", rule: "M-29", "The longest payload that is read.") {
            FormVectors.filled($0, to: 16_384)
        }
        let any = JSONSamples.whole("{}")
        for (index, sample) in any.enumerated() {
            try group.add("payload-\(sample.slug)", rule: sample.rule, sample.comment) {
                var vector = try scene.opened(scene.draft($0))
                let text = String(decoding: vector.opening.payload, as: UTF8.self)
                vector.opening.payload = JSONSamples.whole(text)[index].text
                return try vector.vector($0)
            }
        }
    }

    private static func addContents(to group: inout VectorGroup) throws {
        let scene = Scene()
        let contents = [
            (
                "toolkit-fields", "M-35",
                "Unknown members, and unknown and repeated entries of template.",
                #"{"aps":{"alert":{"body":"From {sender}"}},"sealedpush":{"from":"ward-3","#
                    + #""name":"Ward 3","template":["body","footer","body"],"later":[1]}}"#
            ),
            (
                "not-compact", "M-34", "White space in the content stays as it was sealed.",
                "{\n\t\"aps\" : { \"alert\" : \"Hello\" } ,\r\n \"n\" : 1.50 }\n"
            ),
            (
                "aps-member-types", "M-34", "Members of aps may have any type.",
                #"{"aps":{"alert":7}}"#
            ),
            ("unicode", "M-19", "Emoji and scripts.", #"{"aps":{"alert":"🏥 Größe 日本 \#u{5E9}"}}"#),
        ]
        for (slug, rule, comment, content) in contents {
            try group.add(slug, rule: rule, comment) {
                try scene.opened(scene.draft($0, content: content)).vector($0)
            }
        }
        for sample in JSONSamples.whole(Scene.hello) {
            try group.add("content-\(sample.slug)", rule: sample.rule, sample.comment) {
                let content = String(decoding: sample.text, as: UTF8.self)
                return try scene.opened(scene.draft($0, content: content)).vector($0)
            }
        }
    }

    private static func addKeys(to group: inout VectorGroup) throws {
        let scene = Scene()
        try group.add("enc-top-bit", rule: "M-11", "The top bit of the X25519 half is set.") {
            var draft = scene.draft($0)
            draft.x25519Half = .topBitSet
            return try scene.opened(draft, steps: true).vector($0)
        }
        for base in Points.notCanonicalBases {
            try group.add(
                "enc-\(base.name)",
                rule: "M-11",
                "The X25519 half is u = 9, in an encoding that is not canonical."
            ) {
                var draft = scene.draft($0)
                draft.x25519Half = .base(base.bytes)
                return try scene.opened(draft, steps: true).vector($0)
            }
        }
    }

    private static func addRemovals(to group: inout VectorGroup) throws {
        let scene = Scene()
        let long = String(repeating: "é", count: 32)
        let lists: [(String, String, String, String, [String])] = [
            ("one", "T-23", "The name of one earlier notification.", #"["a"]"#, ["a"]),
            (
                "fifty-one", "T-23", "51 entries, of which the first 50 count.",
                "[" + (1...51).map { "\"n\($0)\"" }.joined(separator: ",") + "]",
                (1...50).map { "n\($0)" }
            ),
            (
                "others-count", "T-23", "Entries that are ignored are among the first 50.",
                "[" + String(repeating: "0,", count: 49) + #""a","b"]"#, ["a"]
            ),
            (
                "lengths", "T-23", "Bytes of UTF-8 count: 1 and 64 of them, not 0 and 65.",
                #"["","x","\#(long)","\#(long)x"]"#, ["x", long]
            ),
            (
                "other-types", "T-23", "Entries that are no strings are ignored.",
                #"[null,7,["a"],{"a":1},true,"b"]"#, ["b"]
            ),
            ("empty", "T-23", "An empty remove.", "[]", []),
            ("no-array", "T-23", "A remove that is no array is ignored.", #""a""#, []),
            ("null", "M-34", "A remove that is null is ignored.", "null", []),
        ]
        for (slug, rule, comment, remove, names) in lists {
            try group.add("remove-\(slug)", rule: rule, comment) {
                let content = #"{"aps":{},"sealedpush":{"remove":\#(remove)}}"#
                var vector = try scene.opened(scene.draft($0, content: content))
                vector.remove = names
                return try vector.vector($0)
            }
        }
    }

    private static func addNotation(to group: inout VectorGroup) throws {
        let scene = Scene()
        try group.add("shortest-life", 18, "A ttl_s of 1.") {
            var draft = scene.draft($0)
            draft.timeToLive = 1
            return try scene.opened(draft).vector($0)
        }
        try group.add("content-literals", rule: "M-19", "Every literal, and numbers with a 9.") {
            let content = #"{"aps":{},"x":[true,false,null,9,19,0.9,1e9,-9E-9]}"#
            return try scene.opened(scene.draft($0, content: content)).vector($0)
        }
        try group.add("remove-escapes", rule: "M-19", "Escapes with every digit, resolved.") {
            let names = [
                (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
                (#"\u0000\ud7ff\uE000\uFFFF"#, "\u{0}\u{D7FF}\u{E000}\u{FFFF}"),
                (
                    #"\u0123\u4567\u89ab\ucdef\uABCD\uEF01"#,
                    "\u{123}\u{4567}\u{89AB}\u{CDEF}\u{ABCD}\u{EF01}"
                ),
                Self.pairs("0123456789a"), Self.pairs("bcdefABCDEF"),
            ]
            let list = names.map { #""\#($0.0)""# }.joined(separator: ",")
            let content = #"{"aps":{},"sealedpush":{"remove":[\#(list)]}}"#
            var vector = try scene.opened(scene.draft($0, content: content))
            vector.remove = names.map(\.1)
            return try vector.vector($0)
        }
    }

    /// A pair of escapes for each of some hexadecimal digits, and what they stand for.
    private static func pairs(_ digits: String) -> (escaped: String, resolved: String) {
        let seconds = (high: Array("89abAB"), low: Array("cdefCDEF"))
        var pairs = (escaped: "", resolved: "")
        for (index, digit) in digits.enumerated() {
            let first = index % 2 == 0 ? "d" : "D"
            let high = "\(first)\(seconds.high[index % 6])\(digit)\(digit)"
            let low = "\(first)\(seconds.low[index % 8])\(digit)\(digit)"
            pairs.escaped += "\\u\(high)\\u\(low)"
            let units = [high, low].compactMap { UInt16($0, radix: 16) }
            pairs.resolved += String(decoding: units, as: UTF16.self)
        }
        return pairs
    }
}

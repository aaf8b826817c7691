// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a sealer makes of a payload before it encrypts: content, size, and the payload around the envelope.
enum SealingVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1501)
        addContents(to: &group)
        addPlaceholders(to: &group)
        addSizes(to: &group)
        AttachmentListVectors.addSealings(to: &group)
        return group.vectors
    }

    private static func addContents(to group: inout VectorGroup) {
        group.add("sealing-compacted", rule: "M-13", "White space goes, every token stays.") {
            var draft = SealingDraft(
                " {\n\"aps\" : { \"alert\":\"a \\u0041\\/\" },\t\"n\":1.50E+2 } \r\n"
            )
            draft.content = #"{"aps":{"alert":"a \u0041\/"},"n":1.50E+2}"#
            return draft.accepted(512, $0)
        }
        group.add("sealing-fields", rule: "M-48", "The last member, in the order of the table.") {
            var draft = SealingDraft(#"{"aps":{},"x":[]}"#)
            draft.from = "ann-7"
            draft.name = "Ann"
            draft.template = ["body", "title"]
            draft.content =
                #"{"aps":{},"x":[],"sealedpush":{"from":"ann-7","name":"Ann","#
                + #""template":["title","body"]}}"#
            return draft.accepted(512, $0)
        }
        group.add(
            "sealing-fields-escaped",
            rule: "section 15",
            "Short escapes for quotation mark, backslash, LF, CR and tab, four digits for the rest below U+0020."
        ) {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.from = "\"\\/\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}é\u{2028}🏥"
            draft.content =
                #"{"aps":{},"sealedpush":{"from":"\"\\/\n\r\t\u0008\u000c\u0000\u001f"#
                + "\u{7F}é\u{2028}🏥\"}}"
            return draft.accepted(512, $0)
        }
        group.add("sealing-fields-empty", rule: "M-48", "An empty text is given, too.") {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.from = ""
            draft.name = ""
            draft.template = []
            draft.content = #"{"aps":{},"sealedpush":{"from":"","name":""}}"#
            return draft.accepted(512, $0)
        }
        group.add("sealing-template-empty", rule: "M-48", "No field, no member.") {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.template = []
            return draft.accepted(512, $0)
        }
        group.add("sealing-reserved-key", rule: "M-48", "Whatever its value is.") {
            SealingDraft(#"{"aps":{},"sealedpush":5}"#).refused(.reservedKey, $0)
        }
        group.add("sealing-reserved-key-first", rule: "section 13", "The payload comes first.") {
            var draft = SealingDraft(#"{"aps":{},"sealedpush":{}}"#)
            draft.placeholder = [("body", .text(""))]
            return draft.refused(.reservedKey, $0)
        }
    }

    private static func addPlaceholders(to group: inout VectorGroup) {
        func add(
            _ slug: String,
            _ comment: String,
            _ placeholder: [(String, SealingDraft.Value)],
            _ alert: String
        ) {
            group.add("sealing-placeholder-\(slug)", rule: "M-46", comment) {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.placeholder = placeholder
                draft.alert = alert
                return draft.accepted(512, $0)
            }
        }
        add(
            "texts",
            "Title and body, escaped where JSON must.",
            [("title", .text("A \"title\"\u{1}")), ("body", .text("Größe"))],
            #"{"title":"A \"title\"\u0001","body":"Größe"}"#
        )
        add("title-alone", "An empty body is left out.", [("title", .text("T"))], #"{"title":"T"}"#)
        add(
            "keys",
            "Keys of a string table, in this order.",
            [
                ("title-loc-key", .text("T")), ("title-loc-args", .list(["1", "2"])),
                ("loc-key", .text("B")), ("loc-args", .list(["3"])),
            ],
            #"{"title-loc-key":"T","title-loc-args":["1","2"],"loc-key":"B","loc-args":["3"]}"#
        )
        add(
            "key-alone",
            "Empty arguments are left out.",
            [("loc-key", .text("B")), ("loc-args", .list([]))],
            #"{"loc-key":"B"}"#
        )
        let empty: [(String, [(String, SealingDraft.Value)])] = [
            ("empty", [("title", .text("")), ("body", .text(""))]),
            ("arguments-alone", [("loc-key", .text("")), ("loc-args", .list(["1"]))]),
        ]
        for (slug, placeholder) in empty {
            group.add("sealing-placeholder-\(slug)", rule: "M-46", "Neither title nor body.") {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.placeholder = placeholder
                return draft.refused(.emptyPlaceholder, $0)
            }
        }
        for padding in ["buckets", "none"] {
            group.add(
                "sealing-placeholder-256-\(padding)",
                rule: "M-43",
                "256 bytes, the quotation marks around the text among them."
            ) {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.padding = padding
                draft.fillPlaceholder(to: 256)
                return draft.accepted(padding == "none" ? 196 : 512, $0)
            }
            group.add("sealing-placeholder-257-\(padding)", rule: "M-43", "A byte more.") {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.padding = padding
                draft.fillPlaceholder(to: 257)
                return draft.refused(.placeholderTooLarge(needed: 257, available: 256), $0)
            }
        }
        group.add(
            "sealing-placeholder-first",
            rule: "section 13",
            "The placeholder comes before the size of the content."
        ) {
            var draft = SealingDraft.ofCount(5000)
            draft.fillPlaceholder(to: 257)
            return draft.refused(.placeholderTooLarge(needed: 257, available: 256), $0)
        }
    }

    private static func addSizes(to group: inout VectorGroup) {
        /// The capacities of section 14: the largest content, and the size of its envelope.
        let sizes: [(suite: Suite, push: String, padding: String, content: Int, envelope: Int)] = [
            (.x25519, "alert", "buckets", 326, 512), (.x25519, "alert", "buckets", 327, 1024),
            (.x25519, "alert", "buckets", 2694, 2880), (.x25519, "alert", "constant", 10, 2880),
            (.x25519, "voip", "buckets", 2695, 3648), (.x25519, "voip", "buckets", 3462, 3648),
            (.x25519, "voip", "constant", 10, 3648), (.xwing, "alert", "buckets", 10, 2048),
            (.xwing, "alert", "buckets", 775, 2880), (.xwing, "alert", "buckets", 1606, 2880),
            (.xwing, "voip", "buckets", 2374, 3648), (.x25519, "alert", "none", 10, 196),
            // floor(3/4 (4096 - 88)) = 3006; 3774 in VoIP.
            (.x25519, "alert", "none", 2820, 3006), (.xwing, "alert", "none", 1732, 3006),
            (.x25519, "voip", "none", 3588, 3774), (.xwing, "voip", "none", 2500, 3774),
        ]
        for size in sizes {
            group.add(
                "sealing-\(size.push)-\(size.padding)-suite\(size.suite.rawValue)-\(size.content)",
                rule: "section 14",
                "\(size.content) bytes of content."
            ) {
                SealingDraft.ofCount(size.content, size.suite, size.push, size.padding)
                    .accepted(size.envelope, $0)
            }
        }
        let limits: [(suite: Suite, push: String, padding: String, content: Int)] = [
            (.x25519, "alert", "buckets", 2695), (.x25519, "alert", "constant", 2695),
            (.x25519, "voip", "buckets", 3463), (.xwing, "alert", "buckets", 1607),
            (.xwing, "voip", "constant", 2375), (.x25519, "alert", "none", 2821),
            (.xwing, "alert", "none", 1733), (.x25519, "voip", "none", 3589),
            (.xwing, "voip", "none", 2501),
        ]
        for size in limits {
            group.add(
                "sealing-\(size.push)-\(size.padding)-suite\(size.suite.rawValue)-\(size.content)",
                rule: "M-43",
                "A byte too many."
            ) {
                SealingDraft.ofCount(size.content, size.suite, size.push, size.padding)
                    .refused(.contentTooLarge(needed: 0, available: 0), $0)
            }
        }
        // With a shorter placeholder it is the envelope that has no more than 3774 bytes.
        var draft = SealingDraft.ofCount(3588, .x25519, "voip", "none")
        draft.placeholder = [("body", .text("N"))]
        draft.alert = #"{"body":"N"}"#
        group.add("sealing-largest-envelope", rule: "M-42", "3774 bytes.") {
            draft.accepted(3774, $0)
        }
        group.add("sealing-envelope-too-large", rule: "M-42", "A byte too many.") {
            var draft = SealingDraft.ofCount(3589, .x25519, "voip", "none")
            draft.placeholder = [("body", .text("N"))]
            return draft.refused(.contentTooLarge(needed: 0, available: 0), $0)
        }
        group.add("sealing-placeholder-title-key-alone", rule: "M-46", "A title's key is enough.") {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.placeholder = [("title-loc-key", .text("T"))]
            draft.alert = #"{"title-loc-key":"T"}"#
            return draft.accepted(512, $0)
        }
    }
}

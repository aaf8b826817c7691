// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a sealer makes of a payload before it encrypts: content, size, and the payload around the
/// envelope.
enum SealingVectors {
    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1701)
        addContents(to: &group)
        addPlaceholders(to: &group)
        addSizes(to: &group)
        addLimits(to: &group)
        AttachmentListVectors.addSealings(to: &group)
        addFractions(to: &group)
        AttachmentListVectors.addOrder(to: &group)
        SealingStatementVectors.add(to: &group)
        addNames(to: &group)
        return group.vectors
    }

    private static func addNames(to group: inout VectorGroup) {
        group.add(
            "sealing-remove-any-name",
            rule: "M-36",
            "Names of 1 and of 64 bytes, as another server of the app gave them."
        ) {
            let long = String(repeating: "é", count: 32)
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.remove = ["x", long, "a \"b\"\n"]
            draft.content =
                #"{"aps":{},"sealedpush":{"remove":["x","\#(long)","a \"b\"\n"]}}"#
            return draft.accepted(2048, $0)
        }
    }

    private static func addContents(to group: inout VectorGroup) {
        group.add(
            "sealing-compacted",
            rule: "M-23",
            "White space and escapes that JSON does not need go, numbers stay."
        ) {
            var draft = SealingDraft(
                " {\n\"aps\" : { \"alert\":\"a \\u0041\\/\" },\t\"n\":1.50E+2 } \r\n"
            )
            draft.content = #"{"aps":{"alert":"a A/"},"n":1.50E+2}"#
            return draft.accepted(2048, $0)
        }
        group.add(
            "sealing-fields",
            rule: "M-36",
            "sealedpush is the last member; its own are in the order of the table."
        ) {
            var draft = SealingDraft(#"{"aps":{},"x":[]}"#)
            draft.from = "ann-7"
            draft.name = "Ann"
            draft.template = ["body", "title"]
            draft.content =
                #"{"aps":{},"x":[],"sealedpush":{"from":"ann-7","name":"Ann","#
                + #""template":["title","body"]}}"#
            return draft.accepted(2048, $0)
        }
        group.add(
            "sealing-fields-escaped",
            rule: "M-37",
            "The short escape of each character that has one, four digits for the rest below U+0020."
        ) {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.from = "\"\\/\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}é\u{2028}🏥"
            draft.content =
                #"{"aps":{},"sealedpush":{"from":"\"\\/\n\r\t\b\f\u0000\u001f"#
                + "\u{7F}é\u{2028}🏥\"}}"
            return draft.accepted(2048, $0)
        }
        group.add(
            "sealing-fields-empty",
            rule: "M-36",
            "Empty texts are written, an empty template is not."
        ) {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.from = ""
            draft.name = ""
            draft.template = []
            draft.content = #"{"aps":{},"sealedpush":{"from":"","name":""}}"#
            return draft.accepted(2048, $0)
        }
        group.add(
            "sealing-remove",
            rule: "M-36",
            "remove is its last member, in the caller's order."
        ) {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.remove = ["BBBBBBBBBBBBBBBBBBBBBA", "AAAAAAAAAAAAAAAAAAAAAA"]
            draft.name = "Ann"
            draft.content =
                #"{"aps":{},"sealedpush":{"name":"Ann","remove":["BBBBBBBBBBBBBBBBBBBBBA","#
                + #""AAAAAAAAAAAAAAAAAAAAAA"]}}"#
            return draft.accepted(2048, $0)
        }
        group.add("sealing-template-empty", rule: "M-36", "A template without fields is left out.")
        {
            var draft = SealingDraft(#"{"aps":{}}"#)
            draft.template = []
            return draft.accepted(2048, $0)
        }
        group.add(
            "sealing-reserved-key",
            rule: "S-8",
            "The payload has sealedpush, whatever its value is."
        ) {
            SealingDraft(#"{"aps":{},"sealedpush":5}"#).refused("reservedKey", $0)
        }
        group.add(
            "sealing-reserved-key-first",
            rule: "S-8",
            "The payload has sealedpush, and the placeholder is empty."
        ) {
            var draft = SealingDraft(#"{"aps":{},"sealedpush":{}}"#)
            draft.placeholder = [("body", .text(""))]
            return draft.refused("reservedKey", $0)
        }
    }

    private static func addPlaceholders(to group: inout VectorGroup) {
        func add(
            _ slug: String,
            _ comment: String,
            _ placeholder: [(String, SealingDraft.Value)],
            _ alert: String
        ) {
            group.add("sealing-placeholder-\(slug)", rule: "M-31", comment) {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.placeholder = placeholder
                draft.alert = alert
                return draft.accepted(2048, $0)
            }
        }
        add(
            "texts",
            "Title and body, escaped where JSON must.",
            [("title", .text("A \"title\"\u{1}")), ("body", .text("Größe"))],
            #"{"title":"A \"title\"\u0001","body":"Größe"}"#
        )
        add(
            "title-key-alone",
            "The key of a title is enough.",
            [("title-loc-key", .text("T"))],
            #"{"title-loc-key":"T"}"#
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
            group.add("sealing-placeholder-\(slug)", rule: "M-32", "Neither title nor body.") {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.placeholder = placeholder
                return draft.refused("placeholderRefused", $0)
            }
        }
        for padding in ["buckets", "none"] {
            group.add(
                "sealing-placeholder-256-\(padding)",
                rule: "M-44",
                "256 bytes around the text, its quotation marks among them."
            ) {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.padding = padding
                draft.fillPlaceholder(to: 256)
                return draft.accepted(padding == "none" ? 1281 : 2048, $0)
            }
            group.add(
                "sealing-placeholder-257-\(padding)",
                rule: "M-44",
                "257 bytes around the text."
            ) {
                var draft = SealingDraft(#"{"aps":{}}"#)
                draft.padding = padding
                draft.fillPlaceholder(to: 257)
                return draft.refused("placeholderRefused", $0)
            }
        }
        group.add(
            "sealing-placeholder-first",
            rule: "S-8",
            "257 bytes around the text, and content that is too large."
        ) {
            var draft = SealingDraft.ofCount(5000)
            draft.fillPlaceholder(to: 257)
            return draft.refused("placeholderRefused", $0)
        }
    }

    private static func addSizes(to group: inout VectorGroup) {
        let sizes: [(push: String, padding: String, content: Int, envelope: Int)] = [
            ("alert", "buckets", 10, 2048), ("alert", "buckets", 777, 2048),
            ("alert", "buckets", 778, 2880), ("alert", "buckets", 1609, 2880),
            ("alert", "constant", 10, 2880), ("alert", "constant", 1609, 2880),
            ("voip", "buckets", 777, 2048), ("voip", "buckets", 1609, 2880),
            ("voip", "buckets", 1610, 3648), ("voip", "buckets", 2377, 3648),
            ("voip", "constant", 10, 3648), ("alert", "none", 10, 1281),
            // floor(3/4 (4096 - 88)) = 3006, and 3774 for VoIP.
            ("alert", "none", 1735, 3006), ("voip", "none", 2503, 3774),
        ]
        for size in sizes {
            group.add(
                "sealing-\(size.push)-\(size.padding)-\(size.content)",
                rule: "M-43",
                "\(size.content) bytes of content."
            ) {
                SealingDraft.ofCount(size.content, size.push, size.padding)
                    .accepted(size.envelope, $0)
            }
        }
    }

    private static func addLimits(to group: inout VectorGroup) {
        let limits: [(push: String, padding: String, content: Int)] = [
            ("alert", "buckets", 1610), ("alert", "constant", 1610), ("voip", "buckets", 2378),
            ("voip", "constant", 2378), ("alert", "none", 1736), ("voip", "none", 2504),
        ]
        for size in limits {
            group.add(
                "sealing-\(size.push)-\(size.padding)-\(size.content)",
                rule: "M-43",
                "\(size.content) bytes of content, one too many."
            ) {
                SealingDraft.ofCount(size.content, size.push, size.padding)
                    .refused("contentTooLarge", $0)
            }
        }
        // With a shorter placeholder it is the envelope that has no more than 3774 bytes.
        for (slug, count) in [("largest-envelope", 2503), ("envelope-too-large", 2504)] {
            group.add("sealing-\(slug)", rule: "M-26", "\(1271 + count) bytes of envelope.") {
                var draft = SealingDraft.ofCount(count, "voip", "none")
                draft.placeholder = [("body", .text("N"))]
                draft.alert = #"{"body":"N"}"#
                return count == 2503
                    ? draft.accepted(3774, $0) : draft.refused("contentTooLarge", $0)
            }
        }
        // And with the longest placeholder the outer payload has no more than 4096 bytes.
        for count in [1609, 1610] {
            group.add(
                "sealing-none-\(count)",
                rule: "M-43",
                "\(count) bytes, with 256 around the text."
            ) {
                var draft = SealingDraft.ofCount(count, "alert", "none")
                draft.fillPlaceholder(to: 256)
                return count == 1609
                    ? draft.accepted(2880, $0) : draft.refused("contentTooLarge", $0)
            }
        }
    }

    /// Sizes without padding of which three quarters of the room are no whole number.
    private static func addFractions(to group: inout VectorGroup) {
        // 3/4 (4096 - 87) = 3006.75, and 3/4 (5120 - 255) = 3648.75.
        for (push, around, count) in [("alert", 87, 1736), ("voip", 255, 2378)] {
            group.add(
                "sealing-\(push)-none-\(count)-rounded",
                rule: "M-43",
                "\(count) bytes with \(around) around the text: the size is rounded down."
            ) {
                var draft = SealingDraft.ofCount(count, push, "none")
                draft.fillPlaceholder(to: around)
                return draft.refused("contentTooLarge", $0)
            }
        }
    }
}

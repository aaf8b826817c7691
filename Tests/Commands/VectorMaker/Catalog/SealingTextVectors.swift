// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Payloads as senders' languages write them, and what compacting makes of each (M-23).
enum SealingTextVectors {
    static func make() -> [Vector] {
        var group = VectorGroup(from: 2001)
        func add(
            _ slug: String,
            _ comment: String,
            _ payload: String,
            _ content: String,
            size: Int = 2048
        ) {
            group.add("sealing-\(slug)", rule: "M-23", comment) {
                var draft = SealingDraft(payload)
                draft.content = content
                return draft.accepted(size, $0)
            }
        }
        add(
            "escapes-resolved",
            "Escapes of characters that need none, of either case, and pairs.",
            #"{"aps":{"alert":"\u6d88\u6D88\/\u0041\u007f\u00E9\u2028\uFEFF\uFFFF\ud83c\uDFE5"}}"#,
            "{\"aps\":{\"alert\":\"消消/A\u{7F}é\u{2028}\u{FEFF}\u{FFFF}🏥\"}}"
        )
        add(
            "escapes-shortest",
            "Characters that need an escape get the shortest one.",
            #"{"aps":{"alert":"\u0022\u005c\u005C\u0008\u0009\u000a\u000C\u000d\b\f\n\r\t\"\\"}}"#,
            #"{"aps":{"alert":"\"\\\\\b\t\n\f\r\b\f\n\r\t\"\\"}}"#
        )
        add(
            "escapes-digits",
            "Four digits in lower case where there is no shorter escape.",
            #"{"aps":{"alert":"\u0000\u0001\u000B\u000e\u001F"}}"#,
            #"{"aps":{"alert":"\u0000\u0001\u000b\u000e\u001f"}}"#
        )
        add(
            "escapes-backslashes",
            "What follows an escaped backslash is no escape.",
            #"{"aps":{"alert":"\\u0041\\\u0041\\n\\\\u0041"}}"#,
            #"{"aps":{"alert":"\\u0041\\A\\n\\\\u0041"}}"#
        )
        add(
            "escapes-keys",
            "Keys too, and members keep their order.",
            #"{"\u007a":1,"\u0061ps":{"alert":{"b\u006fdy":"x"}},"\u00e9\/":2,"e\u0301/":3,"\u0022":4}"#,
            "{\"z\":1,\"aps\":{\"alert\":{\"body\":\"x\"}},\"é/\":2,\"e\u{301}/\":3,\"\\\"\":4}"
        )
        add(
            "numbers-kept",
            "Every number keeps its text.",
            #"{"aps":{"badge":3.0},"n":[1E0,-0,-0.0,1e400,10000000000000000000000.50]}"#,
            #"{"aps":{"badge":3.0},"n":[1E0,-0,-0.0,1e400,10000000000000000000000.50]}"#
        )
        add(
            "escapes-fit",
            "300 characters as ASCII, in 1,826 bytes: they fit in 926.",
            "{\"aps\":{\"alert\":{\"body\":\"" + String(repeating: #"\u6d88"#, count: 300)
                + "\"}}}",
            "{\"aps\":{\"alert\":{\"body\":\"" + String(repeating: "消", count: 300) + "\"}}}",
            size: 2880
        )
        addHalves(to: &group)
        return group.vectors
    }

    /// Halves of surrogate pairs, as a cut leaves them, at each place where they can stand.
    private static func addHalves(to group: inout VectorGroup) {
        for (slug, comment, text, expected) in [
            ("first", "The first half, at the end of a text.", #"cut \ud83d"#, "cut \u{FFFD}"),
            ("second", "The second half, at its beginning.", #"\uDE00 cut"#, "\u{FFFD} cut"),
            ("swapped", "Two halves in the wrong order.", #"\udfe5\ud83c"#, "\u{FFFD}\u{FFFD}"),
            ("pair-behind", "A first half before a pair.", #"\ud83c\ud83c\udfe5"#, "\u{FFFD}🏥"),
            ("pair-before", "A second half behind a pair.", #"\ud83c\udfe5\udfe5"#, "🏥\u{FFFD}"),
            ("escape-behind", "Another escape behind it.", #"\ud83c\n\u0041"#, "\u{FFFD}\\nA"),
            (
                "backslash", "An escaped backslash before it.", #"\\\ud83c\\ud83c"#,
                "\\\\\u{FFFD}\\\\ud83c"
            ),
        ] {
            group.add("sealing-half-\(slug)", rule: "S-9", comment) {
                var draft = SealingDraft("{\"aps\":{\"alert\":\"\(text)\"},\"\(text)\":0}")
                draft.content = "{\"aps\":{\"alert\":\"\(expected)\"},\"\(expected)\":0}"
                return draft.accepted(2048, $0)
            }
        }
    }
}

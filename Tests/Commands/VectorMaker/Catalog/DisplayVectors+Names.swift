// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is left of names and titles, and which of them look alike.
///
/// The characters are of old Unicode versions, and the unassigned ones are no characters in any.
extension DisplayVectors {
    static func addNames(_ add: Add) {
        addCleaned(add)
        addBorrowed(add)
    }

    private static func addCleaned(_ add: Add) {
        for (slug, name) in [
            ("private", "\u{E000}\u{F0000}"), ("unassigned", "\u{FFFF}\u{10FFFE}"),
            ("blank", "\u{2800}\u{FFFC}"),
        ] {
            add("name-\(slug)", "D-17", "Nothing of the contact's name can be seen.") {
                $0.contact?.3 = name
                $0.row = 7
                ($0.lines, $0.thread, $0.parts) = (["Unknown sender", "", "Hi"], nil, [])
            }
        }
        let england = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}"
        for (slug, comment, name, shown) in [
            ("flag", "The tags of a flag stay.", england + "\u{E007F} Bob", nil),
            ("flag-unended", "Tags without an end go.", england + " Bob", "\u{1F3F4} Bob"),
            ("tags", "Tags behind no flag go.", "B\u{E0067}o\u{E0062}b\u{E007F}", "Bob"),
            ("ideograph", "The variant of an ideograph stays.", "\u{845B}\u{E0100}\u{57CE}", nil),
            ("selector", "A selector behind a letter goes.", "B\u{E0100}o\u{FE0F}b", "Bob"),
            ("format", "Characters of format go.", "B\u{70F}o\u{600}b", "Bob"),
        ] {
            add("name-\(slug)", "D-17", comment) {
                $0.contact?.3 = name
                $0.lines[0] = shown ?? name
            }
        }
        add("title-breaks", "D-17", "Line breaks and tabs are spaces.") {
            $0.payload = content(#"Order 7\nshipped"#, #"\r\nto\tyou\u2028now\u0085"#)
            $0.contact?.0 = "service"
            ($0.row, $0.lines, $0.parts) = (10, ["Order 7 shipped", "to you now", "Hi"], ["files"])
        }
    }

    /// Where a name of more than 64 bytes ends, and names whose characters belong together.
    static func addCuts(_ add: Add) {
        func letters(_ count: Int) -> String { String(repeating: "a", count: count) }
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
        let flag = "\u{1F1E9}\u{1F1EA}"
        for (slug, comment, name, shown) in [
            ("space", "No space is left at the end.", letters(63) + " bcd", letters(63)),
            ("mark", "A letter goes with its mark.", letters(62) + "e\u{301}", letters(62)),
            ("joiner", "And with its joiner.", letters(63) + "\u{200D}bcd", letters(62)),
            (
                "family", "Nothing is left of a family that does not fit.", letters(40) + family,
                letters(40)
            ),
            ("flag", "A flag is not halved.", "a" + String(repeating: flag, count: 8), nil),
            (
                "one", "Of characters that all belong together the first stays.",
                Array(repeating: family, count: 3).joined(separator: "\u{200D}"), "\u{1F468}"
            ),
        ] {
            add("name-cut-\(slug)", "D-17", comment) {
                $0.payload = content(fields: #"{"name":"\#(name)"}"#)
                ($0.contact, $0.row, $0.thread, $0.parts) = (nil, 7, nil, [])
                let shown = shown ?? "a" + String(repeating: flag, count: 7)
                $0.lines = ["Unknown: \(shown)", "", "Hi"]
            }
        }
        add("name-selector-sign", "D-17", "Signs that are no emoji have no selector.") {
            $0.contact?.3 = "$\u{FE0F}+\u{FE0F}\u{20AC}\u{FE0F}\u{2764}\u{FE0F}"
            $0.lines[0] = "$+\u{20AC}\u{2764}\u{FE0F}"
        }
        for (slug, comment, title, other) in [
            ("vowel", "Two letters and the vowel sign behind them.", "vv\u{93E}", "w\u{93E}"),
            ("several", "The prototype is two characters.", "\u{2A5}", "d\u{291}"),
        ] {
            add("borrows-\(slug)", "D-24", comment, service(title, other, true))
        }
    }

    private static func service(
        _ title: String,
        _ other: String,
        _ isBorrowed: Bool
    ) -> (inout Draft) -> Void {
        {
            ($0.payload, $0.others) = (content(title), [other])
            let second = isBorrowed ? "Bob – Urgent" : "Urgent"
            $0.contact?.0 = "service"
            ($0.row, $0.parts) = (10, ["files"])
            $0.lines = [title, second, "Hi"]
        }
    }

    private static func addBorrowed(_ add: Add) {
        for (slug, comment, title, other) in [
            ("signs", "Signs and case make no other name.", "(ANN) !", "Ann"),
            ("apostrophe", "Nor does another apostrophe.", "O\u{2019}Brien", "O'Brien"),
            ("letter-apostrophe", "Nor one that is a letter.", "O\u{2BC}Brien", "O'Brien"),
            ("cyrillic", "Cyrillic letters that look Latin.", "\u{405}\u{441}\u{43E}ре", "Scope"),
            ("greek", "Greek letters that look Latin.", "\u{391}\u{39D}\u{39D}", "Ann"),
            ("mathematical", "Mathematical letters.", "\u{1D400}\u{1D427}\u{1D427}", "Ann"),
            ("labelled", "A name inside a label of the device.", "Check: \u{410}nn", "Ann"),
        ] {
            add("borrows-\(slug)", "D-24", comment, service(title, other, true))
        }
        for (slug, title) in [("more", "Anna"), ("accent", "\u{C1}nn")] {
            add("borrows-not-\(slug)", "D-24", "Another name.", service(title, "Ann", false))
        }
    }
}

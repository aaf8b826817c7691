// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// JSON that careless readers judge otherwise: each is a change to the text of an object.
enum JSONSamples {
    struct Sample {
        let slug: String
        let comment: String
        let rule: String
        let text: [UInt8]
    }

    /// What is no JSON by M-19, one fault each.
    static func broken(_ object: String) -> [Sample] {
        values.map { slug, comment, value in
            sample(slug, comment, value: value, object)
        }
            + notUTF8.map { slug, comment, bytes in
                let text =
                    Array(#"{"x":""#.utf8) + bytes + Array(#"","#.utf8) + object.utf8.dropFirst()
                return Sample(slug: slug, comment: comment, rule: "M-19", text: text)
            } + wholes(object)
    }

    /// What is JSON all the same.
    static func whole(_ object: String) -> [Sample] {
        [
            (
                "numbers", "Numbers of any notation and size.",
                "[0,-0,-1.50E-2,1e+400,12345678901234567890]"
            ),
            ("escapes", "Every escape there is.", #"["\"\\\/\b\f\n\r\t\u0000\ud83D\uDe00"]"#),
            (
                "delete", "U+007F and other odd characters, not escaped.",
                "\"\u{7F}\u{FEFF}\u{2028}\""
            ),
            (
                "white-space", "White space of all four kinds between tokens.",
                " \t\r\n[ 1 ,\t2\r\n]\n"
            ),
            (
                "keys-of-two-forms", "Keys that differ by normalisation.",
                "{\"\u{E9}\":1,\"e\u{301}\":2}"
            ),
            (
                "keys-of-two-cases", "Keys that differ by case, and an empty one.",
                #"{"y":1,"Y":2,"":3}"#
            ),
            ("depth-32", "Thirty-two levels of arrays and objects.", nested(31)),
        ].map { slug, comment, value in
            sample(
                slug,
                comment,
                rule: slug == "keys-of-two-forms" ? "M-20" : "M-19",
                value: value,
                object
            )
        }
    }

    private static func sample(
        _ slug: String,
        _ comment: String,
        rule: String = "M-19",
        value: String,
        _ object: String
    ) -> Sample {
        let text = #"{"x":\#(value),"# + object.dropFirst()
        return Sample(slug: slug, comment: comment, rule: rule, text: Array(text.utf8))
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    /// A value in an object that is right otherwise.
    private static let values: [(String, String, String)] = [
        ("leading-zero", "A leading zero.", "01"), ("minus-leading-zero", "A leading zero.", "-01"),
        ("plus", "A plus before a number.", "+1"),
        ("point-at-end", "No digit behind the point.", "1."),
        ("point-first", "No digit before the point.", ".5"),
        ("no-exponent", "No digit in the exponent.", "1e+"),
        ("minus-alone", "A minus without a number.", "-"),
        ("nan", "NaN.", "NaN"), ("infinity", "Infinity.", "-Infinity"),
        ("hexadecimal", "A hexadecimal number.", "0x1"),
        ("raw-tab", "A tab in a string.", "\"a\tb\""),
        ("raw-line-feed", "A line feed in a string.", "\"a\nb\""),
        ("raw-nul", "U+0000 in a string.", "\"\u{0}\""),
        ("raw-1f", "U+001F in a string.", "\"\u{1F}\""),
        ("raw-control-in-key", "U+0001 in a key.", "{\"\u{1}\":1}"),
        ("escape-a", "An unknown escape.", #""\a""#),
        ("escape-x", "An unknown escape.", #""\x41""#),
        ("escape-quote", "An unknown escape.", #""\'""#),
        ("escape-upper", "An unknown escape.", #""\U0041""#),
        ("escape-cut", "An escape of three digits.", #""\u041""#),
        ("escape-digit", "An escape with a letter g.", #""\u004g""#),
        ("high-surrogate", "A surrogate alone.", #""\ud83d""#),
        ("low-surrogate", "A surrogate alone.", #""\ude00""#),
        ("two-high-surrogates", "Two high surrogates.", #""\ud83d\ud83d""#),
        ("surrogates-apart", "A character between two surrogates.", #""\ud83d.\ude00""#),
        ("comma-in-array", "A trailing comma.", "[1,]"),
        ("comma-in-object", "A trailing comma.", #"{"y":1,}"#),
        ("comma-alone", "A comma and no value.", "[,]"),
        ("comma-twice", "Two commas in a row.", "[1,,2]"),
        ("comma-missing", "A comma is missing.", "[1 2]"),
        ("colon-missing", "A colon is missing.", #"{"y" 1}"#),
        ("form-feed", "A form feed between tokens.", "[\u{C}1]"),
        ("vertical-tab", "A vertical tab between tokens.", "[\u{B}1]"),
        ("no-break-space", "U+00A0 between tokens.", "[\u{A0}1]"),
        ("comment", "A comment.", "/* 1 */1"), ("single-quotes", "Single quotes.", "'a'"),
        ("key-without-quotes", "A key without quotation marks.", "{y:1}"),
        ("key-number", "A number as key.", "{1:1}"),
        ("literal-in-capitals", "A literal in capitals.", "True"),
        ("literal-cut", "A literal that is cut.", "nul"),
        ("key-twice", "A key twice, once escapes are resolved.", #"[{"y":1,"\u0079":1}]"#),
        ("depth-33", "Thirty-three levels of arrays and objects.", nested(32)),
        ("bracket-wrong", "Another bracket closes.", "[1}"),
    ]

    /// Values with a character beside those that are allowed, or that end a surrogate's range.
    static let neighbours: [(String, String, String)] = [
        ("minus-colon", "A colon behind a minus.", "-:"),
        ("digit-colon", "A colon behind a digit.", "1:"),
        ("digit-slash", "A slash behind a digit.", "1/"),
        ("fraction-colon", "A colon behind the point.", "1.:"),
        ("fraction-slash", "A slash behind the point.", "1./"),
        ("exponent-colon", "A colon behind the e.", "1e:"),
        ("exponent-slash", "A slash behind the e.", "1e/"),
        ("escape-slash", "An escape with a slash.", #""\u004/""#),
        ("escape-colon", "An escape with a colon.", #""\u004:""#),
        ("escape-at", "An escape with an at sign.", #""\u004@""#),
        ("escape-capital-g", "An escape with a letter G.", #""\u004G""#),
        ("escape-grave", "An escape with a grave accent.", #""\u004`""#),
        ("first-surrogate", "The first surrogate alone.", #""\ud800""#),
        ("last-surrogate", "The last surrogate alone.", #""\udfff""#),
        ("high-before-last-high", "Two high surrogates.", #""\ud800\udbff""#),
        ("high-before-last-high-in-capitals", "Two high surrogates.", #""\uD800\uDBFF""#),
        ("two-low-surrogates", "Two low surrogates.", #""\udc00\udc00""#),
        ("key-array", "An array as key.", "{[1]:2}"),
        ("comma-for-colon", "A comma in place of a colon.", #"{"y",1}"#),
    ]

    /// Bytes in a string of an object that is right otherwise.
    private static let notUTF8: [(String, String, [UInt8])] = [
        ("overlong", "An overlong U+0000.", [0xC0, 0x80]),
        ("surrogate-bytes", "A surrogate in UTF-8.", [0xED, 0xA0, 0x80]),
        ("above-unicode", "A sequence for U+110000.", [0xF4, 0x90, 0x80, 0x80]),
        ("sequence-cut", "A sequence of three bytes lacks the last.", [0xE2, 0x82]),
        ("byte-ff", "The byte FF.", [0xFF]),
    ]

    private static func wholes(_ object: String) -> [Sample] {
        let key = object.dropFirst().prefix { $0 != ":" }
        let texts = [
            ("cut", "The last brace is missing.", String(object.dropLast())),
            ("trailing-comma", "A comma behind the last member.", object.dropLast() + ",}"),
            ("trailing-value", "A second value.", object + "{}"),
            ("trailing-nul", "U+0000 behind the value.", object + "\u{0}"),
            ("trailing-form-feed", "A form feed behind the value.", object + "\u{C}"),
            ("byte-order-mark", "A byte order mark.", "\u{FEFF}" + object),
            ("first-key-twice", "The first key twice.", "{\(key):{}," + object.dropFirst()),
            ("empty", "An empty text.", ""), ("white-space-alone", "White space alone.", " \n"),
        ]
        return texts.map { slug, comment, text in
            Sample(slug: slug, comment: comment, rule: "M-19", text: Array(text.utf8))
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// Markup of our own making: what comes from elsewhere gets in as text or value alone, escaped.
struct HTML: Hashable, Sendable {
    /// The markup.
    let source: String

    private init(_ source: String) {
        self.source = source
    }

    /// Text that is shown letter by letter.
    ///
    /// What no reader sees, and what turns the text beside it around, is written by its number.
    static func text(_ text: String) -> HTML { HTML(escaped(TerminalText.line(text))) }

    /// The elements one behind the other.
    static func joined(_ elements: [HTML]) -> HTML { HTML(elements.map(\.source).joined()) }

    /// An element; its name and those of its attributes are our own.
    static func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ children: [HTML] = []
    ) -> HTML {
        HTML(start(name, attributes) + joined(children).source + "</\(name)>")
    }

    /// An element with one text in it, in which the direction of its letters changes none beside
    /// it.
    static func element(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ text: String
    ) -> HTML {
        element(name, attributes, [element("bdi", [:], [.text(text)])])
    }

    /// An element without an end, such as `meta`.
    static func void(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String>
    ) -> HTML {
        HTML(start(name, attributes))
    }

    /// The style of our pages, as it is.
    static var style: HTML { HTML("<style>\(PageStyle.text)</style>") }

    /// A whole document of these elements, behind a beginning of our own.
    static func document(_ beginning: String, head: [HTML], body: [HTML]) -> String {
        beginning
            + element(
                "html",
                ["lang": "en"],
                [element("head", [:], head), element("body", [:], body)]
            )
            .source + "\n"
    }

    private static func start(
        _ name: StaticString,
        _ attributes: KeyValuePairs<StaticString, String>
    ) -> String {
        let values = attributes.map { " \($0)=\"\(escaped(TerminalText.line($1)))\"" }
        return "<\(name)\(values.joined())>"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

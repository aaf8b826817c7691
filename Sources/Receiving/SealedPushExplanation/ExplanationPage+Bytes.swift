// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// Sizes as bars, and bytes in colours.
extension ExplanationPage {
    func bar(_ bar: SizeBar) -> HTML {
        var start = 0
        let parts = bar.parts.map { part in
            defer { start += part.size }
            let label = "\(part.name): \(part.size) bytes"
            return HTML.element(
                "rect",
                [
                    "class": "c\(part.color)", "x": "\(start)", "y": "0", "width": "\(part.size)",
                    "height": "24",
                ],
                [.element("title", [:], [.text(label)])]
            )
        }
        let legend = bar.parts.map { part in
            HTML.element(
                "li",
                [:],
                [
                    .element("span", ["class": "swatch c\(part.color)"]),
                    .text("\(part.name): \(part.size)"),
                ]
            )
        }
        return .element(
            "figure",
            [:],
            [
                .element("figcaption", [:], [.text(bar.name)]),
                .element(
                    "svg",
                    [
                        "class": "bar", "viewBox": "0 0 \(bar.total) 24",
                        "preserveAspectRatio": "none", "role": "img", "aria-label": bar.name,
                    ],
                    parts
                ),
                .element("ul", ["class": "legend"], legend),
            ]
        )
    }

    private func bytes(of field: EnvelopeField) -> String {
        guard let envelope = explanation.envelope else { return "" }
        return Hex.encode(envelope.bytes.span.extracting(field.range))
    }

    var hex: HTML {
        .element(
            "p",
            ["class": "hex", "aria-hidden": "true"],
            explanation.fields.enumerated().map { index, field in
                .element(
                    "span",
                    [
                        "class": "c\(index)",
                        "title": "\(field.name): \(field.meaning). \(field.rule)",
                    ],
                    [.text(bytes(of: field))]
                )
            }
        )
    }

    func table(_ fields: [EnvelopeField]) -> HTML {
        let titles = ["bytes", "field", "value", "rule"].map {
            HTML.element("th", ["scope": "col"], [.text($0)])
        }
        let rows = fields.enumerated().map { index, field in
            let isWhole = field.range.count <= 16
            let value = isWhole ? "\(field.meaning) (\(bytes(of: field)))" : field.meaning
            return HTML.element(
                "tr",
                [:],
                [
                    .element(
                        "td",
                        [:],
                        [
                            .element("span", ["class": "swatch c\(index)"]),
                            .text("\(field.range.lowerBound)–\(field.range.upperBound - 1)"),
                        ]
                    ),
                    .element("th", ["scope": "row"], [.text(field.name)]),
                    .element("td", [:], value), .element("td", [:], [.text(field.rule)]),
                ]
            )
        }
        return .element(
            "div",
            ["class": "scroll"],
            [
                .element(
                    "table",
                    [:],
                    [
                        .element("thead", [:], [.element("tr", [:], titles)]),
                        .element("tbody", [:], rows),
                    ]
                )
            ]
        )
    }
}

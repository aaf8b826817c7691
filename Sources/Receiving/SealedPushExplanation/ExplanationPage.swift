// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding

/// The explanation of a push as one file: no script, and nothing from elsewhere.
package struct ExplanationPage {
    let explanation: PushExplanation

    /// The text with which every such file begins.
    package static let beginning = "<!DOCTYPE html>\n<!-- An explanation by SealedPush -->\n"

    /// The page of an explanation.
    package init(of explanation: PushExplanation) {
        self.explanation = explanation
    }

    /// The file.
    package var bytes: [UInt8] {
        let policy = "default-src 'none'; style-src '\(PageStyle.hash)'"
        let head: [HTML] = [
            .void("meta", ["charset": "utf-8"]),
            .void("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
            .void("meta", ["name": "viewport", "content": "width=device-width"]),
            .element("title", [:], [.text("A sealed push")]),
            .style,
        ]
        let body: [HTML] = [
            .element(
                "header",
                [:],
                [
                    .element("h1", [:], [.text("A sealed push")]),
                    .element("p", ["class": "sentence"], explanation.sentence),
                ]
            ),
            .element("main", [:], sections),
        ]
        return Array(HTML.document(Self.beginning, head: head, body: body).utf8)
    }

    private var sections: [HTML] {
        var sections = [section("Who sees what", [columns])]
        if explanation.envelope != nil {
            sections.append(section("Size", explanation.bars.map(bar)))
            sections.append(section("Bytes", [hex, table(explanation.fields)]))
        }
        if !explanation.inside.isEmpty {
            sections.append(section("Inside the ciphertext", [table(explanation.inside)]))
        }
        sections.append(section("What a receiver does", [steps]))
        return sections
    }

    private func section(_ title: String, _ children: [HTML]) -> HTML {
        .element(
            "section",
            ["aria-label": title, "class": "panel"],
            [.element("h2", [:], [.text(title)])] + children
        )
    }

    // MARK: - Who sees what

    private var columns: HTML {
        .element(
            "div",
            ["class": "columns"],
            [
                column("Apple sees", apple), column("A relay has", relay),
                column("The phone shows", phone),
            ]
        )
    }

    private func column(_ title: String, _ lines: [String]) -> HTML {
        .element(
            "div",
            ["class": "column"],
            [.element("h3", [:], [.text(title)])] + lines.map { .element("p", [:], $0) }
        )
    }

    private var apple: [String] {
        guard let payload = explanation.payload else {
            return ["\(explanation.byteCount) bytes, which are no payload"]
        }
        let aps = payload.document.root["aps"]
        let alert = aps?["alert"]
        let texts =
            alert?.string.map { [$0] }
            ?? (alert?.members ?? []).map { key, value in
                "\(key): \(value.string ?? String(decoding: value.bytes, as: UTF8.self))"
            }
        return ["a payload of \(payload.bytes.count) bytes"] + texts
            + ["and ciphertext: not who sent it, nor what it says"]
    }

    private var relay: [String] {
        guard let envelope = explanation.envelope else { return ["no envelope"] }
        return [
            "an envelope of \(envelope.bytes.count) bytes", "for the prekey \(envelope.prekeyID)",
            "of the message id \(envelope.messageID)",
        ]
    }

    private var phone: [String] {
        guard explanation.outcome != nil else { return ["only the keys of the device tell"] }
        guard let claim = explanation.claim, let payload = try? Payload(opened: claim.content)
        else {
            return ["the app's own text"]
        }
        return Payload.AlertField.allCases.compactMap { field in
            payload.alert(field)?.string.map { "\(field.rawValue): \($0)" }
        }
    }

    private var steps: HTML {
        .element(
            "ol",
            ["class": "steps"],
            explanation.steps.map { step in
                var parts: [HTML] = [
                    .element("span", ["class": "mark"], [.text(mark(of: step))]),
                    .element("span", ["class": "words"], step.line.words),
                ]
                if let detail = step.detail {
                    parts.append(.element("span", ["class": "detail"], detail))
                }
                parts.append(.element("span", ["class": "rule"], [.text(step.line.rule)]))
                return .element("li", ["class": step.result.rawValue], parts)
            }
        )
    }

    private func mark(of step: PushExplanation.Step) -> String {
        switch step.result {
        case .passed: "passed"
        case .followed: "then"
        case .unknown: "unknown without keys"
        case .decided: explanation.outcome ?? ""
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushExplanation
import TestSupport
import Testing

/// The page of `sealedpush inspect --html`.
@Suite struct ExplanationPageTests {
    private static func page(_ payload: String) -> String {
        let explanation = PushExplanation(of: Array(payload.utf8))
        return String(decoding: ExplanationPage(of: explanation).bytes, as: UTF8.self)
    }

    /// A payload whose placeholder has this text in each place that a sender can fill.
    private static func payload(with text: String, key: String = "title") throws -> String {
        let root = try JSONDocument(reading: Repository.read("docs/vectors/0101-plain.json")).root
        let sealed = try #require(root["payload"]?.string)
        let outer = try JSONDocument(reading: Array(sealed.utf8))
        let envelope = try #require(outer.root["encrypted-content"]?.string)
        let bytes = JSONWriter.object { object in
            object.object("aps") { aps in
                aps.object("alert") { alert in
                    alert.add(key, text)
                    alert.add("body", text)
                    alert.array("loc-args") { $0.add(text) }
                }
            }
            object.add("encrypted-content", envelope)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names of all tags of a page.
    private static func tags(_ page: String) -> [Substring] {
        page.matches(of: /<([a-zA-Z!\/][^\s>]*)/).map { $0.1 }
    }

    static let hostile = [
        "<script>alert(1)</script>", #""><img src=x onerror=alert(1)>"#, "'onmouseover='alert(1)",
        "</bdi></p></main><style>*{background:url(//evil.example)}</style>", "<!--", "]]>",
        "&lt;b&gt;",
        "\u{202E}\u{2066}txt.exe", "\u{0}\u{1B}[2J", "<svg/onload=alert(1)>",
    ]

    @Test(.rules("C-42"), arguments: hostile)
    func `no text of a push becomes a tag, an attribute or a direction`(_ text: String) throws {
        let plain = try Self.page(Self.payload(with: "x"))
        for key in ["title", text] where key != "body" {
            let page = try Self.page(Self.payload(with: text, key: key))
            #expect(Self.tags(page) == Self.tags(plain))
            #expect(!page.unicodeScalars.contains { $0.properties.generalCategory == .format })
            #expect(!page.contains("\u{0}") && !page.contains("\u{1B}"))
        }
    }

    @Test func `a page has no script, and asks for nothing`() throws {
        let page = try Self.page(Self.payload(with: "New"))
        let tags = Set(Self.tags(page).map { $0.lowercased() })
        #expect(
            tags.isDisjoint(with: [
                "script", "img", "link", "iframe", "object", "a", "form", "base",
            ])
        )
        for part in ["src=", "href=", "url(", "@import", "http:", "https:", "javascript:"] {
            #expect(!page.contains(part), "\(part)")
        }
        #expect(page.hasPrefix(ExplanationPage.beginning))
    }

    @Test func `the policy of a page lets its own style through, and nothing else`() throws {
        let page = try Self.page(Self.payload(with: "New"))
        let style = try #require(page.firstMatch(of: /(?s)<style>(.*)<\/style>/)).1
        let hash = Data(SHA256.hash(Array(style.utf8).span)).base64EncodedString()
        let policy = "default-src &#39;none&#39;; style-src &#39;sha256-\(hash)&#39;"
        #expect(page.contains(#"http-equiv="Content-Security-Policy" content="\#(policy)""#))
    }

    @Test func `a long line of a push is in the page once a place, whole`() throws {
        let text = String(repeating: "a", count: 4096)
        #expect(try Self.page(Self.payload(with: text)).contains(">title: \(text)<"))
    }

    @Test(arguments: [
        ("{}", "Refused at line 4"), ("", "Refused at line 3"), ("[", "Refused at line 3"),
        ("AAAA", "Refused at line 6"), ("AQEAAAAA", "Refused at line 7"),
        ("A!", "Refused at line 5"),
    ])
    func `a page says where a push without the right form is refused`(
        _ push: String,
        _ sentence: String
    ) {
        let page = Self.page(push)
        #expect(page.contains(sentence))
        #expect(!page.contains("<svg"))
    }

    @Test func `a page without keys shows all six fields and six lines`() throws {
        let page = try Self.page(Self.payload(with: "New"))
        for name in ["version", "prekey id", "message id", "encapsulated key", "ciphertext", "tag"]
        {
            #expect(page.contains(">\(name)</th>"), "\(name)")
        }
        #expect(page.matches(of: /<li class="(passed|unknown)">/).count == 6)
        #expect(page.contains("takes the keys of its device"))
    }
}

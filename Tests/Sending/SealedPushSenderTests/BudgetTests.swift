// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import TestSupport
import Testing

struct BudgetTests {
    let mail: Correspondence

    init() throws {
        mail = try Correspondence()
    }

    /// The bytes of content that fit: by padding and kind of push, beside the generic placeholder.
    ///
    /// Unpadded, the envelope's text takes what the placeholder's 88 bytes leave: 3/4 of 4008, or
    /// the 3774 bytes that receivers read at most.
    static let capacities: [(padding: Padding, kind: Payload.PushKind, bytes: Int)] = [
        (.buckets, .alert, 1609), (.constant, .alert, 1609), (.none, .alert, 1735),
        (.buckets, .voip, 2377), (.constant, .voip, 2377), (.none, .voip, 2503),
    ]

    /// A payload of exactly `count` bytes.
    private func json(_ count: Int) -> String {
        let frame = #"{"aps":{},"x":""}"#
        return #"{"aps":{},"x":""# + String(repeating: "x", count: count - frame.utf8.count)
            + #""}"#
    }

    @Test(.rules("M-43 M-44"), arguments: capacities)
    func `the largest content fits, and one byte more does not`(
        padding: Padding,
        kind: Payload.PushKind,
        bytes: Int
    ) async throws {
        func seal(_ count: Int) async throws -> SealedNotification {
            try await mail.seal(json(count)) { options in
                options.padding = padding
                options.kind = kind
            }
        }
        let sealed = try await seal(bytes)
        #expect(sealed.payload.count <= kind.byteLimit)
        #expect(try mail.content(sealed) == json(bytes))
        await #expect(
            throws: SealingError.contentTooLarge(needed: bytes + 1, available: bytes)
        ) {
            try await seal(bytes + 1)
        }
    }

    @Test(.rules("M-43 M-44"), arguments: [(20, 2048), (777, 2048), (778, 2880), (1609, 2880)])
    func `sizes fall into buckets`(content: Int, envelope: Int) async throws {
        let sealed = try await mail.seal(json(content))
        #expect(sealed.envelope.count == envelope)
    }

    /// What one character takes in the final JSON: itself, its UTF-8, an escape.
    static let characters: [(text: String, bytes: Int)] = [
        ("x", 1), ("é", 2), ("\"", 2), ("\u{1}", 6),
    ]

    @Test(.rules("M-43 M-44"), arguments: characters)
    func `a placeholder fills 256 bytes with what is around the envelope, and no more`(
        character: String,
        bytes: Int
    ) async throws {
        let frame = #"{"aps":{"alert":{"body":""},"mutable-content":1},"encrypted-content":""}"#
        let room = 256 - frame.utf8.count
        let body =
            String(repeating: character, count: room / bytes)
            + String(repeating: "x", count: room % bytes)
        let sealed = try await mail.seal(json(1609)) { $0.placeholder = .text(body: body) }
        #expect(sealed.payload.count == 4096)
        #expect(try mail.content(sealed) == json(1609))
        await #expect(throws: SealingError.placeholderRefused(needed: 257)) {
            try await mail.seal(json(20)) { $0.placeholder = .text(body: body + "x") }
        }
    }

    @Test(arguments: [
        Placeholder.text(body: ""), .text(title: "", body: ""), .localized(bodyKey: ""),
    ])
    func `a placeholder shows something`(placeholder: Placeholder) async throws {
        await #expect(throws: SealingError.placeholderRefused(needed: nil)) {
            try await mail.seal(json(20)) { $0.placeholder = placeholder }
        }
    }

    @Test func `what the options add counts as content`() async throws {
        let fields = #","sealedpush":{"from":"a"}"#.utf8.count
        let sealed = try await mail.seal(json(1609 - fields)) { $0.from = "a" }
        #expect(try mail.open(sealed).claim.content.count == 1609)
        await #expect(throws: SealingError.contentTooLarge(needed: 1610, available: 1609)) {
            try await mail.seal(json(1610 - fields)) { $0.from = "a" }
        }
    }

    // MARK: - Shortening

    /// A payload whose alert has `title`, `subtitle` and `body` of so many characters.
    private func alert(_ title: Int, _ subtitle: Int, _ body: Int) -> String {
        let texts = [("title", "t", title), ("subtitle", "s", subtitle), ("body", "b", body)]
        let members = texts.map { name, letter, count in
            "\"\(name)\":\"" + String(repeating: letter, count: count) + "\""
        }
        return #"{"aps":{"alert":{"# + members.joined(separator: ",") + #"}},"k":1}"#
    }

    @Test func `named fields are shortened in their order, as little as serves, and reported`()
        async throws
    {
        let sealed = try await mail.seal(alert(300, 1500, 1500)) { options in
            options.shortening = [.body, .subtitle, .title]
        }
        #expect(sealed.shortened == [.body, .subtitle])
        let message = try mail.open(sealed)
        #expect(message.claim.content.count == 1609)
        #expect(message.payload.alert(.title)?.string == String(repeating: "t", count: 300))
        #expect(message.payload.alert(.body)?.string == "…")
        #expect(message.payload.alert(.subtitle)?.string?.hasSuffix("s…") == true)
        #expect(message.payload.document.root["k"] != nil)
    }

    @Test func `nothing is shortened that fits`() async throws {
        let sealed = try await mail.seal(alert(10, 10, 1500)) { $0.shortening = [.body] }
        #expect(sealed.shortened == [])
        #expect(try mail.content(sealed) == alert(10, 10, 1500))
    }

    @Test(.rules("S-8")) func `what was not named is not shortened`() async throws {
        let json = alert(2000, 10, 10)
        let needed = json.utf8.count
        await #expect(throws: SealingError.contentTooLarge(needed: needed, available: 1609)) {
            try await mail.seal(json) { $0.shortening = [.body, .subtitle] }
        }
        await #expect(throws: SealingError.contentTooLarge(needed: needed, available: 1609)) {
            try await mail.seal(json)
        }
    }
}

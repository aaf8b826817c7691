// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

/// The payloads of `docs/examples` come back as they went in, and no word of them is seen on the
/// way.
struct ExamplePayloadTests {
    static let examples: [String] = {
        let folder = Repository.folder + "docs/examples"
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(".json") || $0.hasSuffix(".apns") }.sorted()
    }()

    @Test func `there are examples`() { #expect(Self.examples.count >= 7) }

    @Test(arguments: examples)
    func `an example comes back, and none of its words can be read on the way`(
        _ name: String
    ) throws {
        let place = try Workplace.withStores(contact: false)
        let identity = try place.text("identity").trimmingCharacters(in: .whitespacesAndNewlines)
        try place.succeed(
            "contact",
            "add",
            "--store",
            "@phone",
            "--name",
            "Tambourine",
            "--identity",
            identity
        )
        let content = try Repository.read("docs/examples/\(name)")
        try place.write(content, to: name)
        let options = ["--to", "@phone.bundle", "--untracked", "--topic", Workplace.topic]
        let run = try place.run(
            ["seal", "--store", "@server", "--headers", "@headers"] + options
                + ["@\(name)"]
        )
        #expect(run.status == 0)
        try place.write(run.output, to: "sealed")

        let payload = try Payload(reading: content)
        let words = Self.words(of: payload)
        let sealed = try OuterPayload(reading: place.read("sealed"))
        let envelope = try Envelope(text: sealed.encryptedContent.span).bytes
        let around = sealed.bytes.replacing(sealed.encryptedContent, with: [])
        let seen = Set(Self.split(String(decoding: around, as: UTF8.self)))
            .union(Self.split(try place.text("headers")))
        #expect(words.isDisjoint(with: seen))
        for word in words where word.utf8.count >= 5 {
            #expect(!envelope.contains(Array(word.utf8)), "\(word)")
        }

        let opened = try place.open().json()
        #expect(opened["notification"]?["title"]?.string == "Tambourine")
        // Characters that change a terminal are printed as escapes.
        #expect(opened["payload"]?.bytes == TerminalText.json(payload.compacted().bytes)[...])
    }

    /// What a person wrote: the strings of a payload, and its own keys.
    private static func words(of payload: Payload) -> Set<String> {
        var texts: [String] = []
        func collect(_ value: JSONValue, withKeys isOwn: Bool) {
            if let string = value.string { texts.append(string) }
            for element in value.elements ?? [] { collect(element, withKeys: isOwn) }
            for (key, value) in value.members ?? [] {
                if isOwn { texts.append(key) }
                collect(value, withKeys: isOwn)
            }
        }
        for (key, value) in payload.document.root.members ?? [] {
            // Apple's keys in `aps` are no secret, and some stand around every envelope.
            if key != "aps" { texts.append(key) }
            collect(value, withKeys: key != "aps")
        }
        return Set((texts + ["Tambourine"]).flatMap(split))
    }

    private static func split(_ text: String) -> [String] {
        text.split { !$0.isLetter }.map(String.init).filter { word in
            word.count >= 4 || word.utf8.count >= 6
        }
    }
}

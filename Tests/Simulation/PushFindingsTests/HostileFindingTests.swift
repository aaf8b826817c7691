// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding
import TestSupport
import Testing

@testable import PushFindings

/// What a push says can't pass for what a finding says, and does not make it long.
struct HostileFindingTests {
    private static let harmful = "\u{1B}[2J\u{202E}\n\u{9B}\u{2066}\u{7F}'; rm\u{0}"

    @Test(.rules("C-42"))
    func `nothing that a terminal obeys is in a text of a finding`() {
        let word = String(decoding: JSONWriter.string(Self.harmful), as: UTF8.self)
        var scene = Scene()
        for name in scene.push.headers.map(\.name) { scene[name] = Self.harmful }
        scene["apns-push-type"] = nil
        scene.push.token = Self.harmful
        scene.payload = """
            {"aps":{"alert":{"loc-key":\(word),\(word):1},"category":\(word),"sound":\(word),\
            "badge":\(word),\(word):1},\(word):{"image":"https://a.example/1.png"},"n":{\(word):1e999}}
            """
        let findings = scene.findings
        #expect(Set(findings.map(\.rule.name)).count > 8, "\(findings.map(\.rule.name))")
        check(findings)
        scene.payload = "{\(word):1,\(word):2}"
        check(scene.findings)
    }

    private func check(_ findings: [Finding]) {
        for finding in findings {
            for text in [finding.sentence, finding.remedy, finding.subject ?? ""] {
                #expect(TerminalText.line(text) == text, "\(finding.rule.name)")
            }
            #expect(TerminalText.lines(finding.text) == finding.text)
            #expect(finding.text.split(separator: "\n").count == 3)
        }
    }

    @Test func `a value of 4 KiB does not make a finding long`() {
        for value in [
            String(repeating: "\u{202E}", count: 1300),
            "e" + String(repeating: "\u{301}", count: 2000),
        ] {
            var scene = Scene()
            scene["apns-topic"] = value
            scene["apns-priority"] = value
            scene.payload =
                #"{"aps":{"alert":"a","badge":"\#(value)"},"\#(value)":{"\#(value)":1e999}}"#
            for finding in scene.findings {
                #expect(finding.text.utf8.count < 2000, "\(finding.rule.name)")
            }
        }
    }

    @Test func `JSON at its worst is judged in bounded time`() {
        var scene = Scene()
        for payload in [
            String(repeating: "[", count: 4000), String(repeating: #"{"a":"#, count: 700),
            #"{"aps":{},"a":["# + String(repeating: "1e999,", count: 600) + "1]}",
            #"{"aps":{"alert":{"loc-key":"%1$@%999$@"}}}"#,
        ] {
            scene.payload = payload
            #expect(scene.findings.count < 20)
        }
    }

    @Test(arguments: LongRun.isOn ? 0..<100 : 0..<4)
    func `a push that is damaged anywhere is judged, in texts that are safe`(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let samples = try ["custom-keys", "emoji", "localized", "plain"].map {
            try Repository.read("docs/examples/\($0).json")
        }
        for planted in Planted.all.shuffled(using: &generator).prefix(60) {
            var scene = planted.withFault
            if Bool.random(using: &generator) {
                scene.bytes = samples.randomElement(using: &generator) ?? []
            }
            for _ in 0..<Int.random(in: 1...4, using: &generator) where !scene.bytes.isEmpty {
                let place = Int.random(in: scene.bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: scene.bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: scene.bytes.remove(at: place)
                default: scene.bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                }
            }
            let index = Int.random(in: scene.push.headers.indices, using: &generator)
            scene.push.headers[index].value.append(
                Self.harmful.randomElement(using: &generator) ?? "a"
            )
            check(scene.findings)
        }
    }
}

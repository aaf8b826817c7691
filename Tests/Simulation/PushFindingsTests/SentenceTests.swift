// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SimulatedAPNs
import TestSupport
import Testing

@testable import PushFindings
@testable import SimulatedDevice

/// One sentence for one fault: what other parts say of it, a finding says too.
struct SentenceTests {
    @Test(arguments: APNsReason.allCases)
    func `a refusal is told in the client's words`(_ reason: APNsReason) throws {
        var scene = Scene()
        scene.push.answer = .refused(reason)
        let finding = try #require(scene.findings.first)
        #expect(finding.sentence.lowercased().hasPrefix(reason.explanation.lowercased()))
        #expect(finding.sentence.hasSuffix("(\(reason.rawValue))."))
        #expect(finding.remedy.lowercased() == reason.advice.lowercased() + ".")
    }

    @Test(arguments: [#"{"aps":{"alert":"a"},"image":"https://a.example/a.png"}"#])
    func `a launch that was refused is told in the report's words`(_ payload: String) {
        var scene = Scene()
        scene.payload = payload
        let reason = DeliveryReport.LaunchRefusal.notMutable.reason
        #expect(
            scene.findings.first?.sentence
                == "The extension is not launched, as \(reason); the push has a file in 'image'."
        )
        scene.end(.notLaunched(.notMutable))
        let explanation = scene.report?.explanation.dropLast() ?? ""
        #expect(scene.findings.first?.sentence == "\(explanation); the push has a file in 'image'.")
    }

    @Test func `JSON and members are told in the words of sealing`() {
        var scene = Scene()
        scene.payload = #"{"aps":{"a":1,"a":2}}"#
        let words = SealingError.json(.duplicateKey(at: 14)).message
        #expect(scene.findings.first?.sentence == "\(words): 'a'.".asFirst)
        scene.payload = #"{"aps":{"alert":"a","mutable-content":1,"badge":"1"}}"#
        let note = Payload.Note.passedOver("aps.badge").message
        #expect(scene.findings.first?.sentence == "\(note): it is the text '1'.")
    }

    @Test func `every fault of a push is found, and each once`() {
        var scene = Scene()
        scene["apns-collapse-id"] = String(repeating: "c", count: 65)
        scene["apns-expiration"] = "soon"
        scene.payload =
            #"{"aps":{"alert":"a","badge":"1","category":"X","page":1},"image":"https://a.example/a.png"}"#
        #expect(
            scene.rules == [
                "bad-collapse-id", "bad-expiration-date", "no-mutable-content", "value-not-taken",
                "unknown-key-in-aps", "unknown-category",
            ]
        )
        scene.push.answer = .refused(.badExpirationDate)
        #expect(scene.rules.prefix(2) == ["bad-expiration-date", "bad-collapse-id"])
        #expect(Set(scene.rules).count == scene.rules.count)
    }

    @Test func `what was seen counts before what the documents let expect`() {
        var scene = Scene()
        scene["apns-expiration"] = "\(Scene.now - 9)"
        scene.end(.timedOut, .warned)
        #expect(scene.rules == ["never-handed-over", "expired"])
        #expect(scene.findings.map(\.effect) == [.unchanged, .risk])
        scene.push.token = "ffff"
        #expect(scene.rules.first == "bad-device-token")
        scene.push.answer = .accepted
        #expect(scene.rules == ["never-handed-over", "bad-device-token", "expired"])
    }

    @Test func `JSON that a device has not taken is what was lost`() {
        var scene = Scene()
        scene.payload = #"{"aps":{"alert":"a","alert":"b"}}"#
        #expect(scene.findings.map(\.effect) == [.partial])
        scene.end(.lost(.payloadMalformed), isShown: false)
        #expect(scene.findings.map(\.effect) == [.lost])
    }

    @Test func `a payload that was cut off is judged by its size alone`() {
        var scene = Scene()
        scene.bytes = Array(Planted.long(9000).utf8)
        scene.push.payload.removeLast(4000)
        #expect(scene.rules == ["payload-too-large"])
        #expect(scene.findings[0].sentence.contains("it has 9000, which is 4904 more"))
    }

    @Test func `a request of a server is a push with its token and its size`() {
        let push = SentPush(
            .init(
                path: "/3/device/a1b2",
                fields: [("apns-topic", "a.b"), ("content-length", "9000")],
                body: [UInt8](repeating: 0x20, count: 9000)
            )
        )
        #expect(push.token == "a1b2" && push["apns-topic"] == "a.b")
        #expect(push.payload.count < 9000 && push.payloadSize == 9000)
    }

    @Test func `an .apns file names the topic, which APNs does not count`() {
        var scene = Scene()
        scene.push.headers.removeAll()
        scene.push.hasAllHeaders = false
        scene.payload =
            #"{"Simulator Target Bundle":"com.example.other","# + Planted.long(4096).dropFirst()
        scene.push.token = nil
        #expect(scene.rules == ["other-app"])
        scene.phone.apps[0].bundleID = "com.example.other"
        #expect(scene.rules == [])
    }
}

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
}

extension String {
    fileprivate var asFirst: String { prefix(1).uppercased() + dropFirst() }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushAPNs
import SealedPushCoding
import SimulatedAPNs
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

extension String {
    fileprivate var asFirst: String { prefix(1).uppercased() + dropFirst() }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SimulatedDevice
import TestSupport
import Testing
import UserNotifications

@testable import PushFindings

/// Faults as people plant them, and what the lab says first.
struct FirstFindingTests {
    /// A mistake of a sender's.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: String
        let words: String
        let change: @Sendable (inout Scene) -> Void

        init(
            _ what: String,
            _ rule: String,
            _ words: String,
            _ change: @escaping @Sendable (inout Scene) -> Void
        ) {
            testDescription = what
            self.rule = rule
            self.words = words
            self.change = change
        }
    }

    static let mistakes = [
        Mistake("encrypts, and forgets the flag", "no-mutable-content", "'encrypted-content'") {
            $0.payload = #"{"aps":{"alert":"New message"},"encrypted-content":"eNo"}"#
        },
        Mistake("names a picture, the flag in words", "no-mutable-content", "the text '1'") {
            $0.payload =
                #"{"aps":{"alert":"a","mutable-content":"1"},"image":"https://a.example/1.png"}"#
        },
        Mistake("sends what only an extension could show", "no-alert", "no alert with a title") {
            $0.payload = #"{"aps":{"badge":1,"mutable-content":1},"encrypted-content":"eNo"}"#
        },
        Mistake("wakes the app with priority 10", "bad-priority", "has 5, and this one '10'") {
            $0.becomeSilent()
            $0["apns-priority"] = "10"
        },
        Mistake("calls at the bundle id alone", "invalid-push-type", "ends in '.voip'") {
            $0.become(.voip, $0.payload)
            $0["apns-topic"] = Scene.app
        },
        Mistake("sends a sandbox token to production", "bad-device-token", "of the sandbox") {
            $0.app.tokens = [PhoneFacts.Token(Scene.token, in: .sandbox)]
        },
        Mistake("takes a text for the collapse id", "bad-collapse-id", "it has 70 (BadColl") {
            $0["apns-collapse-id"] = String(repeating: "message-13", count: 7)
        },
        Mistake(
            "puts a picture into the payload",
            "payload-too-large",
            "more than the 4096 of a push; 'picture.data' has 5002 of them"
        ) {
            let picture = String(repeating: "A", count: 5000)
            $0.payload =
                #"{"aps":{"alert":{"body":"Look"},"mutable-content":1},"picture":{"type":"png","data":"\#(picture)"}}"#
        },
        Mistake("writes the badge as a text", "value-not-taken", "it is the text '3'") {
            $0.payload = #"{"aps":{"alert":"a","badge":"3","mutable-content":1}}"#
        },
        Mistake("relies on an app that was quit", "app-was-quit", "the user has quit the app") {
            $0.becomeSilent()
            $0.app.state = .terminatedByUser
        },
        Mistake("names a category of the next version", "unknown-category", "'PARCEL_2'") {
            $0.payload = #"{"aps":{"alert":"a","category":"PARCEL_2","mutable-content":1}}"#
        },
        Mistake("builds JSON from pieces", "not-json", "something follows it at byte 21") {
            $0.payload = #"{"aps":{"alert":"a"}}}"#
        },
    ]

    @Test(arguments: mistakes)
    func `the first finding is a sender's mistake, before and after the push is run`(
        _ mistake: Mistake
    ) async {
        var scene = Scene()
        mistake.change(&scene)
        for _ in 0...1 {
            let first = scene.findings.first
            #expect(first?.rule.name == mistake.rule)
            #expect(first?.sentence.contains(mistake.words) == true, "\(first?.sentence ?? "")")
            scene.report = await Self.report(of: scene)
        }
    }

    /// What a device of the scene makes of the push.
    private static func report(of scene: Scene) async -> DeliveryReport {
        var profile = DeviceProfile(app: Scene.app)
        profile.appState = scene.app.state ?? .background
        let device = SimulatedDevice(profile: profile) { HonestExtension() }
        let headers = PushHeaders(
            Dictionary(scene.push.headers.map { ($0.name, $0.value) }) { first, _ in first }
        )
        return await device.report(of: device.deliver(payload: scene.bytes, headers: headers))
    }
}

/// Extensions with a fault, each in a process of its own.
struct FirstFindingOfExtensionTests {
    /// A fault of an extension: what it does, and what is said first.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: String
        var steps: [String] = []
        var warned: [String] = []
        /// The name of the program, by which its very start goes.
        var start: String?
        /// A file that the steps name, with its first bytes.
        var file: (name: String, bytes: [UInt8])?
    }

    private static let page = Array("<!DOCTYPE html><html></html>".utf8)

    static let faults = [
        Fault(testDescription: "never hands over", rule: "never-handed-over", steps: ["leak"]),
        Fault(testDescription: "lets go", rule: "released-handler", steps: ["release"]),
        Fault(
            testDescription: "hands over twice",
            rule: "handed-over-again",
            steps: ["handOver", "handOver"]
        ),
        Fault(
            testDescription: "hands over at the warning",
            rule: "handed-over-at-warning",
            steps: ["leak"],
            warned: ["handOver"]
        ),
        Fault(testDescription: "traps", rule: "crashed", steps: ["trap"]),
        Fault(testDescription: "takes memory", rule: "exceeded-memory", steps: ["hog:64"]),
        Fault(
            testDescription: "hands over nothing",
            rule: "handed-over-no-text",
            steps: ["handOverEmpty"]
        ),
        Fault(
            testDescription: "hangs at its start",
            rule: "started-too-slowly",
            start: "hanging"
        ),
        Fault(
            testDescription: "asks for plain http",
            rule: "insecure-load-stopped",
            steps: ["ask:http://files.example/a.png", "handOver"]
        ),
        Fault(
            testDescription: "attaches a type that can't be",
            rule: "attachment-not-made",
            steps: ["attach:a|FILE", "handOver"],
            file: ("a.webp", [0x52, 0x49, 0x46, 0x46])
        ),
        Fault(
            testDescription: "attaches a page as a picture",
            rule: "attachment-mismatched",
            steps: ["attach:a|FILE", "handOver"],
            file: ("a.png", page)
        ),
        Fault(
            testDescription: "exits after the hand-over",
            rule: "crashed-after-hand-over",
            steps: ["handOver", "exit:3"]
        ),
    ]

    @Test(arguments: faults)
    func `the first finding is the extension's fault, in the words of the report`(
        _ fault: Fault
    ) async throws {
        let folder = TemporaryFolder()
        var executable = BuiltProgram.named("ScriptedExtensionHost")
        if let start = fault.start {
            let link = folder.url("extension-\(start)")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: executable)
            executable = link
        }
        var path = ""
        if let (name, bytes) = fault.file {
            path = folder.path(name)
            try Data(bytes).write(to: folder.url(name))
        }
        let device = SimulatedDevice(
            profile: DeviceProfile(app: Scene.app),
            patience: .seconds(fault.start == nil ? 5 : 1),
            executable: executable
        )
        var scene = Scene()
        let steps = fault.steps.map { $0.replacing("FILE", with: path) }
        scene.payload =
            #"{"aps":{"alert":"Dinner?","mutable-content":1},"script":\#(steps),"warned":\#(fault.warned)}"#
        let delivery = device.deliver(payload: scene.bytes)
        _ = await device.report(of: delivery)
        let last = await device.finalReport(of: delivery, within: .seconds(40))
        let report = try #require(last ?? delivery.reportSoFar)
        scene.report = report
        let first = try #require(scene.findings.first)
        #expect(first.rule.name == fault.rule, "\(report.text)")
        #expect(first.sentence == report.explanation)
    }
}

/// An extension that hands over what it was given.
private final class HonestExtension: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import PushFindings
import SealedPushAPNs
import SimulatedAPNs
import SimulatedDevice
import TestSupport
import Testing

@testable import SealedPushLabCommand

/// What is said of a line that is wrong: which line, which member, what.
struct LineErrorTests {
    @Test(arguments: [
        ("{", "it is not JSON: it ends too early, at byte 1"),
        (
            #"{"fault":"drop","fault":"drop"}"#,
            "it is not JSON: a key comes twice, at byte 16"
        ),
        ("[]", "it is not a JSON object"), ("{}", "'fault' is missing"),
        (#"{"fault":"sloth"}"#, "'fault' has a value of no use"),
        (#"{"fault":"latency"}"#, "'milliseconds' is missing"),
        (#"{"fault":"latency","milliseconds":-1}"#, "'milliseconds' has a value of no use"),
        (#"{"fault":"drop","first":0}"#, "'first' has a value of no use"),
        (#"{"fault":"drop","number":0}"#, "'number' has a value of no use"),
        (#"{"fault":"drop","every":0}"#, "'every' has a value of no use"),
        (#"{"fault":"drop","every":2,"first":3}"#, "of 'chance', 'every', 'first', 'number' one"),
        (#"{"fault":"drop","evry":2}"#, "'evry' means nothing here"),
        (#"{"fault":"drop","\u001b[2J":2}"#, "a member means nothing here"),
    ])
    func `a fault that is wrong is told with its line and its member`(
        _ line: String,
        _ message: String
    ) throws {
        let folder = TemporaryFolder()
        try folder.write(#"{"fault":"drop"}"# + "\n\n" + line + "\n", to: "faults")
        let error = #expect(throws: CommandError.self) {
            try FaultFile.script(in: InputFile(folder.path("faults")), seed: 1)
        }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("line 3 of the list of faults: \(message)") == true)
    }

    @Test(arguments: [
        (#"{"app":"com.example.app"}"#, "'token' is missing"),
        (#"{"token":"xyz","app":"com.example.app"}"#, "'token' has a value of no use"),
        (#"{"token":"a1"}"#, "'app' is missing"),
        (
            #"{"token":"a1","app":"a.b","unregistered":1,"expired":2}"#,
            "of 'expired', 'unregistered' one is enough"
        ),
    ])
    func `a device that is wrong is told with its line and its member`(
        _ line: String,
        _ message: String
    ) throws {
        let folder = TemporaryFolder()
        try folder.write(line, to: "devices")
        var directory = APNsDirectory()
        let error = #expect(throws: CommandError.self) {
            try DeviceFile.read(InputFile(folder.path("devices")), into: &directory)
        }
        #expect(error?.message == "line 1 of the list of devices: \(message)")
    }

    @Test(arguments: [
        (#"{"extension":true}"#, "'app' is missing"),
        (#"{"app":"a.b","token":"xyz"}"#, "'token' has a value of no use"),
        (#"{"app":"a.b","environment":"sandbox"}"#, "'token' is missing"),
        (#"{"app":"a.b","token":"a1","environment":"test"}"#, "'environment' has a value of no"),
        (#"{"app":"a.b","categories":["A",1]}"#, "'categories' has a value of no use"),
        (#"{"app":"a.b","sounds":{"a.caf":-1}}"#, "'sounds' has a value of no use"),
        (#"{"app":"a.b","strings":{"A":1}}"#, "'strings' has a value of no use"),
        (#"{"app":"a.b","state":"asleep"}"#, "'state' has a value of no use"),
        (#"{"app":"a.b","badge":1}"#, "'badge' means nothing here"),
    ])
    func `an app that is wrong is told with its line and its member`(
        _ line: String,
        _ message: String
    ) throws {
        let folder = TemporaryFolder()
        try folder.write("\n" + line, to: "apps")
        let error = #expect(throws: CommandError.self) {
            try AppFile.apps(in: InputFile(folder.path("apps")))
        }
        #expect(error?.status == .usage)
        #expect(error?.message.hasPrefix("line 2 of the list of apps: \(message)") == true)
    }

    @Test func `an app is what its line says`() throws {
        let folder = TemporaryFolder()
        let line = """
            {"app":"a.b","extension":false,"categories":["A"],"sounds":{"a.caf":1.5},\
            "strings":{"K":"text"},"state":"terminatedByUser","backgroundMode":false,\
            "alerts":false,"criticalAlerts":false,"timeSensitive":true,"token":"a1",\
            "environment":"sandbox","type":"voip"}
            """
        try folder.write(line + "\n" + #"{"app":"c.d"}"#, to: "apps")
        let apps = try AppFile.apps(in: InputFile(folder.path("apps")))
        var app = PhoneFacts.App("a.b")
        app.hasExtension = false
        app.categories = ["A"]
        app.sounds = ["a.caf": .seconds(1.5)]
        app.strings = ["K": "text"]
        app.state = .terminatedByUser
        app.hasBackgroundMode = false
        app.showsAlerts = false
        app.mayAlertCritically = false
        app.maySendTimeSensitive = true
        app.tokens = [PhoneFacts.Token("a1", in: .sandbox, for: .voip)]
        #expect(apps == [app, PhoneFacts.App("c.d")])
    }
}

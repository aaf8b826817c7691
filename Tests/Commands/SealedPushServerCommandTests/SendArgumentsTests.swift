// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushOpenSSL
import TestSupport
import Testing

@testable import SealedPushAPNs
@testable import SealedPushLabCommand
@testable import SealedPushServerCommand

/// What `send` makes of its arguments and files, before anything is sent.
@Suite struct SendArgumentsTests {
    private static let key = ["--key", "k", "--key-id", "ABC123DEFG", "--team-id", "DEF123GHIJ"]

    private func payload(_ text: String) throws -> PayloadFile { try PayloadFile(Array(text.utf8)) }

    private func options(_ arguments: [String]) throws -> PushOptions {
        try PushOptions.parse(arguments)
    }

    @Test(arguments: [
        ["--to", "a1", "p"],
        ["--to", "a1", "--key", "k", "p"],
        ["--to", "a1", "--key", "k", "--key-id", "ABC123DEFG", "p"],
        ["--to", "a1", "--certificate", "c", "--key-id", "ABC123DEFG", "p"],
        ["--to", "a1", "--certificate-key", "c", "p"] + key,
        ["--to", "a1", "--sandbox", "--host", "localhost", "p"] + key,
        ["--to", "a1", "--token-folder", "", "p"] + key,
        ["--to", "a1", "--port", "0", "p"] + key,
        ["--to", "a1", "--proxy", "ftp://proxy", "p"] + key,
        ["--to", "a1", "--time-limit", "0", "p"] + key,
        ["--to", "a1"] + key,
        ["p"] + key,
    ])
    func `arguments that make no sense are refused`(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try SendCommand.parse(arguments) }
    }

    @Test func `the examples of the help can be pasted as they are`() throws {
        let folder = TemporaryFolder()
        try folder.write("00fc13ad\n", to: "phone.token")
        let words = try [SendCommand.configuration, APNsCommand.configuration].flatMap {
            let lines = $0.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
            return try folder.words(lines.joined(separator: "\n"))
        }
        #expect(words.map(\.first) == ["send", "send", "apns"])
        let push = try SendCommand.parse(Array(words[0].dropFirst()))
        _ = try APNsDeviceToken(hex: #require(push.to))
        #expect(try SendCommand.parse(Array(words[1].dropFirst())).tokens != nil)
        _ = try APNsCommand.parse(Array(words[2].dropFirst()))
    }

    @Test func `a proxy is taken from the options, or none is`() throws {
        let url = "http://ann:secret@proxy.example:8080"
        let proxy = try ServiceOptions.parse(["--proxy", url]).configuration().proxy
        #expect(proxy == HTTPProxy(url: url))
        #expect(try ServiceOptions.parse(["--proxy", "none"]).configuration().proxy == nil)
    }

    @Test(arguments: [
        "https://api.push.apple.com", "api.push.apple.com/", "api.push.apple.com:443", "a b",
        "[::1",
        "ann@api.push.apple.com", "[]", "a_b",
    ])
    func `what is no name or address is no host of APNs`(_ host: String) throws {
        let options = try ServiceOptions.parse(["--host=\(host)"])
        let error = #expect(throws: CommandError.self) { try options.configuration() }
        #expect(error?.message == "the host of APNs is none")
    }

    @Test func `either way to authenticate is enough`() throws {
        _ = try SendCommand.parse(["--to", "a1", "p"] + Self.key)
        _ = try SendCommand.parse(["--to", "a1", "--certificate", "c", "p"])
    }

    @Test func `a key that others may read, or that is none, is not used`() throws {
        let folder = TemporaryFolder()
        try folder.write("no key", to: "none")
        try folder.write("no key", to: "open", mode: 0o640)
        let arguments = ["--key-id", "ABC123DEFG", "--team-id", "DEF123GHIJ", "--key"]
        for (name, words) in [("open", "open to other users"), ("none", "no private key")] {
            let options = try ProviderOptions.parse(arguments + [folder.path(name)])
            let error = #expect(throws: CommandError.self) {
                try options.client(APNsConfiguration(.sandbox), ProviderKeys(keptIn: nil))
            }
            #expect(error?.status == .storeUnusable)
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test func `what is no key for the server that plays APNs is told in one sentence`() throws {
        let folder = TemporaryFolder()
        try folder.write("no key", to: "none")
        let file = InputFile(folder.path("none"))
        let error = #expect(throws: CommandError.self) { try PublicKeyFile.key(in: file) }
        #expect(error?.message == "the key can't be read: no private key is in the file")
        #expect(error?.hint?.contains("public half") == true)
    }

    @Test(arguments: ["open", "none"])
    func `nor is a certificate or a passphrase`(_ name: String) throws {
        let folder = TemporaryFolder()
        try folder.write("no certificate", to: "none")
        try folder.write("no certificate", to: "open", mode: 0o604)
        try folder.write("a passphrase", to: "phrase", mode: name == "open" ? 0o604 : 0o600)
        for arguments in [
            ["--certificate", folder.path(name)],
            ["--certificate", folder.path("open"), "--certificate-key", folder.path(name)],
            ["--certificate", folder.path("none"), "--passphrase-file", folder.path("phrase")],
        ] {
            let options = try ProviderOptions.parse(arguments)
            let error = #expect(throws: CommandError.self) {
                try options.client(APNsConfiguration(.sandbox), ProviderKeys(keptIn: nil))
            }
            #expect(error?.status == .storeUnusable, "\(arguments)")
            #expect(error?.message.contains("open to other users") == (name == "open"))
        }
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"Hi"}}"#, [], "there is no topic"),
        (#"{"aps":{"alert":"Hi"}}"#, ["--push-type", "none"], "the push type is none of APNs'"),
        (#"{"aps":{"alert":"Hi"}}"#, ["--priority", "7"], "the priority is not 10, 5 or 1"),
        (#"{"aps":{"alert":"Hi"}}"#, ["--id", "7"], "the id of the push is no UUID"),
        (
            #"{"aps":{"alert":"Hi"}}"#, ["--expiration", "18446744073709551615"],
            "the expiration is not seconds since 1970"
        ),
        (
            #"{"aps":{"alert":"Hi"}}"#, ["--expiration", "1795000000000"],
            "the expiration is not seconds since 1970"
        ),
        (
            #"{"aps":{"content-available":1}}"#, ["--priority", "10"],
            "a background push has priority 5"
        ),
    ])
    func `a push that none can be is refused, and it says why`(
        _ text: String,
        _ arguments: [String],
        _ reason: String
    ) throws {
        let topic = reason.contains("topic") ? [] : ["--topic", "com.example.app"]
        let options = try options(arguments + topic)
        let payload = try payload(text)
        let error = #expect(throws: CommandError.self) {
            try options.request(of: payload, to: "a1")
        }
        #expect(error?.message == reason && error?.status == .usage)
    }

    @Test func `an alert has no topic of live activities`() throws {
        let options = try options([
            "--push-type", "alert", "--topic", "com.example.app.push-type.liveactivity",
        ])
        let error = #expect(throws: CommandError.self) {
            try options.request(of: payload(#"{"aps":{"alert":"Hi"}}"#), to: "a1")
        }
        #expect(error?.message == "the topic is one of pushes of another type")
    }

    @Test func `a payload that is too large for APNs ends as one that is none`() throws {
        let text = #"{"aps":{"alert":"\#(String(repeating: "a", count: 4096))"}}"#
        let (options, payload) = (try options(["--topic", "com.example.app"]), try payload(text))
        let error = #expect(throws: CommandError.self) {
            try options.request(of: payload, to: "a1")
        }
        #expect(error?.status == .notAuthentic && error?.name == "payloadTooLarge")
    }

    @Test(arguments: ["", "[]", "{", #"{"aps":1"#, #"{"Simulator Target Bundle":1}"#])
    func `what is no payload is refused`(_ text: String) {
        #expect(throws: CommandError.self) { try payload(text) }
    }

    @Test(
        .rules("M-21 M-22"),
        arguments: [
            (#"{"aps":{"alert":"Hi","content-available":1}}"#, APNsPushType.alert),
            (#"{"aps":{"badge":0,"content-available":1}}"#, .alert),
            (#"{"aps":{"content-available":1}}"#, .background),
            (#"{"aps":{"content-available":true}}"#, .background),
            (#"{"aps":{"content-available":1.0,"badge":null}}"#, .background),
            (#"{"aps":{"content-available":"1"}}"#, .alert),
            (#"{"aps":{"content-available":2}}"#, .alert),
            (#"{"aps":{}}"#, .alert),
            (#"{"mdm":"x"}"#, .alert),
        ]
    )
    func `a type is told by what the user would see`(_ text: String, _ type: APNsPushType) throws {
        #expect(try payload(text).type == type)
    }

    @Test(arguments: APNsPushType.allCases)
    func `without a type the topic says what a push is for`(_ type: APNsPushType) throws {
        let app = type == .mdm ? "com.apple.mgmt.1" : "com.example.app"
        let topic = type.topic(for: app)
        for text in [#"{"aps":{"alert":"Hi"}}"#, #"{"aps":{"content-available":1}}"#] {
            let payload = try payload(text)
            let isPlain = [.alert, .background].contains(type)
            let request = try options(["--topic", topic]).request(of: payload, to: "a1")
            let sent = request.wire.options.first { $0.name == .pushType }?.value
            #expect(sent == (isPlain ? payload.type : type).rawValue)
        }
    }

    @Test(arguments: [
        (#"{"mdm":"x"}"#, [], true),
        (#"{"mdm":"x"}"#, ["--push-type", "mdm", "--topic", "com.apple.mgmt.1"], false),
        (#"{"aps":5}"#, ["--push-type", "background"], true),
        (#"{"id":7}"#, ["--push-type", "voip", "--topic", "com.example.app.voip"], false),
        (#"{"aps":{}}"#, [], false),
    ])
    func `a payload without aps is noted where something is to be shown`(
        _ text: String,
        _ arguments: [String],
        _ isNoted: Bool
    ) throws {
        var notes: [String] = []
        let topic = arguments.contains("--topic") ? [] : ["--topic", "com.example.app"]
        let options = try options(topic + arguments)
        _ = try options.request(of: payload(text), HeaderFile(), to: "a1") { notes.append($0) }
        #expect(notes.count == (isNoted ? 1 : 0))
    }
}

extension TemporaryFolder {
    /// The words of each call of `sealedpush-server` in a script for the shell.
    fileprivate func words(_ script: String) throws -> [[String]] {
        let calls = """
            sealedpush() { :; }
            sealedpush-server() { printf '%s\\n' "$@" .; }
            sealedpush-lab() { printf '%s\\n' "$@" .; }

            """
        let run = try Tool.run(URL(filePath: "/bin/bash"), ["-c", calls + script], in: path)
        let lines = run.output.split(separator: "\n").map(String.init)
        return lines.split(separator: ".").map(Array.init)
    }
}

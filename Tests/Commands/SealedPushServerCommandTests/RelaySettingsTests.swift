// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushRelay
import TestSupport
import Testing

@testable import SealedPushServerCommand

struct RelaySettingsTests {
    /// The settings of a file, and of flags.
    private func settings(_ json: String, _ flags: [String] = []) async throws -> RelaySettings {
        let folder = TemporaryFolder()
        try folder.write(json, to: "settings.json")
        let command = try ServeCommand.parse(["--config", folder.path("settings.json")] + flags)
        return try RelaySettings(try await command.relay.reader(command.server.flags))
    }

    @Test func `without settings the relay is for this machine, on SQLite, for no app`()
        async throws
    {
        let settings = try await settings("{}")
        #expect(settings.listen.host == "127.0.0.1")
        #expect(settings.publicURL.origin.text == "http://127.0.0.1:8080")
        #expect(settings.apps.isEmpty)
        guard case .sqlite("relay") = settings.place.database else {
            Issue.record("not SQLite")
            return
        }
        #expect(settings.place.keys == "relay/keys")
    }

    @Test func `a flag counts before the file`() async throws {
        let json = #"{"listen":{"port":9000},"data":"there","public-url":"https://relay.example"}"#
        #expect(try await settings(json).listen.port == 9000)
        let flagged = try await settings(json, ["--port", "9001", "--data", "here"])
        #expect(flagged.listen.port == 9001)
        #expect(flagged.place.keys == "here/keys")
        #expect(flagged.publicURL.origin.text == "https://relay.example")
    }

    @Test func `a file may have several apps, and one app in two environments`() async throws {
        let json = """
            {"apps":["chat","chat-test"],"app":{"chat":{"topic":"com.example.chat"},
            "chat-test":{"name":"chat","environment":"sandbox","registration":"open"}}}
            """
        let apps = try await settings(json).apps
        #expect(
            apps.map(\.app) == [
                AppEnvironment(app: "chat", environment: .production),
                AppEnvironment(app: "chat", environment: .sandbox),
            ]
        )
        #expect(apps.map(\.policy) == [.invited, .open])
        // There are no credentials.
        #expect(try apps[0].route(ProviderKeys(keptIn: nil)) == nil)
    }

    @Test(
        .rules("C-85"),
        arguments: [
            (#"{"lisen":{}}"#, "lisen"), (#"{"listen":{"port":"1"}}"#, "listen.port"),
            (#"{"listen":{"port":0}}"#, "listen.port"), (#"{"apps":[1]}"#, "apps"),
            (#"{"apps":["a"],"app":{"a":{"environment":"test"}}}"#, "app.a.environment"),
            (#"{"apps":["a"],"app":{"a":{"key":"k"}}}"#, "app.a.key"),
            (#"{"apps":["a"],"app":{"a":{"certificate":"c"}}}"#, "app.a.topic"),
            (#"{"apps":["a","a"]}"#, "apps"),
            (#"{"public-url":"http://relay.example"}"#, "public-url"),
            (#"{"trusted-proxies":["proxy"]}"#, "trusted-proxies"),
            (#"{"log-level":"x"}"#, "log-level"),
            (#"{"listen":{"host":"0.0.0.0"}}"#, "public URL"), ("[]", "object"),
            (#"{"postgresql":"host=db password=x"}"#, "postgresql"),
            ("{\"data\":\"\",\n\"data\":\"\"}", "comes twice, at byte 12, in line 2: 'data'"),
            ("{\"listen\":\n{\"port\":1,}}", "has no place there, in line 2"),
            (#"{"apps":["a"],"app":{"a":{"topic":"a\u000ab"}}}"#, "app.a.topic"),
            (#"{"listen":"127.0.0.1:80"}"#, "'listen' has to be an object with 'host', 'port'"),
            (#"{"apps":"a"}"#, "'apps' has to be a list of texts"),
            (#"{"public-url":1}"#, "'public-url' has to be a text"),
            (#"{"apps":["a"],"app":{"b":{}}}"#, "'app.b', but 'apps' does not name it"),
        ]
    )
    func `a setting that makes no sense is named`(_ json: String, _ name: String) async throws {
        let error = await #expect(throws: CommandError.self) { _ = try await settings(json) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
        // No value is told: it may be a secret.
        #expect(error?.message.contains("password") == false)
    }

    @Test(
        .rules("C-85"),
        arguments: [
            ("listen.port", #"{"listen": {"port": ...}}"#),
            ("listen_port", #"{"listen": {"port": ...}}"#),
            ("LISTEN_PORT", #"{"listen": {"port": ...}}"#),
            ("listenHost", #"{"listen": {"host": ...}}"#),
            ("operator.port", #"{"operator": {"port": ...}}"#),
            ("tls.key", #"{"tls": {"key": ...}}"#),
            ("publicUrl", #"{"public-url": ...}"#), ("public_url", #"{"public-url": ...}"#),
            ("PUBLIC-URL", #"{"public-url": ...}"#), ("logLevel", #"{"log-level": ...}"#),
            ("trusted.proxies", #"{"trusted-proxies": ...}"#),
            (
                "app.com.example.app.certificate-key",
                #"{"app": {"NAME": {"certificate-key": ...}}}, with 'NAME' in 'apps'"#
            ),
            ("app.chat.topic", #"{"app": {"NAME": {"topic": ...}}}, with 'NAME' in 'apps'"#),
            ("nothing", nil), ("host", nil),
        ]
    )
    func `a name as the documents write it is told with its nesting`(
        _ name: String,
        _ nesting: String?
    ) async throws {
        let error = await #expect(throws: CommandError.self) {
            _ = try await settings(#"{"\#(name)":"x"}"#)
        }
        #expect(error?.message == "the file of settings has '\(name)', which is no setting")
        #expect(error?.hint == nesting.map { "write it as \($0)" })
    }

    @Test(arguments: [
        ["--open"], ["--sandbox"], ["--key", "k"], ["--key-id", "k"], ["--team-id", "t"],
        ["--apns-host", "a"], ["--apns-port", "1"], ["--apns-root", "r"],
    ])
    func `a flag of an app without an app is refused, not passed over`(_ flags: [String]) throws {
        let error = #expect(throws: (any Error).self) { try ServeCommand.parse(flags) }
        let message = error.map { ServeCommand.message(for: $0) }
        #expect(message?.contains("of the app that --topic or --app names") == true)
        for app in [["--topic", "a.b"], ["--app", "a"]] { _ = try ServeCommand.parse(flags + app) }
    }

    @Test(arguments: [
        ("127.0.0.1", "http://127.0.0.1:9000"), ("localhost", "http://localhost:9000"),
        ("::1", "http://[::1]:9000"), ("[::1]", "http://[::1]:9000"),
    ])
    func `without a public URL a relay has that of its address`(
        _ host: String,
        _ url: String
    ) async throws {
        let settings = try await settings("{}", ["--host", host, "--port", "9000"])
        #expect(settings.publicURL.origin.text == url)
    }

    @Test(.rules("V-21"), arguments: SampleOrigins.refused.filter { !$0.isEmpty })
    func `no server starts with a text that is no origin`(_ text: String) async throws {
        let error = await #expect(throws: CommandError.self) {
            _ = try await settings("{}", ["--public-url=\(text)"])
        }
        #expect(error?.status == .usage)
        #expect(error?.message == "the setting 'public-url' has to be \(WebOrigin.rule)")
        let sidecar = ["--store", "s", "--topic", "a.b", "--allow-origin=\(text)"]
        let refusal = #expect(throws: (any Error).self) { try SealServiceRun.parse(sidecar) }
        let message = refusal.map { SealServiceRun.message(for: $0) }
        #expect(message?.hasPrefix("--allow-origin has to be \(WebOrigin.rule)") == true)
    }

    @Test(arguments: SampleOrigins.taken)
    func `a server takes each origin, with a slash at its end, too`(_ text: String) async throws {
        for url in [text, text + "/"] {
            let settings = try await settings("{}", ["--public-url=\(url)"])
            #expect(settings.publicURL.origin.text == text)
            let sidecar = ["--store", "s", "--topic", "a.b", "--allow-origin=\(url)"]
            _ = try SealServiceRun.parse(sidecar)
        }
    }

    @Test func `a name of the environment that is no setting is told`() throws {
        let run = try BuiltCommand.run(
            ["serve", "--public-url", "nowhere"],
            #"SEALEDPUSH_LISTEN_PROT=1 exec "$@""#
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("note: the environment has SEALEDPUSH_LISTEN_PROT, which"))
        let names = [
            "LISTEN_PORT", "PUBLIC_URL", "APP_COM_EXAMPLE_APP_KEY_ID", "POSTGRESQL", "KEY_FILE",
            "TRUSTED_PROXIES", "OPERATOR_HOST",
        ]
        #expect(SettingsFile.unknownNames(in: names.map { "SEALEDPUSH_" + $0 } + ["HOME"]) == [])
        let others = ["SEALEDPUSH_APPS_A", "SEALEDPUSH_APP_A_KEYS", "SEALEDPUSH_LISTEN"]
        #expect(SettingsFile.unknownNames(in: others) == others.sorted())
    }

    /// Settings whose value is a text or a list of texts.
    private static let texts = [
        "public-url", "data", "keys", "postgresql-file", "token-folder", "log-level",
        "trusted-proxies", "apps", "listen.host", "operator.host", "tls.certificate", "tls.key",
        "app.a.name", "app.a.topic", "app.a.environment", "app.a.registration", "app.a.key",
        "app.a.key-id", "app.a.team-id", "app.a.certificate", "app.a.certificate-key",
        "app.a.passphrase-file", "app.a.apns-host", "app.a.apns-root", "app.a.proxy",
        "app.a.placeholder", "app.a.placeholder-key", "postgresql",
    ]

    @Test(.rules("C-85"), arguments: texts)
    func `an empty setting is named, from a file and from the environment`(
        _ name: String
    ) async throws {
        guard name != "postgresql" else { return try await checkEnvironment(name) }
        let isList = ["trusted-proxies", "apps"].contains(name)
        let path = name.split(separator: ".")
        var json = isList ? #"[""]"# : #""""#
        for part in path.reversed() { json = #"{"\#(part)":\#(json)}"# }
        if path.first == "app" { json = #"{"apps":["a"],"# + json.dropFirst() }
        let error = await #expect(throws: CommandError.self) { _ = try await settings(json) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains("'\(name)'") == true, "\(error?.message ?? "")")
        try await checkEnvironment(name)
    }

    private func checkEnvironment(_ name: String) async throws {
        let variable =
            "SEALEDPUSH_"
            + name.uppercased().replacing(".", with: "_").replacing("-", with: "_")
        let run = try BuiltCommand.run(
            ["serve", "--port", "1"],
            #"SEALEDPUSH_APPS=a \#(variable)= exec "$@""#
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("'\(name)'"), "\(run.errors)")
    }

    @Test(.rules("C-85"))
    func `the environment counts before the file, and a password is none of a file's`() throws {
        let folder = TemporaryFolder()
        try folder.write("{\"listen\":{\"port\":9000}}", to: "settings.json")
        let path = folder.path("settings.json")
        let port = try BuiltCommand.run(
            ["serve", "--config", path],
            #"SEALEDPUSH_LISTEN_PORT=x exec "$@""#
        )
        #expect(port.status == 64)
        #expect(port.errors.contains("listen.port"))
        let database = try BuiltCommand.run(
            ["serve", "--config", path],
            #"SEALEDPUSH_POSTGRESQL='host=nowhere.invalid password=hidden' exec "$@""#
        )
        #expect(database.status == 64)
        #expect(database.errors.contains("relay's keys"))
        #expect(!database.errors.contains("hidden"))
    }
}

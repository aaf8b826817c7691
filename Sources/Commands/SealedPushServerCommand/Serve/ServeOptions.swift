// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Configuration

/// Where a relay's settings come from: flags, then the environment, then a file.
struct RelayOptions: ParsableArguments {
    @Option(help: "A file of settings in JSON.")
    var config: InputFile?

    @Option(help: "The folder of the database and the relay's keys, which is made if need be.")
    var data: NamedPath?

    var flags: [AbsoluteConfigKey: ConfigValue] {
        data.map { ["data": ConfigValue(.string($0.text), isSecret: false)] } ?? [:]
    }

    /// What reads the settings; `more` counts first.
    func reader(_ more: [AbsoluteConfigKey: ConfigValue] = [:]) async throws(CommandError)
        -> SettingsReader
    {
        let values = flags.merging(more) { $1 }
        let providers: [any ConfigProvider] = [
            InMemoryProvider(values: values),
            EnvironmentVariablesProvider().prefixKeys(with: "sealedpush"),
        ]
        guard let config else { return SettingsReader(ConfigReader(providers: providers)) }
        try SettingsFile.check(try config.read("file of settings", tooLarge: .usage))
        do {
            let path: [AbsoluteConfigKey: ConfigValue] = [
                "filePath": ConfigValue(.string(config.path), isSecret: false)
            ]
            let file = try await FileProvider<JSONSnapshot>(
                config: ConfigReader(provider: InMemoryProvider(values: path))
            )
            return SettingsReader(ConfigReader(providers: providers + [file]))
        } catch {
            throw .usage("the file of settings can't be read as JSON")
        }
    }
}

/// What `serve` takes as flags beside a file.
struct ServeOptions: ParsableArguments {
    @Option(help: "The address to listen at: 127.0.0.1, unless there is a public URL.")
    var host: String?

    @Option(help: "The port to listen at: 8080.")
    var port: Int?

    @Option(help: "A certificate in PEM with its chain, to do TLS here; else a proxy does it.")
    var tlsCertificate: NamedPath?

    @Option(help: "The key of that certificate in PEM, if it is not in the same file.")
    var tlsKey: NamedPath?

    @Option(help: "The port of health and metrics: 9090; 0 is any that is free.")
    var operatorPort: Int?

    @Option(help: "Where the world reaches the relay, as https://relay.example.")
    var publicURL: String?

    @Option(help: "What the one app is called here, if there is no file: its topic.")
    var app: String?

    @Option(help: "The app's bundle id.")
    var topic: String?

    @Flag(help: "Send to Apple's sandbox, for apps that Xcode installed.")
    var sandbox = false

    @Flag(help: "Let every instance of the app register, without an invitation.")
    var open = false

    @Option(help: "The team's key, as Apple gave it out: a .p8.")
    var key: NamedPath?

    @Option(help: "The id of the key, 10 letters and digits.")
    var keyID: String?

    @Option(help: "The id of the key's team, 10 letters and digits.")
    var teamID: String?

    @Option(help: "Send to another server than Apple's, such as one for tests.")
    var apnsHost: String?

    @Option(help: "The port of that server: 443.")
    var apnsPort: Int?

    @Option(help: "A file with the certificates to trust, in PEM; without it the system's.")
    var apnsRoot: NamedPath?

    func validate() throws {
        // The settings of a file and of the environment may be empty, and are missing then.
        for (option, text) in [
            ("--host", host), ("--public-url", publicURL), ("--app", app), ("--topic", topic),
            ("--key-id", keyID), ("--team-id", teamID), ("--apns-host", apnsHost),
        ] where text == "" {
            throw ValidationError("the value of '\(option)' is empty")
        }
        let texts = [key?.text, keyID, teamID, apnsHost, apnsRoot?.text]
        let isOfApp = sandbox || open || apnsPort != nil || texts.contains { $0 != nil }
        guard app != nil || topic != nil || !isOfApp else {
            throw ValidationError(
                "--sandbox, --open, and those of the key and of APNs are of the app that --topic"
                    + " or --app names"
            )
        }
    }

    var flags: [AbsoluteConfigKey: ConfigValue] {
        var flags: [AbsoluteConfigKey: ConfigValue] = [:]
        func set(_ key: AbsoluteConfigKey, _ content: ConfigContent?) {
            guard let content else { return }
            flags[key] = ConfigValue(content, isSecret: false)
        }
        set(["listen", "host"], host.map(ConfigContent.string))
        set(["listen", "port"], port.map(ConfigContent.int))
        set(["operator", "port"], operatorPort.map(ConfigContent.int))
        set(["tls", "certificate"], (tlsCertificate?.text).map(ConfigContent.string))
        set(["tls", "key"], (tlsKey?.text).map(ConfigContent.string))
        set("public-url", publicURL.map(ConfigContent.string))
        guard let name = app ?? topic else { return flags }
        set("apps", .stringArray([name]))
        set(["app", name, "topic"], topic.map(ConfigContent.string))
        set(["app", name, "key"], (key?.text).map(ConfigContent.string))
        set(["app", name, "key-id"], keyID.map(ConfigContent.string))
        set(["app", name, "team-id"], teamID.map(ConfigContent.string))
        set(["app", name, "apns-host"], apnsHost.map(ConfigContent.string))
        set(["app", name, "apns-port"], apnsPort.map(ConfigContent.int))
        set(["app", name, "apns-root"], (apnsRoot?.text).map(ConfigContent.string))
        if sandbox { set(["app", name, "environment"], .string("sandbox")) }
        if open { set(["app", name, "registration"], .string("open")) }
        return flags
    }
}

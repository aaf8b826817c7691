// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushRelayClient

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `sealedpush device register`.
struct DeviceRegister: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "register",
        abstract: "Register the device at a relay, and answer the code that the relay pushes.",
        usage: """
            sealedpush device register --store <dir> --registration <file>
              --relay <url> --app <name> --token <hex> [<options>]
            sealedpush device register --store <dir> --registration <file>
              --answer <push>
            """,
        discussion: """
            As an app does: the relay is told the push token and the bundle, and pushes a code to \
            the token. The payload of that push is what --answer takes. The file of the \
            registration holds the device's credential, a secret.

            \(StoreEffect.changes)

            Example:
              sealedpush device register --store phone --registration phone.relay \\
                --relay https://relay.example --app com.example.app --token 00fc13adff78 \\
                --invitation="$INVITATION"
              sealedpush device register --store phone --registration phone.relay \\
                --answer push.json
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(help: ArgumentHelp("The file of the registration, which is made.", valueName: "file"))
    var registration: NamedPath

    @Option(help: ArgumentHelp("The relay's public URL.", valueName: "url"))
    var relay: String?

    @Option(help: ArgumentHelp("What the relay's operator calls the app.", valueName: "name"))
    var app: String?

    @Option(help: ArgumentHelp("The push token in hexadecimal.", valueName: "hex"))
    var token: String?

    @Flag(help: "The app was installed from Xcode.")
    var sandbox = false

    @Option(help: ArgumentHelp("What the publisher's backend got of the relay.", valueName: "code"))
    var invitation: String?

    @Option(help: ArgumentHelp("The payload of the push with the code.", valueName: "push"))
    var answer: InputFile?

    func validate() throws {
        let isNew = relay != nil && app != nil && token != nil
        guard isNew != (answer != nil) else {
            throw ValidationError("give either --relay, --app and --token, or --answer")
        }
        try WebOrigin.checkRelay(relay)
    }

    func run() async throws {
        let keys = try DeviceKeys(in: store.openDevice())
        if let answer { return try await activate(keys, answering: answer) }
        guard let relay, let app, let token = token.flatMap(Hex.decode), !token.isEmpty else {
            throw CommandError.usage("--token is hexadecimal")
        }
        // The file holds a secret.
        umask(0o077)
        let file = OutputFile(registration.text, "registration")
        // An invitation serves once.
        try file.checkNew()
        let bundle = try keys.bundle(at: .now)
        let device: RelayRegistration
        do {
            device = try await RelayClient(relay).register(
                app: app,
                environment: sandbox ? .sandbox : .production,
                token: token,
                bundle: bundle,
                invitation: invitation
            )
        } catch {
            throw CommandError(
                error,
                wrongBody: "check --app, --sandbox and --token: the relay serves the apps that its"
                    + " operator has named, each in its environment"
            )
        }
        let act = "the relay has registered the device"
        do throws(CommandError) {
            try file.make(
                RegistrationFile(relay: relay, device: device, identity: keys.identity).json
            )
        } catch {
            throw CommandError(
                .doneNotShown,
                name: "doneNotShown",
                "\(act), but \(error.message)",
                hint: "its credential is lost, and the invitation is spent: register anew"
            )
        }
        try Console.result(
            device.device,
            ofDone: act,
            hint: "the file of the registration says how it is called there"
        )
    }

    private func activate(_ keys: DeviceKeys, answering push: InputFile) async throws {
        let file = try RegistrationFile(reading: InputFile(registration.text))
        guard let activation = RelayActivation(payload: try push.read("push")) else {
            throw CommandError.usage("the push holds no activation code")
        }
        let isAnswered: Bool
        do {
            isAnswered = try await RelayClient(file.relay).activate(
                file.device,
                answering: activation,
                by: keys.possessionProof
            )
        } catch let error as RelayClientError {
            throw CommandError(error)
        }
        guard isAnswered else {
            throw CommandError.usage(
                "the code is for another device or of another relay than the registration's",
                hint: "answer it with the registration that was made at this relay"
            )
        }
    }
}

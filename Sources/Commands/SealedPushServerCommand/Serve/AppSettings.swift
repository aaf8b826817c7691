// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushAPNs
import SealedPushRelay

/// The settings of an app that a relay serves.
struct AppSettings {
    let app: AppEnvironment
    let policy: RegistrationGate.Policy
    private let topic: String?
    private let placeholder: Placeholder
    private let service: ServiceOptions
    /// What authenticates the publisher; nil if there is nothing.
    private let provider: ProviderOptions?
    /// What its settings are called.
    private let nameOfSetting: @Sendable (String) -> String

    /// - Parameters:
    ///   - settings: Its settings.
    ///   - name: What it is called, if they do not say so.
    /// - Throws: What is wrong with them.
    init(_ settings: SettingsReader, called name: String) throws(CommandError) {
        let environment = try settings.choice(
            "environment",
            else: AppEnvironment.Environment.production
        )
        app = AppEnvironment(app: try settings.text("name") ?? name, environment: environment)
        policy = try settings.choice("registration", else: RegistrationGate.Policy.invited)
        topic = try settings.text("topic")
        guard topic.map({ Topic($0) != nil }) ?? true else {
            throw settings.wrong("topic", "a bundle id: 1 to 250 bytes without control characters")
        }
        placeholder =
            if let key = try settings.text("placeholder-key") {
                .localized(bodyKey: key)
            } else {
                try settings.text("placeholder").map { .text(body: $0) } ?? .generic
            }
        service = try Self.service(settings, environment)
        provider = try Self.provider(settings)
        nameOfSetting = { "the setting '\(settings.name(of: $0))'" }
        guard topic != nil || provider == nil else {
            throw settings.wrong("topic", "the app's bundle id")
        }
    }

    /// A client of the push service, and the way that it is for the app's pushes; nil without
    /// credentials.
    func route(
        _ keys: ProviderKeys
    ) throws(CommandError) -> (client: APNsClient, route: PushRoute)? {
        guard let provider, let topic else { return nil }
        let client = try provider.client(
            try service.configuration(),
            keys,
            named: nameOfSetting
        )
        do throws(OuterPayloadError) {
            return (client, try PushRoute(client, topic: topic, placeholder: placeholder))
        } catch {
            throw CommandError(.usage, error)
        }
    }

    private static func service(
        _ settings: SettingsReader,
        _ environment: AppEnvironment.Environment
    ) throws(CommandError) -> ServiceOptions {
        var service = ServiceOptions()
        service.host = try settings.text("apns-host")
        service.sandbox = environment == .sandbox && service.host == nil
        service.port = UInt16(try settings.port("apns-port", else: 443))
        service.root = try settings.text("apns-root").map(InputFile.init)
        service.proxy = try settings.text("proxy")
        return service
    }

    private static func provider(
        _ settings: SettingsReader
    ) throws(CommandError) -> ProviderOptions? {
        var provider = ProviderOptions()
        provider.key = try settings.text("key").map(InputFile.init)
        provider.keyID = try settings.text("key-id")
        provider.teamID = try settings.text("team-id")
        provider.certificate = try settings.text("certificate").map(InputFile.init)
        provider.certificateKey = try settings.text("certificate-key").map(InputFile.init)
        provider.passphraseFile = try settings.text("passphrase-file").map(InputFile.init)
        switch (provider.key, provider.certificate) {
        case (nil, nil): return nil
        case (.some, .some): throw settings.wrong("key", "given without 'certificate', or it alone")
        case (.some, nil):
            guard provider.keyID != nil, provider.teamID != nil else {
                throw settings.wrong("key", "given with 'key-id' and 'team-id'")
            }
            guard provider.certificateKey == nil else {
                throw settings.wrong("certificate-key", "given with 'certificate'")
            }
        case (nil, .some): break
        }
        return provider
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushAPNs
import SealedPushCrypto
import SealedPushLab
import SealedPushOpenSSL
import SimulatedAPNs

/// Where a lab listens, and with which keys.
struct ServeOptions: ParsableArguments {
    @Option(help: "The port of APNs; 0 is any that is free.")
    var port: UInt16 = 2197

    @Option(help: "The port of the page and of REST; 0 is any that is free.")
    var pagePort: UInt16 = 2198

    @OptionGroup
    var service: PushServiceOptions

    @Flag(
        help: """
            Refuse a provider token that is renewed within 20 minutes, as Apple does; without it \
            clients may start as often as tests do.
            """
    )
    var strictTokens = false

    @Option(
        name: .customLong("keys"),
        help: ArgumentHelp(
            """
            The folder of certificates and keys, which is made once. (default: sealedpush-lab in \
            XDG_DATA_HOME, else in ~/.local/share)
            """,
            valueName: "dir"
        )
    )
    var folder: NamedPath?

    @Option(help: "A provider's own key instead: its .p8, or the public half in PEM.")
    var key: InputFile?

    @Option(help: "The id of that key, 10 letters and digits.")
    var keyID: String?

    @Option(help: "The id of its team, 10 letters and digits.")
    var teamID: String?

    @Option(help: "The topic that the client's certificate is for.")
    var topic = "com.example.app"

    func validate() throws {
        guard [key == nil, keyID == nil, teamID == nil].count(where: \.self) % 3 == 0 else {
            throw ValidationError("--key, --key-id and --team-id go together")
        }
        if let keyID, let teamID { try PushServiceOptions.check(keyID, teamID) }
        guard port == 0 || port != pagePort else {
            throw ValidationError("--port and --page-port are two ports")
        }
        guard Topic(topic) != nil, topic.utf8.count <= 64 else {
            throw ValidationError("--topic is a bundle id of at most 64 bytes")
        }
    }

    /// What clients take.
    struct Keys {
        let made: LabKeys
        /// The key of provider tokens, whose private half is there unless it is the provider's own.
        let token: ProviderTokenKey?
        let provider: ProviderKey
        /// The paths of files, by what they are.
        let files: [(name: String, path: String)]
    }

    /// Makes what is missing, and reads the rest.
    func keys() throws(CommandError) -> Keys {
        let folder = try Self.folder(folder)
        let made: LabKeys
        do throws(LabKeysError) {
            made = try LabKeys(in: folder, topic: topic)
        } catch {
            throw CommandError(.failure, error)
        }
        var files = [(name: "root", path: made.root.path)]
        let (token, provider): (ProviderTokenKey?, ProviderKey)
        if let key, let keyID, let teamID {
            (token, provider) = (
                nil, ProviderKey(try PublicKeyFile.key(in: key), keyID: keyID, teamID: teamID)
            )
        } else {
            (token, provider) = try Self.read(made)
            files.append(("key", made.key.path))
        }
        files += [("certificate", made.archive.path), ("certificatePEM", made.identity.path)]
        return Keys(made: made, token: token, provider: provider, files: files)
    }

    private static func read(
        _ made: LabKeys
    ) throws(CommandError) -> (ProviderTokenKey?, ProviderKey) {
        let file = InputFile(made.key.path)
        let bytes = try file.readSecret("provider key")
        do {
            return try bytes.withBytes { bytes in
                let key = try P256PrivateKey(reading: bytes)
                let (keyID, teamID) = (LabKeys.keyID, LabKeys.teamID)
                let provider = ProviderKey(key.publicKey, keyID: keyID, teamID: teamID)
                return (try ProviderTokenKey(key, keyID: keyID, teamID: teamID), provider)
            }
        } catch {
            throw CommandError(
                .failure,
                name: "unusableKey",
                "the provider key of the lab can't be used",
                hint: "take it away, and another one is made"
            )
        }
    }

    /// The place of the user's own keys (XDG Base Directory Specification).
    private static func folder(_ named: NamedPath?) throws(CommandError) -> URL {
        if let named { return URL(filePath: named.text) }
        let environment = ProcessInfo.processInfo.environment
        // A relative path is to be ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
            return URL(filePath: data).appending(path: "sealedpush-lab")
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else {
            throw .usage(
                "no folder of keys is named, and HOME is not set",
                hint: "--keys names one"
            )
        }
        return URL(filePath: home).appending(path: ".local/share/sealedpush-lab")
    }
}

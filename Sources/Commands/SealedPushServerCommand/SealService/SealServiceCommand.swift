// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelay
import SealedPushSidecar
import ServerStore

/// The sealing sidecar: a backend posts payloads, and devices at relays get them sealed.
struct SealServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seal-service",
        abstract: "Seal for a backend: it posts payloads, and this posts envelopes to relays.",
        discussion: """
            It holds the sender's keys, so it runs beside the backend and listens on this machine \
            only, unless told. docs/sidecar.md has what backends ask.

              sealedpush sender init --store server
              sealedpush-server seal-service apikey make backend --data sidecar
              sealedpush-server seal-service run --store server --topic com.example.app \\
                --data sidecar
            """,
        subcommands: [
            SealServiceRun.self, APIKeyCommand<SidecarOptions>.self, SealServiceRetire.self,
        ],
        defaultSubcommand: SealServiceRun.self
    )
}

/// Where a sidecar's database is.
struct SidecarOptions: ParsableArguments {
    @Option(help: "The folder of the sidecar's database; 'run' and 'apikey make' make it.")
    var data = NamedPath("sidecar")
}

extension SidecarOptions {
    private var folder: DatabaseFolder { DatabaseFolder(data.text, of: .sidecar) }

    /// What errors call the database.
    var words: String { folder.words }

    /// Opens the database, and makes it with its folder if it is not there and may be made.
    func open(making makes: Bool) throws(CommandError) -> SidecarDatabase {
        guard makes || folder.hasDatabase else {
            throw .usage(
                "there is no sidecar in \(data.text)",
                hint: "--data names the folder of one; 'run' and 'apikey make' make it"
            )
        }
        try folder.make()
        return try folder.open { path, clock throws(ServerStoreError) in
            try SidecarDatabase(path: path, clock: clock)
        }
    }

    /// Opens the database of a sender for an app, and makes it; refuses one of others.
    func open(
        of sender: SenderIdentity,
        _ rule: SubscriptionRule
    ) async throws(CommandError) -> SidecarDatabase {
        let database = try open(making: true)
        let owner: DatabaseOwner
        do throws(ServerStoreError) {
            owner = try await database.own(as: sender, rule)
        } catch {
            throw CommandError(error, of: words)
        }
        let (name, what): (String, String)
        switch owner {
        case .own: return database
        case .otherApp: (name, what) = ("otherApp", "another app (--topic)")
        case .otherSender:
            (name, what) = ("otherSender", "another sender, or its next identity (--store, --as)")
        }
        throw CommandError(
            .storeUnusable,
            name: name,
            "\(words) is for \(what)",
            hint: "a sidecar has a folder for each sender and app: name another one (--data)"
        )
    }
}

/// Has a sidecar seal nothing more to a device, because the device says so itself.
struct SealServiceRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Seal nothing more to lost devices, by their own statements.",
        discussion: """
            Takes what 'sealedpush device retire' prints, one statement a line, beside a sidecar \
            that runs or not. It is for ever, and for all recipients. What was sealed before is \
            still sent.

              sealedpush-server seal-service retire --data sidecar phone.retirement
            """
    )

    @OptionGroup var sidecar: SidecarOptions

    @Argument(help: "The statements, one a line, or - for standard input.")
    var file: InputFile = .standardInput

    func run() async throws {
        let retirements = try Self.retirements(in: file)
        let memory = DatabaseSenderMemory(in: try sidecar.open(making: false))
        for retirement in retirements {
            let isNew: Bool
            do throws(SealingError) {
                isNew = try await memory.retire(retirement)
            } catch {
                throw CommandError(
                    .storeUnusable,
                    name: error.name,
                    error.message,
                    hint: error.hint
                )
            }
            Console.note(isNew ? "the device is retired" : "the device was retired before")
        }
    }

    /// All of a file's statements, or none.
    private static func retirements(in file: InputFile) throws -> [DeviceIdentity.Retirement] {
        let lines = String(decoding: try file.read("statement", tooLarge: .usage), as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy(\.isWhitespace) }
        guard !lines.isEmpty else {
            throw CommandError(
                .notAuthentic,
                name: "wrongPrefix",
                "the file holds no statement"
            )
        }
        return try lines.map { line in
            do throws(WireError) {
                return try DeviceIdentity.Retirement(text: String(line))
            } catch {
                throw CommandError(
                    .notAuthentic,
                    name: error.name,
                    "\(error.message(of: "retirement")) (\(error.name))",
                    hint: error.hint
                )
            }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushRelay

/// Makes, lists and removes the keys of programs that may ask a relay for more.
struct APIKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apikey",
        abstract: "Make, list and remove API keys, as of a publisher's backend.",
        discussion: """
            On SQLite the server has to be stopped for it.

              sealedpush-server apikey make backend --data relay
            """,
        subcommands: [Make.self, List.self, Remove.self]
    )

    /// Makes a key.
    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Make a key that may ask for invitations, and print it once."
        )

        @Argument(help: "What the key is called; a key of this name is replaced.")
        var name: String

        @OptionGroup var relay: RelayOptions

        func run() async throws {
            guard 1...APIKey.nameLimit ~= name.utf8.count else {
                throw CommandError.usage("a name has 1 to \(APIKey.nameLimit) bytes")
            }
            let store = try await relay.open(making: true)
            let key = Capability()
            let made = APIKey(name: name, digest: key.digest, scopes: [.invitations])
            try await relay.asking { () async throws(RelayStoreError) in try await store.add(made) }
            try Console.result(
                key.text,
                ofDone: "the key was made",
                hint: "make it again: its name is the same, and the first one is worthless then"
            )
        }
    }

    /// Lists the keys.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the names and scopes of the keys."
        )

        @OptionGroup var relay: RelayOptions

        func run() async throws {
            let store = try await relay.open()
            let keys = try await relay.asking { () async throws(RelayStoreError) in
                try await store.apiKeys()
            }
            for key in keys {
                let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: " ")
                try Console.result("\(key.name)\t\(scopes)")
            }
        }
    }

    /// Removes a key.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a key."
        )

        @Argument(help: "What the key is called.")
        var name: String

        @OptionGroup var relay: RelayOptions

        func run() async throws {
            let store = try await relay.open()
            let isRemoved = try await relay.asking { () async throws(RelayStoreError) in
                try await store.removeAPIKey(name)
            }
            guard isRemoved else { throw CommandError.usage("there is no key of this name") }
        }
    }
}

extension RelayOptions {
    /// Opens the database of the settings.
    fileprivate func open(making makes: Bool = false) async throws(CommandError) -> any RelayStore {
        try await RelayPlace(try await reader()).open(making: makes).store
    }

    /// Asks a store, and tells what is wrong in the user's words.
    fileprivate func asking<Value>(
        _ body: () async throws(RelayStoreError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(RelayStoreError) {
            return try await body()
        } catch {
            throw CommandError(error)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay
import SealedPushSidecar
import ServerStore

/// What keeps API keys: the database of a relay, or of a sidecar.
protocol APIKeyPlace: ParsableArguments {
    /// What help says of its keys.
    static var keyHelp: (abstract: String, discussion: String) { get }

    /// Makes a key; nil if there is one of this name.
    func makeKey(named name: String) async throws(CommandError) -> Capability?

    /// A line for each key, which begins with its name.
    func keyLines() async throws(CommandError) -> [String]

    /// Removes a key, and says whether there was one of this name.
    func removeKey(named name: String) async throws(CommandError) -> Bool
}

/// Makes, lists and removes the keys of programs that ask a server.
struct APIKeyCommand<Place: APIKeyPlace>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "apikey",
            abstract: Place.keyHelp.abstract,
            discussion: Place.keyHelp.discussion,
            subcommands: [Make.self, List.self, Remove.self]
        )
    }

    struct Make: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "make", abstract: "Make a key, and print it once.")
        }

        @Argument(help: "What the key is called.")
        var name: String

        @OptionGroup var place: Place

        func run() async throws {
            guard APIKey.isName(name) else {
                throw CommandError.usage(
                    "a key's name has 1 to \(APIKey.nameLimit) bytes and no control character or"
                        + " line break"
                )
            }
            guard let key = try await place.makeKey(named: name) else {
                throw CommandError.usage(
                    "there is a key of this name",
                    hint: "'apikey remove' ends it; then it can be made again"
                )
            }
            try Console.result(
                key.text,
                ofDone: "the key was made",
                hint: "remove it, and make it again"
            )
        }
    }

    struct List: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "list", abstract: "Print a line for each key.")
        }

        @OptionGroup var place: Place

        func run() async throws {
            for line in try await place.keyLines() { try Console.result(line) }
        }
    }

    struct Remove: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: "remove", abstract: "Remove a key.")
        }

        @Argument(help: "What the key is called.")
        var name: String

        @OptionGroup var place: Place

        func run() async throws {
            guard try await place.removeKey(named: name) else {
                throw CommandError.usage("there is no key of this name")
            }
        }
    }
}

/// The keys of programs that may ask a relay for more than senders and devices may.
extension RelayOptions: APIKeyPlace {
    static var keyHelp: (abstract: String, discussion: String) {
        (
            "Make, list and remove API keys, as of a publisher's backend.",
            """
            A key may ask for invitations. 'list' prints a name and its scopes a line. On SQLite \
            the server has to be stopped for it.

              sealedpush-server apikey make backend --data relay
            """
        )
    }

    func makeKey(named name: String) async throws(CommandError) -> Capability? {
        try await asking(making: true) { store async throws(ServerStoreError) in
            try await store.write { transaction in
                let known = try transaction.apiKeys().map(\.name)
                guard !known.contains(name) else { return nil }
                let key = Capability()
                try transaction.add(
                    APIKey(name: name, digest: key.digest, scopes: [.invitations])
                )
                return key
            }
        }
    }

    func keyLines() async throws(CommandError) -> [String] {
        let keys = try await asking { store async throws(ServerStoreError) in
            try await store.read { try $0.apiKeys() }
        }
        return keys.map { key in
            let scopes = key.scopes.map(\.rawValue).sorted().joined(separator: " ")
            return "\(key.name)\t\(scopes)"
        }
    }

    func removeKey(named name: String) async throws(CommandError) -> Bool {
        try await asking { store async throws(ServerStoreError) in
            try await store.write { try $0.removeAPIKey(name) }
        }
    }

    private func asking<Value>(
        making makes: Bool = false,
        _ body: (any RelayStore) async throws(ServerStoreError) -> Value
    ) async throws(CommandError) -> Value {
        let place = try RelayPlace(try await reader())
        let store = try await place.open(making: makes).store
        do throws(ServerStoreError) {
            return try await body(store)
        } catch {
            throw CommandError(error, of: place.database.words)
        }
    }
}

/// The keys of backends.
extension SidecarOptions: APIKeyPlace {
    static var keyHelp: (abstract: String, discussion: String) {
        ("Make, list and remove the API keys of backends; also while the sidecar runs.", "")
    }

    func makeKey(named name: String) async throws(CommandError) -> Capability? {
        try await asking(making: true) { database async throws(ServerStoreError) in
            try await database.addKey(named: name)
        }
    }

    func keyLines() async throws(CommandError) -> [String] {
        try await asking { database async throws(ServerStoreError) in
            try await database.keyNames()
        }
    }

    func removeKey(named name: String) async throws(CommandError) -> Bool {
        try await asking { database async throws(ServerStoreError) in
            try await database.removeKey(named: name)
        }
    }

    private func asking<Value>(
        making makes: Bool = false,
        _ body: (SidecarDatabase) async throws(ServerStoreError) -> Value
    ) async throws(CommandError) -> Value {
        let database = try open(making: makes)
        do throws(ServerStoreError) {
            return try await body(database)
        } catch {
            throw CommandError(error, of: words)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay
import SealedPushSidecar

/// Makes, lists and removes the keys of backends.
struct SealServiceKeys: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apikey",
        abstract: "Make, list and remove the API keys of backends; also while the sidecar runs.",
        subcommands: [Make.self, List.self, Remove.self]
    )

    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "make",
            abstract: "Make a key, and print it once."
        )

        @Argument(help: "What the key is called.")
        var name: String

        @OptionGroup var sidecar: SidecarOptions

        func run() async throws {
            guard 1...APIKey.nameLimit ~= name.utf8.count else {
                throw CommandError.usage("a name has 1 to \(APIKey.nameLimit) bytes")
            }
            let key = try await sidecar.asking(making: true) {
                database async throws(RelayStoreError) in
                try await database.addKey(named: name)
            }
            guard let key else {
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
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Print the names of the keys."
        )

        @OptionGroup var sidecar: SidecarOptions

        func run() async throws {
            let names = try await sidecar.asking { database async throws(RelayStoreError) in
                try await database.keyNames()
            }
            for name in names { try Console.result(name) }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a key."
        )

        @Argument(help: "What the key is called.")
        var name: String

        @OptionGroup var sidecar: SidecarOptions

        func run() async throws {
            let isRemoved = try await sidecar.asking { database async throws(RelayStoreError) in
                try await database.removeKey(named: name)
            }
            guard isRemoved else { throw CommandError.usage("there is no key of this name") }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushRelay

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

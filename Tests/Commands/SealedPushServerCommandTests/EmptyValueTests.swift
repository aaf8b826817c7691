// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import Testing

@testable import CommandShell
@testable import SealedPushCommand
@testable import SealedPushLabCommand
@testable import SealedPushServerCommand

/// Options and arguments that a script gives without a value, by a variable that is not set.
struct EmptyValueTests {
    /// A place of a command that takes a value.
    private struct Place {
        let root: any ParsableCommand.Type
        let words: [String]
        /// The option; nil for the first argument without one.
        let option: String?

        /// All of a program, also those that the help does not show.
        static func all(of root: any ParsableCommand.Type) throws -> [Place] {
            let help: String
            do {
                _ = try root.parseAsRoot(["--experimental-dump-help"])
                help = ""
            } catch {
                help = root.fullMessage(for: error)
            }
            let json = try JSONDocument(reading: Array(help.utf8)).root
            return places(in: try #require(json["command"]), of: root, [])
        }

        private static func places(
            in command: JSONValue,
            of root: any ParsableCommand.Type,
            _ words: [String]
        ) -> [Place] {
            let subcommands = (command["subcommands"]?.elements ?? [])
                .filter { $0["commandName"]?.string != "help" }
            let arguments = command["arguments"]?.elements ?? []
            let options = arguments.filter { $0["kind"]?.string == "option" }
                .compactMap { $0["preferredName"]?["name"]?.string }
                .map { Place(root: root, words: words, option: "--\($0)") }
            let first = arguments.first { $0["kind"]?.string == "positional" }
                .map { _ in Place(root: root, words: words, option: nil) }
            return options + (first.map { [$0] } ?? [])
                + subcommands.flatMap { next in
                    places(in: next, of: root, words + [next["commandName"]?.string ?? ""])
                }
        }

        /// What an empty value is told; nil if it is taken.
        var fault: String? {
            let arguments = words + (option.map { [$0] } ?? []) + [""]
            do {
                _ = try root.parseAsRoot(arguments)
                return nil
            } catch {
                return CommandError(parsing: error, by: root, arguments: arguments).message
            }
        }
    }

    /// What is no path: texts, for which commands have rules of their own.
    private static let texts: Set = [
        "--allow-origin", "--app", "--app-link", "--as", "--class", "--code", "--collapse",
        "--collapse-id", "--collapse-key", "--device-name", "--from", "--header", "--host", "--id",
        "--identity", "--invitation", "--key-id", "--label", "--name", "--number", "--placeholder",
        "--proxy", "--push-type", "--recipient", "--registered", "--relay", "--scanned", "--sender",
        "--sound", "--team-id", "--title", "--token", "--topic", "--url", "--vapid",
        "--vapid-subject", "apikey make -", "apikey remove -", "notify -", "notify --to",
        "outbox pause -", "outbox resume -", "pair --to", "seal-service apikey make -",
        "seal-service apikey remove -", "send --to",
    ]

    @Test func `an empty value of each path, number and choice is refused by its name`() throws {
        let places =
            try Place.all(of: SealedPushCommand.self) + Place.all(of: ServerCommand.self)
            + Place.all(of: LabCommand.self)
        var unused = Self.texts
        for place in places {
            let name = (place.words + [place.option ?? "-"]).joined(separator: " ")
            let isText = [name, place.option].contains { Self.texts.contains($0 ?? "") }
            unused.subtract([name, place.option ?? ""])
            guard !isText else { continue }
            let fault = place.fault ?? "none"
            let expected = place.option.map { "the value of '\($0)" } ?? "the value of '<"
            #expect(fault.hasPrefix(expected) && fault.contains("' is empty"), "\(name): \(fault)")
        }
        #expect(unused == [])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import SealedPushCommand

/// A subcommand that does something, as it is typed.
struct Subcommand: Hashable, CustomTestStringConvertible {
    let words: [String]

    var testDescription: String { words.joined(separator: " ") }

    /// All that the help shows.
    static let all = leaves(of: SealedPushCommand.self, [])

    private static func leaves(
        of command: any ParsableCommand.Type,
        _ words: [String]
    ) -> [Subcommand] {
        let configuration = command.configuration
        guard configuration.shouldDisplay else { return [] }
        guard !configuration.subcommands.isEmpty else { return [Subcommand(words: words)] }
        return configuration.subcommands.flatMap { next in
            leaves(of: next, words + [next.configuration.commandName ?? ""])
        }
    }
}

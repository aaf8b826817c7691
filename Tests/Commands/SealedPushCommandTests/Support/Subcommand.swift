// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Testing

@testable import SealedPushCommand
@testable import SealedPushLabCommand

/// A subcommand of `sealedpush` or, behind its name, of `sealedpush-lab`, as it is typed.
struct Subcommand: Hashable, CustomTestStringConvertible {
    let words: [String]

    var testDescription: String { words.joined(separator: " ") }

    /// Whether it does something, or has subcommands of its own.
    let isLeaf: Bool

    /// All that the help shows, and the programs themselves.
    static let tree =
        subcommands(of: SealedPushCommand.self, [])
        + subcommands(of: LabCommand.self, ["sealedpush-lab"])

    /// Those that do something.
    static let all = tree.filter(\.isLeaf)

    private static func subcommands(
        of command: any ParsableCommand.Type,
        _ words: [String]
    ) -> [Subcommand] {
        let configuration = command.configuration
        guard configuration.shouldDisplay else { return [] }
        let own = Subcommand(words: words, isLeaf: configuration.subcommands.isEmpty)
        return [own]
            + configuration.subcommands.flatMap { next in
                subcommands(of: next, words + [next.configuration.commandName ?? ""])
            }
    }
}

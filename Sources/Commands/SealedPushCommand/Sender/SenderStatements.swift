// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender statements`.
struct SenderStatements: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statements",
        abstract: "Print what a sender has signed about its identities.",
        usage: "sealedpush sender statements --store <dir> [--as <name>] [<options>]",
        discussion: """
            One line a statement, the oldest first: the successions, and the revocations that were \
            published. A device that has missed some applies them all. 'seal' sends the newest \
            along.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender statements --store server > server.statements
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let statements = try SenderIdentities.statements(named: sender.name, in: store.openSender())
        for text in statements.texts { try Console.result(text) }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender identity`.
struct SenderIdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Print the sender's identity.",
        usage: "sealedpush sender identity --store <dir> [--as <name>] [<options>]",
        discussion: """
            One line of text, which devices add as a contact; its check part notices typing errors.

            \(StoreEffect.nothing)

            Example:
              sealedpush sender identity --store server
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let keys = try SenderIdentities.load(named: sender.name, from: store.openSender())
        try Console.result(keys.identity.text)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender init`.
struct SenderInit: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a sender identity.",
        usage: "sealedpush sender init --store <dir> [--as <name>] [<options>]",
        discussion: """
            Makes the store if there is none, or adds the sender to the store that is there. \
            Prints the sender's identity, which devices add as a contact. Without a key option a \
            new store gets a key file in its own folder.

            \(StoreEffect.changes)

            Example:
              sealedpush sender init --store server > server.identity
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let keys = try store.openOrMake { store in
            try SenderIdentities.create(named: sender.name, in: store)
        }
        try Console.result(
            keys.identity.text,
            ofDone: "the sender is made",
            hint: "'sealedpush sender identity\(sender.inHint)' prints its identity"
        )
    }
}

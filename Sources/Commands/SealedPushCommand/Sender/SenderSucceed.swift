// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender succeed`.
struct SenderSucceed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "succeed",
        abstract: "Give a sender its next identity.",
        usage: "sealedpush sender succeed --store <dir> [--as <name>] [<options>]",
        discussion: """
            Makes a new identity, which the name stands for from then on, prints the statement \
            by which the old one names it, and erases the old private key. On devices that learn \
            of it the new identity is shown with a label until a person or the app takes it. \
            Messages of the new one bring the statement along where there is room. Make a new \
            backup, and destroy the earlier ones: they have the old key. Where the last statement \
            could not be printed, that one is printed, and no further identity made.

            If the old key may be in other hands, run 'sender revoke --earlier' after this.

            \(StoreEffect.changes)

            Example:
              sealedpush sender succeed --store server > server.succession
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    func run() throws {
        let store = try store.openSender()
        let statements = "'sealedpush sender statements\(sender.inHint)'"
        try SenderIdentities.succeed(named: sender.name, in: store, at: .now) { succession, isNew in
            if !isNew {
                Console.note(
                    "the last succession may not have been shown: this is it, and no other is made; once"
                        + " more makes the next"
                )
            }
            try Console.result(
                succession.text,
                ofDone: "the name stands for its next identity",
                hint: "the same command, or \(statements), prints the statement"
            )
        }
        Console.note("printed again by \(statements)")
        Console.note(
            "the old key is erased here: make a new backup ('sealedpush store backup') and destroy"
                + " those made before, which have the old key and not the new one"
        )
    }
}

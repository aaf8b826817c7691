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
            Makes a new identity, which the name stands for from then on, and prints the statement \
            by which the old one vouches for it. Devices that apply it know the new identity by \
            the contact's name. Give it to them before the new one sends. Where the last statement \
            could not be printed, that one is printed, and no further identity made.

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
        try SenderIdentities.succeed(named: sender.name, in: store) { succession, isNew in
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
    }
}

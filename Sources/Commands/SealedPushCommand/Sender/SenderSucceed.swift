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
            the contact's name. Give it to them before the new one sends.

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
        let succession = try SenderIdentities.succeed(named: sender.name, in: store.open())
        try Console.result(succession.text)
        Console.note("printed again by 'sealedpush sender statements'")
    }
}

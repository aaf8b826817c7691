// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush sender revoke`.
struct SenderRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "End a sender for ever: its key may be in other hands.",
        usage: "sealedpush sender revoke --store <dir> --yes [--as <name>] [<options>]",
        discussion: """
            Prints the statement by which the identity ends itself. Nothing is sealed with it any \
            more, nothing comes after it, and devices that apply the statement treat it as \
            blocked. There is no way back: to replace a key that was not stolen, use \
            'sender succeed'.

            \(StoreEffect.changes)

            Example:
              sealedpush sender revoke --store server --yes > server.revocation
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var sender: SenderOptions

    @Flag(help: "Yes, for ever.")
    var yes = false

    func validate() throws {
        guard yes else {
            throw ValidationError("a revocation is final: say --yes if it is what you want")
        }
    }

    func run() throws {
        let revocation = try SenderIdentities.revoke(named: sender.name, in: store.openSender())
        try Console.result(
            revocation.text,
            ofDone: "the identity is revoked",
            hint: "'sealedpush sender statements\(sender.inHint)' prints the statement"
        )
    }
}

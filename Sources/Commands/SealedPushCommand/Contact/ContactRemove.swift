// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushContacts

/// `sealedpush contact remove`.
struct ContactRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Forget a sender, or one of its codes.",
        usage: "sealedpush contact remove --store <dir> --identity <id> [<options>]",
        discussion: """
            Without a code everything that is known of the identity goes, and the candidates of a \
            contact go with it. A candidate that is removed alone is none any more, whatever \
            statements come again, until it is added.

            \(StoreEffect.changes)

            Example:
              sealedpush contact remove --store phone --code ann-7 \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

    @Option(help: ArgumentHelp("Forget the name of this code only.", valueName: "code"))
    var code: String?

    func run() throws {
        let identity = try identity.read()
        let book = ContactBook(try store.openDevice())
        guard try book.remove(identity: identity, code: code) else {
            guard code == nil else {
                throw CommandError.usage("no name is known for the identity with this code")
            }
            throw ContactError.unknownContact
        }
        if code == nil { try AvatarFolder(of: store.path).sweep(keeping: book) }
        Console.note("removed")
    }
}

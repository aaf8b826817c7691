// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact take`.
struct ContactTake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "take",
        abstract: "Make a candidate the successor of its contact, without a comparison.",
        usage: "sealedpush contact take --store <dir> --identity <id> [<options>]",
        discussion: """
            A succession names a candidate, whose messages are labelled. If it is taken, they are \
            not: it gets all names, codes, the picture, the kind and the preview policy of its \
            contact, which is changed from then on, and whose other candidates are gone. 'contact \
            verify' does the same by the safety number, which is better. If the contact or one of \
            its candidates is revoked, only the number counts.

            \(StoreEffect.changes)

            Example:
              sealedpush contact take --store phone \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

    func run() throws {
        let identity = try identity.read()
        let book = ContactBook(try store.openDevice())
        let candidate = try book.list().candidates.first { $0.identity == identity }
        let isTaken = try book.take(identity)
        if isTaken, let name = candidate?.name {
            Console.note("taken: it has the names and codes of '\(name)' now")
        } else {
            Console.note(isTaken ? "taken" : "it is a contact already")
        }
    }
}

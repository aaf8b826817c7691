// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact show`.
struct ContactShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all that is known of a sender.",
        usage: "sealedpush contact show --store <dir> --identity <id> [--json]",
        discussion: """
            Names and codes, trust, preview policy, picture, when a message last came. A verified \
            sender stays verified if an identity that it descends from is revoked or contradicted \
            later; a warning says so until its number is compared again.

            \(StoreEffect.nothing)

            Example:
              sealedpush contact show --store phone \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let identity = try identity.read()
        let book = ContactBook(try store.openDevice())
        let listing = try book.list()
        let contacts = listing.contacts.filter { $0.identity == identity }
        guard let first = contacts.first else {
            throw listing.failures.first ?? ContactError.unknownContact
        }
        let facts = ContactFacts(
            status: first.status,
            isChangedSinceVerified: first.isChangedSinceVerified,
            identity: identity,
            names: contacts.compactMap { contact in contact.name.map { (contact.code, $0) } },
            avatar: first.avatar.map { AvatarFolder(of: store.path).path(of: $0) },
            lastSeen: try book.lastSeen(identity.bytes)
        )
        if json {
            try Console.result(json: facts.json)
        } else {
            try Console.result(facts.text)
        }
    }
}

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
            Names and codes, trust, preview policy, picture, when a message last came, and who was \
            taken as its successor. Of a candidate it shows its contact, whose names it has.

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
        let candidate = listing.candidates.first { $0.identity == identity }
        let named = candidate?.contact ?? identity
        let contacts = listing.contacts.filter { $0.identity == named }
        guard let status = candidate?.status ?? contacts.first?.status else {
            throw listing.failures.first ?? ContactError.unknownContact
        }
        let avatar = contacts.first?.avatar
        let facts = ContactFacts(
            status: status,
            identity: identity,
            candidateOf: candidate?.contact,
            successor: candidate == nil ? contacts.first?.successor : nil,
            names: contacts.compactMap { contact in contact.name.map { (contact.code, $0) } },
            avatar: avatar.map { AvatarFolder(of: store.path).path(of: $0) },
            lastSeen: try book.lastSeen(identity.bytes)
        )
        if json {
            try Console.result(json: facts.json)
        } else {
            try Console.result(facts.text)
        }
    }
}

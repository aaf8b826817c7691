// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact list`.
struct ContactList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the senders that the device knows.",
        usage: "sealedpush contact list --store <dir> [--json] [<options>]",
        discussion: """
            One line a name: trust, identity, code or '-', name.

            \(StoreEffect.nothing)

            Example:
              sealedpush contact list --store phone --json
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let listing = try ContactBook(try store.openDevice()).list()
        if json {
            try Console.result(json: Self.json(listing.contacts))
        } else {
            for contact in listing.contacts { try Console.result(Self.line(of: contact)) }
        }
        // The good ones are printed all the same.
        if let failure = listing.failures.first { throw failure }
    }

    private static func line(of contact: Contact) -> String {
        let trust = contact.status.word
        let padded = trust + String(repeating: " ", count: max(0, 10 - trust.count))
        return "\(padded)  \(contact.identity.text)  \(contact.code ?? "-")  \(contact.name ?? "-")"
    }

    private static func json(_ contacts: [Contact]) -> [UInt8] {
        JSONWriter.array(pretty: true) { list in
            for contact in contacts {
                list.object { object in
                    object.add("identity", contact.identity.text)
                    if let code = contact.code {
                        object.add("code", code)
                    } else {
                        object.null("code")
                    }
                    if let name = contact.name {
                        object.add("name", name)
                    } else {
                        object.null("name")
                    }
                    object.add("trust", contact.status.word)
                    object.add("kind", contact.status.kind.rawValue)
                    object.add("unconfirmed", contact.status.isUnconfirmed)
                    object.add("preview", contact.status.preview.rawValue)
                }
            }
        }
    }
}

extension ContactStatus {
    /// The trust, or that the identity was revoked, as output has it.
    var word: String { isRevoked ? "revoked" : trust.rawValue }
}

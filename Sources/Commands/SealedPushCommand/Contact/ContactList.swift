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
            One line a name: trust, identity, code or '-', name. Below the contacts stand the \
            candidates, whom a succession named after a contact, with "candidate of" before \
            that contact's name.

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
            try Console.result(json: Self.json(listing))
        } else {
            for one in listing.contacts {
                try Console.result(Self.line(one.status, one.identity, one.code, one.name))
            }
            for one in listing.candidates {
                try Console.result(
                    Self.line(one.status, one.identity, nil, "candidate of \(one.name ?? "-")")
                )
            }
        }
        // The good ones are printed all the same.
        if let failure = listing.failures.first { throw failure }
    }

    private static func line(
        _ status: ContactStatus,
        _ identity: SenderIdentity,
        _ code: String?,
        _ name: String?
    ) -> String {
        let trust = status.word
        let padded = trust + String(repeating: " ", count: max(0, 10 - trust.count))
        return "\(padded)  \(identity.text)  \(code ?? "-")  \(name ?? "-")"
    }

    private static func json(_ listing: ContactListing) -> [UInt8] {
        JSONWriter.array(pretty: true) { list in
            for one in listing.contacts {
                list.object { object in
                    add(one.identity, one.code, one.name, one.status, to: &object)
                    object.add("successor", one.successor?.text)
                }
            }
            for one in listing.candidates {
                list.object { object in
                    add(one.identity, nil, one.name, one.status, to: &object)
                    object.add("candidateOf", one.contact.text)
                }
            }
        }
    }

    private static func add(
        _ identity: SenderIdentity,
        _ code: String?,
        _ name: String?,
        _ status: ContactStatus,
        to object: inout JSONWriter.Object
    ) {
        object.add("identity", identity.text)
        object.add("code", code)
        object.add("name", name)
        object.add("trust", status.word)
        object.add("kind", status.kind.rawValue)
        object.add("preview", status.preview.rawValue)
    }
}

extension ContactStatus {
    /// The trust, or that the identity was revoked or is a candidate, as output has it.
    var word: String {
        if isRevoked { return "revoked" }
        return isCandidate && trust != .blocked ? "candidate" : trust.rawValue
    }
}

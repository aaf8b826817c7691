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
    var contact: ContactOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let (identity, book) = try contact.open()
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
            avatar: avatar.map { AvatarFolder(of: contact.store.path).path(of: $0) },
            lastSeen: try book.lastSeen(identity.bytes)
        )
        try Console.result(facts.text, json: json ? facts.json : nil)
    }
}

/// What `contact show` tells of a sender.
struct ContactFacts {
    let status: ContactStatus
    let identity: SenderIdentity
    /// The contact of a candidate; nil for a contact.
    let candidateOf: SenderIdentity?
    /// The identity that was taken as the contact's successor.
    let successor: SenderIdentity?
    let names: [(code: String?, name: String)]
    /// The path of the picture.
    let avatar: String?
    let lastSeen: Timestamp?

    /// Lines for people; only a trust of `verified` is shown as verified (D-26).
    var text: String {
        let names = names.map { code, name in
            code.map { "name       \(name), code \($0)" } ?? "name       \(name)"
        }
        let lines = [
            "trust      \(status.word)",
            candidateOf.map { "of         \($0.text)" },
            candidateOf == nil
                ? nil : "warning    only a succession named it: 'contact verify' or 'contact take'",
            successor.map { "successor  \($0.text)" },
            status.kind == .service ? "kind       service: it may name its own users" : nil,
            "preview    \(status.preview.word)",
            avatar.map { "avatar     \(TerminalText.line($0))" },
            "last seen  \(lastSeen.map { TimeText.text(of: $0) } ?? "never")",
        ]
        return (["identity   \(identity.text)"] + names + lines.compactMap(\.self))
            .joined(separator: "\n")
    }

    /// One object.
    var json: [UInt8] {
        JSONWriter.object(pretty: true) { object in
            object.add("identity", identity.text)
            object.array("names") { list in
                for (code, name) in names {
                    list.object { object in
                        object.add("name", name)
                        object.add("code", code)
                    }
                }
            }
            object.add("trust", status.word)
            object.add("kind", status.kind.rawValue)
            object.add("candidateOf", candidateOf?.text)
            object.add("successor", successor?.text)
            object.add("preview", status.preview.rawValue)
            object.add("avatar", avatar)
            object.add("lastSeen", lastSeen)
        }
    }
}

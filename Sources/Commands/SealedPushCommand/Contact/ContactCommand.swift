// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact`: whom a device knows, and by which names.
struct ContactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact",
        abstract: "Add, verify, block and list the senders that a device knows.",
        discussion: """
            A contact gives a name to a sender's identity, or to one of the codes that a sender \
            writes for. The name stays on the device.

            Example:
              sealedpush contact add --store phone --name Ann --code ann-7 \\
                --identity "$(cat server.identity)"
            """,
        subcommands: [
            ContactAdd.self, ContactList.self, ContactShow.self, ContactNumber.self,
            ContactVerify.self, ContactTake.self, ContactBlock.self, ContactUnblock.self,
            ContactPreview.self,
            ContactAvatar.self, ContactRemove.self, ContactImportCommand.self,
            ContactExportCommand.self,
        ]
    )
}

/// The sender's identity that a contact belongs to.
struct IdentityOptions: ParsableArguments {
    @Option(
        name: .customLong("identity"),
        help: ArgumentHelp(
            "The sender's identity, as 'sender identity' prints it.",
            valueName: "id"
        )
    )
    var text: String

    /// The identity, checked for typing errors.
    func read() throws(CommandError) -> SenderIdentity {
        do throws(WireError) {
            return try SenderIdentity(text: text)
        } catch {
            throw CommandError(error, in: "identity")
        }
    }
}

/// The options of a command about one sender.
struct ContactOptions: ParsableArguments {
    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

    /// The identity, and the contacts of the store.
    func open() throws -> (SenderIdentity, ContactBook) {
        (try identity.read(), ContactBook(try store.openDevice()))
    }
}

/// `sealedpush contact add`.
struct ContactAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Name a sender, or one of its codes.",
        usage: "sealedpush contact add --store <dir> --identity <id> --name <name> [...]",
        discussion: """
            Adding again under another name renames. A code that is known under another identity \
            is refused, and that identity is marked as changed: the contact has a new key, or another \
            person uses its name. If that identity is revoked or has a successor, the code moves. A person speaks in their own name only. A service (--service) chooses \
            the titles of its messages, so name only servers that you trust so.

            \(StoreEffect.changes)

            Example:
              sealedpush contact add --store phone --name Ann --code ann-7 \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var contact: ContactOptions

    @Option(help: ArgumentHelp("The name to show, at most 128 bytes.", valueName: "name"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "The code whose messages get this name, as 'seal --from' gives it.",
            valueName: "code"
        )
    )
    var code: String?

    @Flag(help: "A server that may name its own users, such as your chat server.")
    var service = false

    @OptionGroup
    var testKeys: TestKeyOptions

    func run() throws {
        let identity = try contact.identity.read()
        try testKeys.check(identity.bytes)
        let book = try contact.store.openContacts()
        let isLookalike = try book.isName(name, ofOtherThan: identity.bytes)
        let kind = service ? ContactStatus.Kind.service : .person
        let outcome = try book.add(name: name, identity: identity, code: code, kind: kind)
        if service { try book.setKind(.service, of: identity) }
        switch outcome {
        case .added: Console.note("added")
        case .renamed: Console.note("renamed")
        case .unchanged: Console.note("it was there before")
        }
        if try book.status(of: identity.bytes)?.isRevoked == true {
            Console.note("the identity is revoked: none of its messages is shown")
        }
        if isLookalike { Console.note("another contact has a name that looks like this one") }
    }
}

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
    var contact: ContactOptions

    func run() throws {
        let (identity, book) = try contact.open()
        let candidate = try book.list().candidates.first { $0.identity == identity }
        let isTaken = try book.take(identity)
        if isTaken, let name = candidate?.name {
            Console.note("taken: it has the names and codes of '\(name)' now")
        } else {
            Console.note(isTaken ? "taken" : "it is a contact already")
        }
    }
}

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
    var contact: ContactOptions

    @Option(help: ArgumentHelp("Forget the name of this code only.", valueName: "code"))
    var code: String?

    func run() throws {
        let (identity, book) = try contact.open()
        guard try book.remove(identity: identity, code: code) else {
            guard code == nil else {
                throw CommandError.usage("no name is known for the identity with this code")
            }
            throw ContactError.unknownContact
        }
        if code == nil { try AvatarFolder(of: contact.store.path).sweep(keeping: book) }
        Console.note("removed")
    }
}

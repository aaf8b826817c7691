// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

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
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

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
        let identity = try identity.read()
        try testKeys.check(identity.bytes)
        let book = try store.openContacts()
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

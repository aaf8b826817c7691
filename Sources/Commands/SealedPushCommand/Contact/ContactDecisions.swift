// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

/// `sealedpush contact block`.
struct ContactBlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block",
        abstract: "Hide a sender's messages.",
        usage: "sealedpush contact block --store <dir> --identity <id> [<options>]",
        discussion: """
            A blocked sender's message is refused, and what is shown is a quiet placeholder. One that \
            comes again after 'contact unblock' is opened; one that was opened before and not shown \
            yet is dropped. The candidates of a blocked contact are hidden with it; a candidate can \
            be blocked alone.

            \(StoreEffect.changes)

            Example:
              sealedpush contact block --store phone \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var contact: ContactOptions

    func run() throws {
        let (identity, book) = try contact.open()
        try book.block(identity)
        Console.note("blocked")
    }
}

/// `sealedpush contact unblock`.
struct ContactUnblock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Show a blocked sender's messages again.",
        usage: "sealedpush contact unblock --store <dir> --identity <id> [<options>]",
        discussion: """
            The sender is unverified then, also where it was verified before, or changed where it \
            was that before or became so meanwhile.

            \(StoreEffect.changes)

            Example:
              sealedpush contact unblock --store phone \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var contact: ContactOptions

    func run() throws {
        let (identity, book) = try contact.open()
        try book.unblock(identity)
        Console.note("not blocked")
        let status = try book.status(of: identity.bytes)
        if status?.trust == .changed {
            Console.note("it is changed: another identity has turned up for it, so compare again")
        }
        if status?.isRevoked == true {
            Console.note("the sender itself has revoked the identity, which nothing takes back")
        }
    }
}

/// `sealedpush contact preview`.
struct ContactPreview: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Decide how much of a sender's messages is shown.",
        usage: "sealedpush contact preview --store <dir> --identity <id> <policy>",
        discussion: """
            full: everything; sender-only: who sent it and nothing of what; hidden: neither.

            \(StoreEffect.changes)

            Example:
              sealedpush contact preview --store phone sender-only \\
                --identity "$(cat server.identity)"
            """
    )

    @OptionGroup
    var contact: ContactOptions

    @Argument(
        help: ArgumentHelp("full, sender-only or hidden.", valueName: "policy"),
        transform: { text in
            guard
                let policy = ContactStatus.PreviewPolicy.allCases.first(where: { $0.word == text })
            else {
                throw ValidationError("write full, sender-only or hidden")
            }
            return policy
        }
    )
    var policy: ContactStatus.PreviewPolicy

    func run() throws {
        let (identity, book) = try contact.open()
        try book.setPreview(policy, of: identity)
        Console.note("noted")
    }
}

extension ContactStatus.PreviewPolicy {
    /// The word that people write and read.
    var word: String {
        switch self {
        case .full: "full"
        case .senderOnly: "sender-only"
        case .hidden: "hidden"
        }
    }
}

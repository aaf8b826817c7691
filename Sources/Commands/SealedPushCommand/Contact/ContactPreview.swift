// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts

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
    var store: StoreOptions

    @OptionGroup
    var identity: IdentityOptions

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
        let identity = try identity.read()
        try ContactBook(try store.openDevice()).setPreview(policy, of: identity)
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

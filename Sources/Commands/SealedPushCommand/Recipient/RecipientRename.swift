// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys

/// `sealedpush recipient rename`.
struct RecipientRename: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a recipient that was paired another label.",
        usage: "sealedpush recipient rename [--store <dir>] --recipient <who> --label ...",
        discussion: """
            The label never leaves the store. The key, by which the recipient can be named as well, \
            stays as it is.

            \(StoreEffect.changes)

            Example:
              sealedpush recipient rename --recipient "Ann's phone" --label ann
            """
    )

    @OptionGroup
    var store: OwnStoreOptions

    @Option(help: ArgumentHelp("The recipient's label or key.", valueName: "who"))
    var recipient: String

    @Option(
        help: ArgumentHelp("The new label, which no other recipient has.", valueName: "label")
    )
    var label: String

    func run() throws {
        let store = try store.openRecipients()
        let recipients = PairedRecipients(in: store, of: self.store.sender.name)
        let found = try recipients.named(recipient, at: .now)
        try recipients.rename(found.key, to: label, at: .now)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush

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

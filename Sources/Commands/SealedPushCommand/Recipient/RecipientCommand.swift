// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush recipient`: on which devices a sender takes a recipient to be.
struct RecipientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recipient",
        abstract: "List, confirm and remove the devices of whom is sealed to.",
        discussion: """
            The first device that is sealed to with 'seal --recipient' is known. A further one is \
            refused until a person confirms it.

            Example:
              sealedpush recipient list --store server --recipient bob
            """,
        subcommands: [RecipientList.self, RecipientConfirm.self, RecipientRemove.self]
    )
}

/// The recipient that a subcommand is about.
struct RecipientOptions: ParsableArguments {
    @Option(
        name: .customLong("recipient"),
        help: ArgumentHelp("Whom 'seal --recipient' names.", valueName: "who")
    )
    var name: String

    func validate() throws { try RecipientName.check(name) }
}

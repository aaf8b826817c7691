// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush sender`: what a sender has before it seals.
struct SenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sender",
        abstract: "Make senders, print their identities and numbers, replace and end them.",
        discussion: """
            A sender is a server, or a person's device. Devices know it by its identity. A store \
            may have several, each under a name of its own.

            Example:
              sealedpush sender init --store server
            """,
        subcommands: [
            SenderInit.self, SenderIdentityCommand.self, SenderNumber.self, SenderList.self,
            SenderSucceed.self, SenderRevoke.self, SenderStatements.self, SenderMaintain.self,
        ]
    )
}

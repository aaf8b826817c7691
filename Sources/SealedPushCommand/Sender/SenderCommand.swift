// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush sender`: what a sender has before it seals.
struct SenderCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sender",
        abstract: "Make a sender, print its identity.",
        discussion: """
            A sender is a server, or a person's device. Devices know it by its identity.

            Example:
              sealedpush sender init --store server
            """,
        subcommands: [SenderInit.self, SenderIdentityCommand.self]
    )
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush statement`: what devices and senders have signed about their identities.
struct StatementCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement",
        abstract: "Apply retirements, successions and revocations.",
        discussion: """
            A statement is one line of text that says what became of an identity, signed by it. \
            Retirements of devices are for senders, successions and revocations of senders are for \
            devices. 'sealedpush inspect' shows what one says.

            Example:
              sealedpush statement apply --store server phone.retirement
            """,
        subcommands: [StatementApply.self]
    )
}

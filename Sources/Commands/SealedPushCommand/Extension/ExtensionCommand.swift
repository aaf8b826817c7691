// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush extension`.
struct ExtensionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "extension",
        abstract: "Test the notification service extension of an app on Linux.",
        discussion: """
            Example:
              sealedpush extension prepare App/NotificationService --output tests
            """,
        subcommands: [ExtensionPrepare.self]
    )
}

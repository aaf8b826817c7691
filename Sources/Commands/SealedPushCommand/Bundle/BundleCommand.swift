// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush bundle`.
struct BundleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bundle",
        abstract: "Show what a device's bundle says.",
        discussion: """
            Example:
              sealedpush bundle show phone.bundle
            """,
        subcommands: [BundleShow.self]
    )
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush store`.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Back a store up, restore it, change its passphrase.",
        discussion: """
            A backup holds contacts, senders and what they remember, settings and statements. It \
            never holds a device, its prekeys or its messages: a device that restores it is a new device.

            Example:
              sealedpush store backup --store server --backup-passphrase-file backup.txt \\
                --to server.backup
            """,
        subcommands: [StoreBackup.self, StoreRestore.self, StorePassphrase.self]
    )
}

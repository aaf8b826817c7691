// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushStore

/// `sealedpush store restore`.
struct StoreRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a new store from a backup.",
        usage: """
            sealedpush store restore --from <file> --store <dir>
              --backup-passphrase-file <file> [<options>]
            """,
        discussion: """
            The new store has the key that the options say, like any new one, and no device: \
            'sealedpush device init' adds one. It comes into being whole or not at all.

            Example:
              sealedpush store restore --from server.backup \\
                --backup-passphrase-file backup.txt --store server
            """
    )

    @Option(help: ArgumentHelp("The backup's file.", valueName: "file"))
    var from: String

    @OptionGroup
    var backup: BackupPassphraseOptions

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var access: AccessOptions

    func validate() throws {
        try store.refuseSharedInput(with: backup.passphraseFile, "backup's passphrase")
    }

    func run() throws {
        let source = try store.key.sourceForNewStore()
        let kind = source.kind
        _ = try RecordStore.restore(
            from: from,
            passphrase: backup.passphrase(),
            at: store.path,
            key: source,
            access: access.class ?? .afterFirstUnlock,
            now: .now
        )
        if kind == .folder { StoreOptions.explainFolderKey() }
        Console.note("the store has no device: 'sealedpush device init' makes a new one in it")
    }
}

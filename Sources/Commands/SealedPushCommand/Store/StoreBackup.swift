// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

/// `sealedpush store backup`.
struct StoreBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write a backup of a store to a new file.",
        usage: """
            sealedpush store backup --store <dir> --to <file>
              --backup-passphrase-file <file> [<options>]
            """,
        discussion: """
            The backup is sealed with a passphrase of its own. Records that can't be read are \
            told, left out, and end the command with 1; the backup holds the others.

            \(StoreEffect.nothing)

            Example:
              sealedpush store backup --store server --backup-passphrase-file backup.txt \\
                --to server.backup
            """
    )

    @OptionGroup
    var store: StoreOptions

    @OptionGroup
    var backup: BackupPassphraseOptions

    @Option(
        help: ArgumentHelp("The backup's file, which must not be there yet.", valueName: "file")
    )
    var to: NamedPath

    func validate() throws {
        try store.refuseSharedInput(with: backup.passphraseFile, "backup's passphrase")
    }

    /// Keeps the retirement of the store's device where it was lost, so that the backup has it;
    /// else nothing is written.
    private static func keepRetirement(in store: RecordStore) throws {
        do throws(KeyError) {
            let device = try DeviceKeys(in: store)
            // Both are the same bytes, whether they were kept or are signed for the list.
            let own = try? DeviceKeys.retirements(in: store).first { $0.device == device.identity }
            let kept = (try? store.list(.statements))?.records ?? []
            guard !kept.contains(where: { $0.contents == own?.bytes }) else { return }
            try device.keepRetirement()
        } catch .noDevice, .deviceDamaged {
            // A store of senders, or one whose backup says what is left.
        }
    }

    func run() throws {
        let store = try store.open()
        try Self.keepRetirement(in: store)
        let summary = try store.backUp(to: to.text, passphrase: backup.passphrase())
        Console.note("\(counted(summary.records, "record is", "records are")) in the backup")
        guard summary.omissions.isEmpty else { throw CommandError(summary.omissions) }
    }
}

/// The passphrase of a backup.
struct BackupPassphraseOptions: ParsableArguments {
    @Option(
        name: .customLong("backup-passphrase-file"),
        help: ArgumentHelp(
            "The file with the backup's passphrase; one line end does not count.",
            valueName: "file"
        )
    )
    var passphraseFile: InputFile

    func passphrase() throws(CommandError) -> SecretBytes {
        try passphraseFile.readSecret("backup's passphrase file")
    }
}

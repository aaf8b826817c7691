// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

            Nothing is sealed to a recipient's device that the backup knows until it is confirmed: \
            'sealedpush recipient confirm'. Remove once more what was removed since the backup was \
            made, and apply the statements again that came since then.

            \(StoreEffect.changes)

            Example:
              sealedpush store restore --from server.backup \\
                --backup-passphrase-file backup.txt --store server
            """
    )

    @Option(help: ArgumentHelp("The backup's file.", valueName: "file"))
    var from: NamedPath

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
        let hadKeyFile = hasKeyFile
        let restored: RecordStore
        do {
            restored = try RecordStore.restore(
                from: from.text,
                passphrase: backup.passphrase(),
                at: store.path,
                key: source,
                access: access.class ?? .afterFirstUnlock,
                now: Timestamp.now
            )
        } catch {
            if !hadKeyFile, hasKeyFile { Self.explainKeyFile() }
            throw error
        }
        if kind == .folder { StoreOptions.explainFolderKey() }
        Console.note("the store has no device: 'sealedpush device init' makes a new one in it")
        // S-13, and what an operator has to do again, as the backup does not know it.
        if try !SenderIdentities.list(in: restored).senders.isEmpty {
            Console.note(
                "nothing is sealed to a recipient's device until it is confirmed: 'sealedpush"
                    + " recipient confirm'; apply statements again, and remove once more what was removed"
                    + " since the backup"
            )
        }
        let missing = try AvatarFolder(of: store.path).missing(in: ContactBook(restored))
        guard missing > 0 else { return }
        Console.note(
            "pictures of contacts that are not there: \(missing); a backup holds none, they are in"
                + " the folder '.avatars' beside the store that it was made of"
        )
    }

    private var hasKeyFile: Bool {
        store.key.keyFile.map { FileManager.default.fileExists(atPath: $0.text) } ?? false
    }

    /// Says what became of the key file: only its owner knows whether another store was made with
    /// it meanwhile.
    private static func explainKeyFile() {
        Console.note(
            "the key file was made, and is left: a next try takes it, and where no store was made"
                + " with it, it can go"
        )
    }
}

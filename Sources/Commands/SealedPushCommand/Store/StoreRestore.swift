// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

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

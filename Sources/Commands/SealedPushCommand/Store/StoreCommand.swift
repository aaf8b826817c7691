// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore

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

/// When the key of a new store may be had.
struct AccessOptions: ParsableArguments {
    @Option(
        name: .customLong("access"),
        help: ArgumentHelp(
            "When the key of a new store may be had: after-first-unlock (without the option) or"
                + " when-unlocked.",
            valueName: "class"
        ),
        transform: Arguments.accessClass
    )
    var `class`: AccessClass?
}

extension RecordStore {
    /// The contacts of a store that has a device, which they are for; `hint` says so.
    func contacts(_ hint: String) throws -> ContactBook {
        do throws(KeyError) {
            _ = try DeviceKeys(in: self)
        } catch .noDevice {
            throw CommandError(wrongStore: .noDevice, hint)
        }
        return ContactBook(self)
    }

    /// What a store that has a sender remembers; `hint` says that it is for those.
    ///
    /// In another it would be lost, and make the store look as if it had lost its sender.
    func senderMemory(_ hint: String) throws -> StoredSenderMemory {
        do throws(KeyError) {
            try SenderIdentities.checkPresence(in: self)
        } catch .noSender {
            throw CommandError(wrongStore: .noSender, hint)
        }
        return StoredSenderMemory(in: self)
    }
}

extension StoreOptions {
    /// Opens the store of a device.
    func openDevice() throws -> RecordStore {
        try Self.naming("device init --topic <topic>") { try open() }
    }

    /// Opens the store of a sender.
    func openSender() throws -> RecordStore {
        try Self.naming("sender init") { try open() }
    }

    /// Opens the store for its contacts, which a store without a device has none of.
    func openContacts() throws -> ContactBook {
        try openDevice().contacts(
            "contacts are for the stores of devices; 'sealedpush device init' makes a device"
        )
    }
}

extension CommandError {
    /// A store of another kind; the hint says whose is meant, since to make an identity in this one
    /// would not help.
    fileprivate init(wrongStore error: KeyError, _ hint: String) {
        self.init(ExitStatus(error), name: error.name, error.message, hint: hint)
    }
}

/// `sealedpush store passphrase`.
struct StorePassphrase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passphrase",
        abstract: "Change the passphrase of a store.",
        usage: """
            sealedpush store passphrase --store <dir> --passphrase-file <file>
              --new-passphrase-file <file>
            """,
        discussion: """
            The store's key stays the same and is wrapped anew, in one step: a run that is stopped \
            leaves the old passphrase or the new one. Copies of the folder that were made before \
            still open with the old one.

            \(StoreEffect.changes)

            Example:
              sealedpush store passphrase --store server --passphrase-file old.txt \\
                --new-passphrase-file new.txt
            """
    )

    @OptionGroup
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The file with the new passphrase; one line end does not count.",
            valueName: "file"
        )
    )
    var newPassphraseFile: InputFile

    func validate() throws {
        try store.refuseSharedInput(with: newPassphraseFile, "new passphrase")
    }

    func run() throws {
        let kind = try RecordStore.keyKind(at: store.path)
        guard kind == .passphrase, case .passphrase(let old) = try store.key.source(for: kind)
        else {
            throw CommandError(
                .storeUnusable,
                name: "otherKeyKind",
                "the store has no passphrase",
                hint: "it was made with \(kind.explanation)"
            )
        }
        let new = try newPassphraseFile.readSecret("new passphrase file")
        try RecordStore.changePassphrase(at: store.path, from: old, to: new)
    }
}

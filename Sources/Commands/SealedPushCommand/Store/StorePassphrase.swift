// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushCrypto
import SealedPushStore

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

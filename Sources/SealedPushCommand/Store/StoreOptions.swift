// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPush
import SealedPushStore

/// The store that a subcommand works on, and its key.
struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp("The folder of the store.", valueName: "dir")
    )
    var path: String

    @OptionGroup
    var key: KeyOptions

    /// Opens the store.
    func open() throws -> RecordStore {
        let kind = try RecordStore.keyKind(at: path)
        return try RecordStore.open(at: path, key: key.source(for: kind))
    }

    /// Refuses standard input as the place of both the passphrase and `file`, which is `what`.
    func refuseSharedInput(with file: InputFile, _ what: String) throws {
        guard key.passphraseFile?.isStandardInput != true || !file.isStandardInput else {
            throw ValidationError(
                "the passphrase and the \(what) can't both come from standard input"
            )
        }
    }

    /// Fills the store that is there, or a new one that comes into being with what `fill` puts into it.
    func openOrMake<Result>(_ fill: (RecordStore) throws -> Result) throws -> Result {
        do throws(StoreError) {
            _ = try RecordStore.keyKind(at: path)
        } catch .empty {
            return try make(fill)
        }
        return try fill(open())
    }

    private func make<Result>(_ fill: (RecordStore) throws -> Result) throws -> Result {
        let source = try key.sourceForNewStore()
        let kind = source.kind
        let draft = try StoreDraft(at: path, key: source)
        let result = try fill(draft.store)
        _ = try draft.commit()
        if kind == .folder { Self.explainFolderKey() }
        return result
    }

    private static func explainFolderKey() {
        Console.note(
            "the store's key is the file 'key' in its folder: without it a copy of the rest tells"
                + " nothing, but whoever can read the whole folder can read the store"
        )
    }
}

/// Allows the identities whose private keys are published.
struct TestKeyOptions: ParsableArguments {
    @Flag(
        help: "Take the published test identities, whose private keys everybody has. For tests."
    )
    var insecureTestKeys = false

    /// Refuses a published test identity, unless the option allows it.
    func check(_ identity: [UInt8], _ status: ExitStatus) throws(CommandError) {
        guard insecureTestKeys || !TestIdentities.contains(identity) else {
            throw .testIdentity(status)
        }
    }
}

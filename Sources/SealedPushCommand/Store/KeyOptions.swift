// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the key of a store comes from.
struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the store's passphrase; one line feed at its end does not count. Else"
                + " SEALEDPUSH_PASSPHRASE_FILE, where the store was made with one.",
            valueName: "file"
        )
    )
    var passphraseFile: InputFile?

    @Option(
        help: ArgumentHelp(
            "The store's key file, outside of the store; init makes it if it is not there. Else"
                + " SEALEDPUSH_KEY_FILE, where the store was made with one.",
            valueName: "file"
        )
    )
    var keyFile: String?

    func validate() throws {
        guard passphraseFile == nil || keyFile == nil else {
            throw ValidationError("a store has a passphrase or a key file, not both")
        }
    }

    /// The kind that the options name, nil without any.
    private var namedKind: StoreKeyKind? {
        if passphraseFile != nil { return .passphrase }
        return keyFile == nil ? nil : .file
    }

    /// The key to make a new store with: what the options say, else a key file in the folder.
    func sourceForNewStore() throws(CommandError) -> StoreKeySource {
        if let passphraseFile { return try Self.passphrase(in: passphraseFile) }
        if let keyFile { return .file(keyFile) }
        return .folder
    }

    /// The key of a store that was made with one of `kind`; the environment counts only for that kind.
    func source(for kind: StoreKeyKind) throws(CommandError) -> StoreKeySource {
        if let namedKind, namedKind != kind { throw Self.otherKind(than: kind) }
        let environment = ProcessInfo.processInfo.environment
        switch kind {
        case .folder:
            return .folder
        case .file:
            guard let path = keyFile ?? environment["SEALEDPUSH_KEY_FILE"] else {
                throw Self.missing(kind, "--key-file", "SEALEDPUSH_KEY_FILE")
            }
            return .file(path)
        case .passphrase:
            let named = environment["SEALEDPUSH_PASSPHRASE_FILE"].map(InputFile.init(argument:))
            guard let file = passphraseFile ?? named else {
                throw Self.missing(kind, "--passphrase-file", "SEALEDPUSH_PASSPHRASE_FILE")
            }
            return try Self.passphrase(in: file)
        }
    }

    private static func passphrase(in file: InputFile) throws(CommandError) -> StoreKeySource {
        .passphrase(try file.readSecret("passphrase file"))
    }

    private static func otherKind(than kind: StoreKeyKind) -> CommandError {
        CommandError(
            .storeUnusable,
            name: "otherKeyKind",
            "the store was made with another kind of key",
            hint: "it was made with \(kind.explanation)"
        )
    }

    private static func missing(
        _ kind: StoreKeyKind,
        _ option: String,
        _ variable: String
    ) -> CommandError {
        CommandError(
            .storeUnusable,
            name: "keyMissing",
            "the store's key is needed",
            hint: "it was made with \(kind.explanation): give \(option), or set \(variable)"
        )
    }
}

extension AccessClass {
    /// When the key of such a store may be had, for people.
    var explanation: String {
        switch self {
        case .afterFirstUnlock: "from the first unlocking on"
        case .whenUnlocked: "only while unlocked"
        }
    }
}

extension StoreKeyKind {
    /// What a store of this kind was made with.
    var explanation: String {
        switch self {
        case .folder: "a key file in its own folder"
        case .file: "a key file elsewhere"
        case .passphrase: "a passphrase"
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the key of a store comes from.
package struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the store's passphrase; one line feed at its end does not count. Else"
                + " SEALEDPUSH_PASSPHRASE_FILE, where the store was made with one.",
            valueName: "file"
        )
    )
    package var passphraseFile: InputFile?

    @Option(
        help: ArgumentHelp(
            "The store's key file, outside of the store; init makes it if it is not there. Else"
                + " SEALEDPUSH_KEY_FILE, where the store was made with one.",
            valueName: "file"
        )
    )
    package var keyFile: NamedPath?

    @Option(
        help: ArgumentHelp(
            "The store's key is the credential of this name, which the service manager gives in"
                + " CREDENTIALS_DIRECTORY. Else SEALEDPUSH_KEY_CREDENTIAL, where the store was"
                + " made with one.",
            valueName: "name"
        )
    )
    package var keyCredential: NamedPath?

    package init() {}

    package func validate() throws {
        guard namedKinds.count <= 1 else {
            throw ValidationError(
                "a store has a passphrase, a key file or a credential, not several of them"
            )
        }
    }

    /// The options as arguments, for another run of this program.
    package var arguments: [String] {
        (passphraseFile.map { ["--passphrase-file", $0.path] } ?? [])
            + (keyFile.map { ["--key-file", $0.text] } ?? [])
            + (keyCredential.map { ["--key-credential", $0.text] } ?? [])
    }

    /// The kinds that the options name.
    private var namedKinds: [StoreKeyKind] {
        (passphraseFile == nil ? [] : [.passphrase]) + (keyFile == nil ? [] : [.file])
            + (keyCredential == nil ? [] : [.credential])
    }

    /// The key to make a new store with: what the options say, else a key file in the folder.
    package func sourceForNewStore() throws(CommandError) -> StoreKeySource {
        if let passphraseFile { return try Self.passphrase(in: passphraseFile) }
        if let keyFile { return .file(keyFile.text) }
        if let keyCredential { return try Self.credential(keyCredential) }
        return .folder
    }

    /// The key of a store that was made with one of `kind`; the environment counts only for that
    /// kind.
    package func source(for kind: StoreKeyKind) throws(CommandError) -> StoreKeySource {
        if let namedKind = namedKinds.first, namedKind != kind { throw Self.otherKind(than: kind) }
        let environment = ProcessInfo.processInfo.environment
        switch kind {
        case .folder:
            return .folder
        case .file:
            let named = environment["SEALEDPUSH_KEY_FILE"].flatMap(NamedPath.init(argument:))
            guard let path = keyFile ?? named else {
                throw Self.missing(kind, "--key-file", "SEALEDPUSH_KEY_FILE")
            }
            return .file(path.text)
        case .credential:
            let named = environment["SEALEDPUSH_KEY_CREDENTIAL"].flatMap(NamedPath.init(argument:))
            guard let name = keyCredential ?? named else {
                throw Self.missing(kind, "--key-credential", "SEALEDPUSH_KEY_CREDENTIAL")
            }
            return try Self.credential(name)
        case .keychain:
            throw Self.otherKind(than: kind)
        case .passphrase:
            guard let file = passphraseFile ?? Self.namedPassphraseFile else {
                throw Self.missing(kind, "--passphrase-file", "SEALEDPUSH_PASSPHRASE_FILE")
            }
            return try Self.passphrase(in: file)
        }
    }

    /// Whether the passphrase of the store at `path` would come from standard input: by the option,
    /// or by the environment if the store was made with one.
    package func readsStandardInput(for path: String) -> Bool {
        if let passphraseFile { return passphraseFile.isStandardInput }
        guard namedKinds.isEmpty, Self.namedPassphraseFile?.isStandardInput == true else {
            return false
        }
        return (try? RecordStore.keyKind(at: path)) == .passphrase
    }

    /// The file that the environment names.
    private static var namedPassphraseFile: InputFile? {
        ProcessInfo.processInfo.environment["SEALEDPUSH_PASSPHRASE_FILE"].flatMap(
            InputFile.init(argument:)
        )
    }

    private static func passphrase(in file: InputFile) throws(CommandError) -> StoreKeySource {
        .passphrase(try file.readSecret("passphrase file"))
    }

    private static func credential(_ name: NamedPath) throws(CommandError) -> StoreKeySource {
        guard let folder = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"] else {
            throw CommandError(
                .storeUnusable,
                name: "credentialMissing",
                "the store's key is a credential, and CREDENTIALS_DIRECTORY is not set",
                hint: "the service manager sets it: in systemd, for a unit with LoadCredential= or"
                    + " LoadCredentialEncrypted="
            )
        }
        return .credential(name: name.text, folder: folder)
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
    package var explanation: String {
        switch self {
        case .afterFirstUnlock: "from the first unlocking on"
        case .whenUnlocked: "only while unlocked"
        }
    }
}

extension StoreKeyKind {
    /// What a store of this kind was made with.
    package var explanation: String {
        switch self {
        case .folder: "a key file in its own folder"
        case .file: "a key file elsewhere"
        case .credential: "a credential of the service manager"
        case .passphrase: "a passphrase"
        case .keychain: "a key in the keychain of an Apple system"
        }
    }
}

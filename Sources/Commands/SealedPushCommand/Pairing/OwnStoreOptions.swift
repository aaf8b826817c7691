// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushKeys
import SealedPushSender
import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store of a sender who needs to name none: that of the user.
struct OwnStoreOptions: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            "The folder of the store. (default: sealedpush in XDG_DATA_HOME, else in"
                + " ~/.local/share)",
            valueName: "dir"
        )
    )
    var folder: NamedPath?

    @OptionGroup
    var key: KeyOptions

    @OptionGroup
    var sender: SenderOptions

    /// Opens the store to look at.
    func openStore() throws -> RecordStore { try open(orMakeBy: "sender init") }

    /// Opens the store for its recipients, which a store without a sender has none of.
    func openRecipients() throws -> RecordStore {
        let store = try openStore()
        _ = try store.senderMemory("recipients are for the stores of senders")
        return store
    }

    /// Opens the store for its sender.
    func openSender() throws -> Sender {
        try Sender(store: open(orMakeBy: "pair"), named: sender.name)
    }

    /// Opens the store; if a person named none, and there is none, nothing was paired yet.
    private func open(orMakeBy maker: String) throws -> RecordStore {
        let options = try options()
        guard folder == nil else { return try StoreOptions.naming(maker) { try options.open() } }
        do {
            return try options.open()
        } catch StoreError.empty {
            throw CommandError.nothingPaired
        }
    }

    /// Opens the store for its sender, and makes both if need be; says whether a store was made
    /// whose key lies in its folder.
    func openOrMakeSender() throws -> (sender: Sender, hasNewFolderKey: Bool) {
        let options = try options()
        if folder == nil { try Self.makeParents(of: options.path) }
        let opened = try options.openedOrMade { store in
            do throws(KeyError) {
                _ = try SenderIdentities.load(named: sender.name, from: store)
            } catch .noSender {
                _ = try SenderIdentities.create(named: sender.name, in: store)
            }
        }
        return (try Sender(store: opened.store, named: sender.name), opened.hasNewFolderKey)
    }

    /// Whether the store's passphrase would come from standard input.
    var readsStandardInput: Bool {
        if let passphraseFile = key.passphraseFile { return passphraseFile.isStandardInput }
        return (try? options()).map { key.readsStandardInput(for: $0.path) } ?? false
    }

    /// The same for subcommands that need a store's name.
    private func options() throws(CommandError) -> StoreOptions {
        var options = StoreOptions()
        if let folder { options.folder = folder } else { options.folder = try Self.ofUser() }
        options.key = key
        return options
    }

    /// The place of the user's own store (XDG Base Directory Specification).
    private static func ofUser() throws(CommandError) -> NamedPath {
        let environment = ProcessInfo.processInfo.environment
        // A relative path is to be ignored.
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/"),
            let path = NamedPath(argument: data + "/sealedpush")
        {
            return path
        }
        guard let home = environment["HOME"], home.hasPrefix("/"),
            let path = NamedPath(argument: home + "/.local/share/sealedpush")
        else {
            throw .usage("no store is named, and HOME is not set", hint: "--store names one")
        }
        return path
    }

    private static func makeParents(of path: String) throws(CommandError) {
        let parent = URL(filePath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: parent,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .notWritten("folder of the store", "see that the one around it is yours")
        }
    }
}

extension CommandError {
    /// There is no recipient in a store.
    static var noRecipient: CommandError {
        .usage("no recipient is paired", hint: "'sealedpush pair' shows a code for a phone")
    }

    /// There is no store for recipients yet.
    static var nothingPaired: CommandError {
        .usage("no phone has been paired yet", hint: "'sealedpush pair' shows a code for one")
    }
}

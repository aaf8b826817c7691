// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import SealedPush
package import SealedPushStore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The store that a subcommand works on, and its key.
package struct StoreOptions: ParsableArguments {
    @Option(
        name: .customLong("store"),
        help: ArgumentHelp("The folder of the store.", valueName: "dir")
    )
    package var folder: NamedPath

    /// The path of the folder.
    package var path: String { folder.text }

    @OptionGroup
    package var key: KeyOptions

    package init() {}

    /// Opens the store, on a device in this state.
    package func open(lock: LockState = .unlocked) throws -> RecordStore {
        // A locked device is not asked for the key: what arrives is deferred without it.
        guard try RecordStore.accessClass(at: path).allowsKey(in: lock) else {
            throw StoreError.locked
        }
        let kind = try RecordStore.keyKind(at: path)
        return try RecordStore.open(at: path, key: key.source(for: kind), lock: lock)
    }

    /// Runs what needs a store; if there is none, the hint is the command that makes one.
    package static func naming<Result>(
        _ maker: String,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch StoreError.empty {
            let error = StoreError.empty
            throw CommandError(
                ExitStatus(error),
                name: error.name,
                error.message,
                hint: "check --store; 'sealedpush \(maker) --store <dir>' makes one"
            )
        }
    }

    /// Refuses standard input as the place of both the passphrase and `file`, which is `what`.
    package func refuseSharedInput(with file: InputFile, _ what: String) throws {
        guard !file.isStandardInput || !key.readsStandardInput(for: path) else {
            throw ValidationError(
                "the passphrase and the \(what) can't both come from standard input"
            )
        }
    }

    /// Fills the store that is there, or a new one that comes into being with what `fill` puts into
    /// it.
    ///
    /// A new store is of the access class `access`; one that is there has to be of the class that
    /// is named. Of several processes that make one at once the first wins, and the others fill its
    /// store as if they had come later.
    package func openOrMake<Result>(
        access: AccessClass? = nil,
        _ fill: (RecordStore) throws -> Result
    ) throws -> Result {
        let opened = try openedOrMade(access: access, fill)
        if opened.hasNewFolderKey { Self.explainFolderKey() }
        return opened.result
    }

    /// A store that is open, and what has filled it.
    package struct Opened<Result> {
        /// The store.
        package let store: RecordStore
        /// What `fill` gave.
        package let result: Result
        /// Whether it was made with a key file in its folder, of which a person is to be told.
        package let hasNewFolderKey: Bool
    }

    /// Does the same, and gives the store as well: its passphrase is read once.
    package func openedOrMade<Result>(
        access: AccessClass? = nil,
        _ fill: (RecordStore) throws -> Result
    ) throws -> Opened<Result> {
        guard try isPresent(with: access) else { return try make(access, fill) }
        return try Self.filled(open(), fill)
    }

    private static func filled<Result>(
        _ store: RecordStore,
        _ fill: (RecordStore) throws -> Result
    ) throws -> Opened<Result> {
        Opened(store: store, result: try fill(store), hasNewFolderKey: false)
    }

    /// Whether a store is there; refuses one of another class than is named.
    private func isPresent(with access: AccessClass?) throws -> Bool {
        guard let present = try presentClass() else { return false }
        guard access == nil || access == present else {
            throw ValidationError("the store is there already, with --access \(present.rawValue)")
        }
        return true
    }

    private func presentClass() throws(StoreError) -> AccessClass? {
        do throws(StoreError) {
            return try RecordStore.accessClass(at: path)
        } catch .empty {
            return nil
        }
    }

    private func make<Result>(
        _ access: AccessClass?,
        _ fill: (RecordStore) throws -> Result
    ) throws -> Opened<Result> {
        let source = try key.sourceForNewStore()
        let kind = source.kind
        do {
            let draft = try StoreDraft(
                at: path,
                key: source,
                access: access ?? .afterFirstUnlock
            )
            let result = try fill(draft.store)
            let store = try draft.commit()
            return Opened(store: store, result: result, hasNewFolderKey: kind == .folder)
        } catch StoreError.alreadyExists {
            guard try isPresent(with: access) else { throw StoreError.alreadyExists }
            // A passphrase may have come from standard input, which is not read twice.
            guard try RecordStore.keyKind(at: path) == kind else {
                return try Self.filled(open(), fill)
            }
            return try Self.filled(RecordStore.open(at: path, key: source), fill)
        }
    }

    /// Says what a key file in the folder does and does not protect.
    package static func explainFolderKey() {
        Console.note(
            "the store's key is the file 'key' in its folder: without it a copy of the rest tells"
                + " nothing, but a reader of the whole folder can read the store"
        )
    }
}

/// Allows the identities whose private keys are published.
package struct TestKeyOptions: ParsableArguments {
    @Flag(
        help: "Take the published test identities, whose private keys everybody has. For tests."
    )
    package var insecureTestKeys = false

    package init() {}

    /// Refuses a published test identity, unless the option allows it.
    package func check(_ identity: [UInt8]) throws(CommandError) {
        guard insecureTestKeys || !TestIdentities.contains(identity) else {
            throw .testIdentity
        }
    }
}

/// What a subcommand does to the store; each says so in its help, in these words.
package enum StoreEffect: String, CaseIterable, CustomStringConvertible {
    /// The folder of the store is the same before and after, byte for byte; where an empty folder
    /// is missing, or the index of unfinished messages, it is made again.
    case nothing = "Changes nothing in the store."
    /// The store may change.
    case changes = "Changes the store."
    /// There is none.
    case noStore = "Needs no store."

    package var description: String { rawValue }
}

/// Where things of a store are that can't lie inside it.
package enum StoreSurroundings {
    /// The path of the store at `path` with another ending.
    package static func beside(_ path: String, _ ending: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        // These name the folder from inside, where nothing else may lie.
        if [".", ".."].contains(path.split(separator: "/").last) {
            path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
            while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        }
        return path + ending
    }
}

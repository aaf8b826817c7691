// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
public import SealedPushStore

/// The sender identities of a store, each under a name that stays in the store.
///
/// A name stands for one identity at a time: the first, or the one that the last succession names.
/// The store has the private keys of that one alone.
/// A sender without another name is called "default".
public enum SenderIdentities {
    /// The name of a sender that was given none.
    public static let defaultName = "default"

    /// The limit of a name in bytes of UTF-8.
    public static let maximumNameCount = 64

    /// A sender as a list shows it.
    public struct Entry: Hashable, Sendable {
        /// The name in the store.
        public let name: String
        /// The current identity of the name.
        public let identity: SenderIdentity
        /// True if the identity was revoked, which ends the name.
        public let isRevoked: Bool
    }

    /// Makes a sender in a store: its identity and its secret in one record.
    ///
    /// - Throws: ``KeyError/identityExists`` if the store has one of this name, revoked or not,
    ///   ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func create(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> SenderKeys {
        try check(name)
        let keys = SenderKeys()
        try SenderRecords.create(keys, in: store)
        guard try SenderRecords.create(name, first: keys.identity, in: store) else {
            // These keys were never handed out.
            try SenderRecords.erase(keys.identity, in: store)
            throw .identityExists
        }
        return keys
    }

    /// Loads the current sender of a name.
    ///
    /// It is durable when the call returns, even if the process that made it was killed before
    /// that.
    ///
    /// - Throws: ``KeyError/noSender`` if the store has none of this name,
    ///   ``KeyError/senderDamaged``, ``KeyError/senderRevoked``, ``KeyError/senderNameRefused``,
    ///   ``KeyError/store(_:)``.
    public static func load(
        named name: String = defaultName,
        from store: RecordStore
    ) throws(KeyError) -> SenderKeys {
        guard let keys = try IdentityChain.load(name, from: store).keys else {
            throw .senderRevoked
        }
        return keys
    }

    /// The identities that a name has stood for, the oldest first and the current one last: what
    /// was signed for an earlier one is meant for this sender.
    ///
    /// - Throws: ``KeyError/noSender``, ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func identities(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> [SenderIdentity] {
        try IdentityChain(of: name, in: store).identities
    }

    /// The senders of a store, by name, and the errors in reading others.
    public struct Listing: Hashable, Sendable {
        /// The senders that can be read.
        public let senders: [Entry]
        /// The error of each sender that cannot be read.
        ///
        /// A damaged one hides no other.
        public let failures: [KeyError]
    }

    /// Every sender of a store.
    ///
    /// - Throws: ``KeyError/store(_:)`` if there is nothing to list.
    public static func list(in store: RecordStore) throws(KeyError) -> Listing {
        var (names, failures) = try SenderRecords.names(in: store)
        var entries: [Entry] = []
        for name in names {
            do throws(KeyError) {
                let chain = try IdentityChain.load(name, from: store).chain
                entries.append(
                    Entry(
                        name: name,
                        identity: chain.current,
                        isRevoked: chain.isEnded
                    )
                )
            } catch {
                // Keys that are there and can't be read are among the failures already.
                guard error != .senderDamaged || lacksKeys(name, in: store) else { continue }
                failures.append(error)
            }
        }
        return Listing(senders: entries, failures: failures)
    }

    private static func lacksKeys(_ name: String, in store: RecordStore) -> Bool {
        guard let chain = try? IdentityChain(of: name, in: store) else { return true }
        return (try? store.contains(.senders, id: SenderRecords.id(of: chain.current))) != true
    }

    /// Refuses a store without a sender.
    ///
    /// - Throws: ``KeyError/noSender``, or why the only ones can't be read;
    ///   ``KeyError/senderDamaged`` also if they were removed.
    public static func checkPresence(in store: RecordStore) throws(KeyError) {
        let listing = try list(in: store)
        guard listing.senders.isEmpty else { return }
        if let failure = listing.failures.first { throw failure }
        throw try SenderRecords.absence(in: store)
    }

    static func check(_ name: String) throws(KeyError) {
        let isRefused = name.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            // The embeddings, overrides and isolates of the bidirectional algorithm (UAX #9).
            default: ("\u{202A}"..."\u{202E}" ~= scalar) || ("\u{2066}"..."\u{2069}" ~= scalar)
            }
        }
        guard (1...maximumNameCount).contains(name.utf8.count), !isRefused else {
            throw .senderNameRefused
        }
    }
}

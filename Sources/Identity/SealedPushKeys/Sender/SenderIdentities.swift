// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
public import SealedPushStore

/// The sender identities of a store, each under a name that never leaves it.
///
/// A name stands for one identity at a time: the first, or the one that the last succession names. A sender of which
/// nobody says a name is called "default".
public enum SenderIdentities {
    /// What a sender is called that is given no name.
    public static let defaultName = "default"

    /// The longest name, in bytes of UTF-8.
    public static let maximumNameCount = 64

    /// A sender as a list shows it.
    public struct Entry: Hashable, Sendable {
        /// What the store calls it.
        public let name: String
        /// The identity that the name stands for now.
        public let identity: SenderIdentity
        /// Whether that was revoked, and so the end of the name.
        public let isRevoked: Bool
    }

    /// Makes a sender in a store: its identity and its secret, in one record.
    ///
    /// - Throws: ``KeyError/identityExists`` where the store has one of this name, revoked or not,
    ///   ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func create(
        named name: String = defaultName,
        in store: RecordStore
    ) throws(KeyError) -> SenderKeys {
        try check(name)
        let keys = SenderKeys()
        guard try SenderRecords.create(keys, id: Array(name.utf8), in: store) else {
            throw .identityExists
        }
        return keys
    }

    /// Loads the sender that a name stands for now; it is durable by then, also where its maker was killed before it
    /// saw to that.
    ///
    /// - Throws: ``KeyError/noSender`` where the store has none of this name,
    ///   ``KeyError/senderDamaged``, ``KeyError/senderRevoked``, ``KeyError/senderNameRefused``,
    ///   ``KeyError/store(_:)``.
    public static func load(
        named name: String = defaultName,
        from store: RecordStore
    ) throws(KeyError) -> SenderKeys {
        let line = try SenderLine(of: name, in: store)
        guard line.revocation == nil else { throw .senderRevoked }
        return line.keys
    }

    /// The senders of a store that can be read, by name, and why others can't be.
    public struct Listing: Hashable, Sendable {
        /// Those that can be read.
        public let senders: [Entry]
        /// Why each of the others can't be: one that is damaged hides no other.
        public let failures: [KeyError]
    }

    /// Every sender of a store.
    ///
    /// - Throws: ``KeyError/store(_:)`` where there is nothing to list.
    public static func list(in store: RecordStore) throws(KeyError) -> Listing {
        var (names, failures) = try SenderRecords.names(in: store)
        var entries: [Entry] = []
        for name in names {
            do throws(KeyError) {
                let line = try SenderLine(of: name, in: store)
                entries.append(
                    Entry(
                        name: name,
                        identity: line.keys.identity,
                        isRevoked: line.revocation != nil
                    )
                )
            } catch {
                failures.append(error)
            }
        }
        return Listing(senders: entries, failures: failures)
    }

    /// Refuses a store without a sender.
    ///
    /// - Throws: ``KeyError/noSender``, or why the only ones can't be read;
    ///   ``KeyError/senderDamaged`` also where they were removed.
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

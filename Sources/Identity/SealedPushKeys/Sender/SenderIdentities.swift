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
    /// - Throws: ``KeyError/noSender`` where the store has none of this name, ``KeyError/senderRevoked``,
    ///   ``KeyError/senderNameRefused``, ``KeyError/store(_:)``.
    public static func load(
        named name: String = defaultName,
        from store: RecordStore
    ) throws(KeyError) -> SenderKeys {
        let line = try SenderLine(of: name, in: store)
        guard line.revocation == nil else { throw .senderRevoked }
        return line.keys
    }

    /// Every sender of a store, by name.
    ///
    /// - Throws: ``KeyError/store(_:)``, also where one can't be read.
    public static func list(in store: RecordStore) throws(KeyError) -> [Entry] {
        var entries: [Entry] = []
        for name in try SenderRecords.names(in: store) {
            let line = try SenderLine(of: name, in: store)
            entries.append(
                Entry(
                    name: name,
                    identity: line.keys.identity,
                    isRevoked: line.revocation != nil
                )
            )
        }
        return entries
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

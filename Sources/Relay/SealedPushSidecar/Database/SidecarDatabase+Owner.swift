// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushRelay
package import ServerStore

/// Whose messages a sidecar's database holds: one sender's, for one app.
package enum DatabaseOwner: Hashable, Sendable {
    /// The sidecar's own sender and app.
    case own
    /// Another sender, or a later identity of this one.
    case otherSender
    /// Another app.
    case otherApp
}

extension SidecarDatabase {
    /// Makes the database a sender's for an app, unless it is another one's.
    ///
    /// After a succession it is the next identity's: a store from before it owns it no more.
    ///
    /// - Parameters:
    ///   - sender: The identity that seals.
    ///   - rule: The app, and all identities that the sender has had.
    /// - Returns: Whose it is.
    /// - Throws: ``ServerStoreError``.
    package func own(
        as sender: SenderIdentity,
        _ rule: SubscriptionRule
    ) async throws(ServerStoreError) -> DatabaseOwner {
        try await write { transaction in
            let owner = try transaction.owner(by: rule)
            if owner == .own {
                try transaction.endPairings(unlessOf: sender)
                try transaction.change(
                    "REPLACE INTO owner (one, sender, topic) VALUES (1, ?, ?)",
                    sender.bytes,
                    rule.topic.text
                )
            }
            return owner
        }
    }
}

extension SidecarTransaction {
    /// Whose the database is; a new one is everyone's.
    func owner(by rule: SubscriptionRule) throws -> DatabaseOwner {
        guard let row = try rows("SELECT * FROM owner").first else { return .own }
        let topic: String = try row.value("topic")
        guard topic.utf8.elementsEqual(rule.topic.text.utf8) else { return .otherApp }
        let sender: [UInt8] = try row.value("sender")
        return rule.senders.contains { $0.bytes == sender } ? .own : .otherSender
    }
}

extension SidecarDatabase {
    /// Makes an API key for a backend; the key itself is not kept.
    ///
    /// - Parameter name: What the operator calls it.
    /// - Returns: The key; nil if there is one of this name.
    /// - Throws: ``ServerStoreError``.
    package func addKey(named name: String) async throws(ServerStoreError) -> Capability? {
        let key = Capability()
        let isNew = try await write { transaction in
            try transaction.change(
                "INSERT OR IGNORE INTO api_key (digest, name) VALUES (?, ?)",
                key.digest.bytes,
                name
            ) == 1
        }
        return isNew ? key : nil
    }

    /// Whether there is such an API key.
    func knows(_ key: Capability.Digest) async throws(ServerStoreError) -> Bool {
        try await read { transaction in
            let name: String? = try transaction.value(
                "SELECT name AS value FROM api_key WHERE digest = ?",
                key.bytes
            )
            return name != nil
        }
    }

    /// The names of all API keys, in order.
    package func keyNames() async throws(ServerStoreError) -> [String] {
        try await read { transaction in
            try transaction.rows("SELECT name FROM api_key ORDER BY name")
                .map { try $0.value("name") }
        }
    }

    /// Removes an API key, and says whether there was one of this name.
    package func removeKey(named name: String) async throws(ServerStoreError) -> Bool {
        try await write { transaction in
            try transaction.change("DELETE FROM api_key WHERE name = ?", name) == 1
        }
    }
}

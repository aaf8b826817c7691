// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushRelay
package import ServerStore

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
    package func knows(_ key: Capability.Digest) async throws(ServerStoreError) -> Bool {
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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import ServerStore

extension SidecarDatabase {
    /// Whether a key can't sign what goes to the paired devices of the database.
    ///
    /// Their endpoints serve one key alone, that of the first pairing. A store that was restored
    /// without it has another one by now.
    ///
    /// - Parameter key: The sender's public key for endpoints; nil if it has none.
    /// - Returns: Whether it is another key than the one that they know.
    /// - Throws: ``ServerStoreError``.
    package func hasOtherEndpointKey(
        than key: [UInt8]?
    ) async throws(ServerStoreError) -> Bool {
        try await read { try $0.hasOtherEndpointKey(than: key) }
    }
}

extension SidecarTransaction {
    /// Whether paired devices know another key than this one.
    func hasOtherEndpointKey(than key: [UInt8]?) throws -> Bool {
        guard let known = try endpointKey(), known != key else { return false }
        let one: Int? = try value(
            "SELECT 1 AS value FROM device WHERE \(Self.isPaired) LIMIT 1"
        )
        return one != nil
    }

    /// Keeps the key that paired devices get to know, unless others know another one.
    ///
    /// - Returns: Whether it is kept.
    func keepEndpointKey(_ key: [UInt8]) throws -> Bool {
        guard try !hasOtherEndpointKey(than: key) else { return false }
        try change("REPLACE INTO endpoint_key (one, key) VALUES (1, ?)", key)
        return true
    }

    /// What is true of a row whose destination an answer has told.
    static let isPaired = "substr(destination, 1, 1) = X'00'"

    private func endpointKey() throws -> [UInt8]? {
        try value("SELECT key AS value FROM endpoint_key")
    }
}

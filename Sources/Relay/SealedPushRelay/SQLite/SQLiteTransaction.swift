// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import GRDB
package import SealedPush
package import ServerStore

/// The statements of one transaction on a relay's database of SQLite, which is the only one that
/// writes.
package struct SQLiteTransaction: RelayTransaction, SQLiteStatements {
    package let db: Database
    package let now: Timestamp
    package let limits: RelayLimits

    package static let locks = false
    /// One transaction at a time leases, and messages that lie beside each other share pages: a
    /// commit that leases or deletes them writes fewer.
    package static let shards: Int16 = 1

    package static func isAmong(_ query: String) -> String { "id IN (\(query))" }

    package func delete(_ condition: String, values: [any SQLStorable]) throws -> Int {
        let gone = try rows("DELETE FROM queue WHERE \(condition) RETURNING id", values: values)
        for row in gone {
            try run("DELETE FROM body WHERE id = ?", try row.value("id") as OutboxID)
        }
        return gone.count
    }

    /// What requests of senders find, one for each.
    func destinations(of requests: [Destination.Request]) throws -> [Destination?] {
        let query = Self.destinations(
            "(SELECT 0 AS number, ? AS digest, ? AS prekey, ? AS hash) AS asked"
        )
        return try requests.map { request in
            let (digest, prekey, hash) = request.columns
            return try row(query, digest, prekey, hash).map {
                try Destination($0, for: request, at: now)
            }
        }
    }
}

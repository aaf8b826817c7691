// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import ServerStore

/// The statements of one transaction on a relay's database of PostgreSQL.
package struct PostgreSQLTransaction: RelayTransaction {
    let connection: PostgreSQLConnection
    package let now: Timestamp
    package let limits: RelayLimits

    package static let locks = true
    package static let shards = DeviceID.shardCount

    package static func isAmong(_ query: String) -> String { "id = ANY (ARRAY(\(query)))" }

    package func change(_ sql: String, values: [any SQLStorable]) throws -> Int {
        try query(sql, values.map { PostgreSQLParameter($0.sqlValue) }).changed
    }

    package func rows(_ sql: String, values: [any SQLStorable]) throws -> [SQLRow] {
        try query(sql, values.map { PostgreSQLParameter($0.sqlValue) }).rows
    }

    func query(_ sql: String, _ parameters: [PostgreSQLParameter]) throws -> PostgreSQLResult {
        try connection.query(sql, parameters)
    }

    package func delete(_ condition: String, values: [any SQLStorable]) throws -> Int {
        try change(Self.deletion(of: condition), values: values)
    }

    /// What requests of senders find, one for each.
    func destinations(of requests: [Destination.Request]) throws -> [Destination?] {
        var found = [Destination?](repeating: nil, count: requests.count)
        let columns = requests.map(\.columns)
        let rows = try query(
            Self.destinationQuery,
            [
                PostgreSQLParameter(columns.map(\.digest)),
                PostgreSQLParameter(columns.map(\.prekey)),
                PostgreSQLParameter(columns.map(\.hash)),
            ]
        ).rows
        for row in rows {
            let index = try row.value("number") as Int - 1
            guard requests.indices.contains(index) else { throw ServerStoreError.damaged }
            found[index] = try Destination(row, for: requests[index], at: now)
        }
        return found
    }

    private static let destinationQuery = destinations(
        "unnest(?::bytea[], ?::bytea[], ?::bytea[]) WITH ORDINALITY AS asked (digest, prekey, hash, number)"
    )

    /// Deletes messages and their bodies at once, so that no other transaction comes in between;
    /// locks them in order.
    static func deletion(of condition: String) -> String {
        """
        WITH found AS (SELECT id FROM queue WHERE \(condition) ORDER BY id FOR UPDATE),
        gone AS (DELETE FROM queue WHERE id = ANY (ARRAY(SELECT id FROM found)) RETURNING id)
        DELETE FROM body WHERE id = ANY (ARRAY(SELECT id FROM gone))
        """
    }
}

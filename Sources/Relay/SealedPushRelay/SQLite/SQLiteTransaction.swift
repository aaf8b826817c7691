// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
package import SealedPush

/// The statements of one transaction on a relay's database of SQLite, which is the only one that
/// writes.
package struct SQLiteTransaction: RelayTransaction {
    let db: Database
    package let now: Timestamp
    package let limits: RelayLimits

    package static let locks = false
    /// One transaction at a time leases, and messages that lie beside each other share pages: a
    /// commit that leases or deletes them writes fewer.
    package static let shards: Int16 = 1

    package static func isAmong(_ query: String) -> String { "id IN (\(query))" }

    package func change(_ sql: String, values: [any SQLStorable]) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(stored: values))
        return db.changesCount
    }

    package func rows(_ sql: String, values: [any SQLStorable]) throws -> [SQLRow] {
        try SQLRow.all(of: db.cachedStatement(sql: sql), StatementArguments(stored: values))
    }

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

extension StatementArguments {
    /// Takes values as the columns of this project hold them.
    package init(stored values: [any SQLStorable]) {
        // As optional values: of a list of one type each is read through a key path, which costs
        // more than to insert it.
        self.init(values.map { $0.sqlValue.databaseValue as (any DatabaseValueConvertible)? })
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let number): number.databaseValue
        case .boolean(let isTrue): isTrue.databaseValue
        case .text(let text): text.databaseValue
        case .bytes(let bytes): Data(bytes).databaseValue
        }
    }
}

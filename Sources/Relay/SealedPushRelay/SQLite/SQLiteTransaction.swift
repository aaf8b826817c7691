// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SealedPush

/// The statements of one transaction on a relay's database.
struct SQLiteTransaction {
    let db: Database
    let now: Timestamp
    let limits: RelayLimits

    /// Runs a call and undoes it alone if it fails.
    func attempt<Value>(
        _ body: (SQLiteTransaction) throws -> Value
    ) -> Result<Value, RelayStoreError> {
        do {
            var value: Value?
            try db.inSavepoint {
                value = try body(self)
                return .commit
            }
            return value.map { .success($0) } ?? .failure(.unavailable)
        } catch {
            return .failure(RelayStoreError(error))
        }
    }

    func run(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
    }

    /// Runs a statement and returns how many rows it changed.
    func change(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(values))
        return db.changesCount
    }

    func rows(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> [Row] {
        let statement = try db.cachedStatement(sql: sql)
        return try Row.fetchAll(statement, arguments: StatementArguments(values))
    }

    func row(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Row? {
        let statement = try db.cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: StatementArguments(values))
    }

    func number(_ sql: String, _ values: (any DatabaseValueConvertible)?...) throws -> Int {
        let statement = try db.cachedStatement(sql: sql)
        return try Int.fetchOne(statement, arguments: StatementArguments(values)) ?? 0
    }
}

extension Row {
    /// A column as the type that belongs there.
    ///
    /// - Throws: ``RelayStoreError/damaged`` if it holds something else.
    func value<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[column]) else {
            throw RelayStoreError.damaged
        }
        return value
    }

    func bytes(_ column: String) throws -> [UInt8] {
        let data: Data = try value(column)
        return [UInt8](data)
    }

    func optionalTime(_ column: String) throws -> Timestamp? {
        hasNull(atColumn: column) ? nil : try time(column)
    }

    func hasNull(atColumn column: String) -> Bool { (self[column] as DatabaseValue).isNull }

    func time(_ column: String) throws -> Timestamp {
        let number: Int64 = try value(column)
        return Timestamp(clamping: UInt64(Swift.max(0, number)))
    }
}

extension Timestamp {
    /// The moment as the database stores it: milliseconds since 1970.
    var stored: Int64 { Int64(milliseconds) }
}

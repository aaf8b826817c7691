// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import GRDB
package import SealedPush

/// The statements of one transaction on a relay's database of SQLite, which is the only one that writes.
package struct SQLiteTransaction: SQLTransaction {
    let db: Database
    package let now: Timestamp
    package let limits: RelayLimits

    package static let locks = false

    package func change(_ sql: String, values: [any SQLStorable]) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(stored: values))
        return db.changesCount
    }

    package func rows(_ sql: String, values: [any SQLStorable]) throws -> [Row] {
        try Row.fetchAll(
            db.cachedStatement(sql: sql),
            arguments: StatementArguments(stored: values)
        )
    }

    package func delete(_ condition: String, values: [any SQLStorable]) throws -> Int {
        _ = try change(
            "DELETE FROM body WHERE id IN (SELECT id FROM queue WHERE \(condition))",
            values: values
        )
        return try change("DELETE FROM queue WHERE \(condition)", values: values)
    }
}

extension StatementArguments {
    /// Takes values as the columns of this project hold them.
    package init(stored values: [any SQLStorable]) {
        self.init(
            values.map { value -> (any DatabaseValueConvertible)? in
                switch value.sqlValue {
                case .null: nil
                case .integer(let number): number
                case .boolean(let isTrue): isTrue
                case .text(let text): text
                case .bytes(let bytes): Data(bytes)
                }
            }
        )
    }
}

extension Row: SQLRow {
    package func sqlValue(_ column: String) -> SQLValue {
        switch (self[column] as DatabaseValue).storage {
        case .null: .null
        case .int64(let number): .integer(number)
        case .double(let number): .text(String(number))
        case .string(let text): .text(text)
        case .blob(let data): .bytes([UInt8](data))
        }
    }
}

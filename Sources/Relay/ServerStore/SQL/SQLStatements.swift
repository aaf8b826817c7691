// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import GRDB

/// Statements in one transaction of a database, with `?` for each value.
package protocol SQLStatements {
    /// Runs a statement and returns how many rows it changed.
    func change(_ sql: String, values: [any SQLStorable]) throws -> Int

    /// Runs a query.
    func rows(_ sql: String, values: [any SQLStorable]) throws -> [SQLRow]
}

extension SQLStatements {
    package func run(_ sql: String, _ values: any SQLStorable...) throws {
        _ = try change(sql, values: values)
    }

    /// Runs a statement and returns how many rows it changed.
    @discardableResult
    package func change(_ sql: String, _ values: any SQLStorable...) throws -> Int {
        try change(sql, values: values)
    }

    package func rows(_ sql: String, _ values: any SQLStorable...) throws -> [SQLRow] {
        try rows(sql, values: values)
    }

    package func row(_ sql: String, _ values: any SQLStorable...) throws -> SQLRow? {
        try rows(sql, values: values).first
    }

    /// The one column of the one row of a query.
    package func number(_ sql: String, _ values: any SQLStorable...) throws -> Int {
        try rows(sql, values: values).first?.value("number") ?? 0
    }
}

/// Statements on a database of SQLite.
package protocol SQLiteStatements: SQLStatements {
    /// The connection, in its transaction.
    var db: Database { get }
}

extension SQLiteStatements {
    package func change(_ sql: String, values: [any SQLStorable]) throws -> Int {
        try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(stored: values))
        return db.changesCount
    }

    /// Runs a query, and copies each row while the statement stands at it.
    ///
    /// GRDB's own rows compare the names of all columns without regard to case for each value.
    package func rows(_ sql: String, values: [any SQLStorable]) throws -> [SQLRow] {
        let query = try db.cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(query, arguments: StatementArguments(stored: values))
        let columns = query.columnNames
        var rows: [SQLRow] = []
        while let row = try cursor.next() { rows.append(SQLRow(row, columns)) }
        return rows
    }
}

extension SQLRow {
    fileprivate init(_ row: Row, _ columns: [String]) {
        let values: [SQLValue] = columns.indices.map { index in
            switch (row[index] as DatabaseValue).storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .text(String(number))
            case .string(let text): .text(text)
            case .blob(let data): .bytes([UInt8](data))
            }
        }
        self.init(columns: columns, values: values)
    }
}

extension StatementArguments {
    fileprivate init(stored values: [any SQLStorable]) {
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

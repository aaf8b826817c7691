// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import GRDB

/// A row of a result, read while the statement stood at it.
///
/// GRDB's own rows compare the names of all columns without regard to case for each value.
package struct SQLiteRow: SQLRow {
    private let columns: [String]
    private let values: [SQLValue]

    /// Runs a query.
    package static func all(
        of query: Statement,
        _ arguments: StatementArguments
    ) throws -> [SQLiteRow] {
        let cursor = try Row.fetchCursor(query, arguments: arguments)
        let columns = query.columnNames
        var rows: [SQLiteRow] = []
        while let row = try cursor.next() { rows.append(SQLiteRow(row, columns)) }
        return rows
    }

    private init(_ row: Row, _ columns: [String]) {
        self.columns = columns
        values = columns.indices.map { index in
            switch (row[index] as DatabaseValue).storage {
            case .null: .null
            case .int64(let number): .integer(number)
            case .double(let number): .text(String(number))
            case .string(let text): .text(text)
            case .blob(let data): .bytes([UInt8](data))
            }
        }
    }

    package func sqlValue(_ column: String) -> SQLValue {
        columns.firstIndex(of: column).map { values[$0] } ?? .null
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import GRDB

extension SQLRow {
    /// Runs a query of SQLite, and copies each row while the statement stands at it.
    ///
    /// GRDB's own rows compare the names of all columns without regard to case for each value.
    package static func all(
        of query: Statement,
        _ arguments: StatementArguments
    ) throws -> [SQLRow] {
        let cursor = try Row.fetchCursor(query, arguments: arguments)
        let columns = query.columnNames
        var rows: [SQLRow] = []
        while let row = try cursor.next() { rows.append(SQLRow(row, columns)) }
        return rows
    }

    private init(_ row: Row, _ columns: [String]) {
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

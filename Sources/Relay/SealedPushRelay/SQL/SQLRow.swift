// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A row of a query's result, copied from whichever database it came.
///
/// It is one type for both, so that what reads rows is compiled for it and looks up no witnesses.
package struct SQLRow: Sendable {
    private let columns: [String]
    private let values: [SQLValue]

    /// - Parameters:
    ///   - columns: The names of the result's columns.
    ///   - values: What each of them holds in this row.
    package init(columns: [String], values: [SQLValue]) {
        self.columns = columns
        self.values = values
    }

    /// What a column holds; null if there is none of this name.
    private func sqlValue(_ column: String) -> SQLValue {
        columns.firstIndex(of: column).map { values[$0] } ?? .null
    }

    /// A column as the type that belongs there.
    ///
    /// - Throws: ``RelayStoreError/damaged`` if it holds something else.
    package func value<Value: SQLStorable>(_ column: String) throws -> Value {
        guard let value = Value(sqlValue: sqlValue(column)) else { throw RelayStoreError.damaged }
        return value
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// What a statement returned.
package struct PostgreSQLResult {
    package let rows: [SQLRow]
    /// How many rows it changed.
    package let changed: Int

    init(rows: [SQLRow], changed: Int) {
        self.rows = rows
        self.changed = changed
    }

    /// Copies a result of the library.
    init(_ result: OpaquePointer) {
        unsafe changed = Int(String(cString: PQcmdTuples(result))) ?? 0
        let count = unsafe PQnfields(result)
        let columns = (0..<count).map { column in
            unsafe PQfname(result, column).map { unsafe String(cString: $0) } ?? ""
        }
        let height = unsafe PQntuples(result)
        rows = (0..<height).map { row in
            SQLRow(
                columns: columns,
                values: (0..<count).map { unsafe Self.value(result, row, $0) }
            )
        }
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> SQLValue {
        guard unsafe PQgetisnull(result, row, column) == 0,
            let start = unsafe PQgetvalue(result, row, column)
        else { return .null }
        // Read where it stands: most values are numbers, which need no memory of their own.
        let bytes = unsafe UnsafeRawBufferPointer(
            start: start,
            count: Int(PQgetlength(result, row, column))
        )
        let type = unsafe PostgreSQLType(
            rawValue: Int32(truncatingIfNeeded: PQftype(result, column))
        )
        let isText = unsafe PQfformat(result, column) == 0
        switch type {
        case .int8, .int4, .int2:
            guard !isText else {
                let number = unsafe Int64(String(decoding: bytes, as: UTF8.self))
                return number.map { .integer($0) } ?? .null
            }
            // The sign is in the highest byte.
            let start: Int64 = unsafe bytes.first.map { $0 > 127 ? -1 : 0 } ?? 0
            return unsafe .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
        case .bool: return unsafe .boolean(bytes.first == (isText ? UInt8(ascii: "t") : 1))
        case .bytea where !isText: return unsafe .bytes(Array(bytes))
        case .text, .bytea, nil: return unsafe .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}

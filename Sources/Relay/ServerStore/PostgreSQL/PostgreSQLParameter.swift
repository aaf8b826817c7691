// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPostgreSQL

/// A value of a statement in the form in which it is sent.
///
/// Numbers, truth values and texts are sent as text, and the server infers their types; bytes and arrays are binary.
package struct PostgreSQLParameter {
    /// The bytes, or nil for NULL.
    let bytes: [UInt8]?
    let isBinary: Bool

    package init(_ value: SQLValue) {
        switch value {
        case .null: self.init(bytes: nil, isBinary: false)
        case .integer(let number): self.init(text: String(number))
        case .boolean(let isTrue): self.init(text: isTrue ? "t" : "f")
        case .text(let text): self.init(text: text)
        case .bytes(let bytes): self.init(bytes: bytes, isBinary: true)
        }
    }

    private init(bytes: [UInt8]?, isBinary: Bool) {
        self.bytes = bytes
        self.isBinary = isBinary
    }

    /// Text ends with a zero byte on its way to the library.
    private init(text: String) { self.init(bytes: Array(text.utf8) + [0], isBinary: false) }

    /// An array of one type; the statement names it, as in `?::bigint[]`.
    package init<Element: PostgreSQLElement>(_ array: [Element]) {
        var bytes: [UInt8] = []
        // One dimension, no NULL, the type, how many there are, and the index of the first.
        for number in [1, 0, Element.type, Int32(array.count), 1] {
            bytes.append(bigEndian: number)
        }
        for element in array {
            let value = element.binary
            bytes.append(bigEndian: Int32(value.count))
            bytes += value
        }
        self.init(bytes: bytes, isBinary: true)
    }
}

/// A type of which arrays are sent.
package protocol PostgreSQLElement {
    /// The type's number in PostgreSQL.
    static var type: Int32 { get }
    var binary: [UInt8] { get }
}

extension Int64: PostgreSQLElement {
    package static let type = PostgreSQLType.int8.rawValue
    package var binary: [UInt8] { big(self) }
}

extension Int16: PostgreSQLElement {
    package static let type = PostgreSQLType.int2.rawValue
    package var binary: [UInt8] { big(self) }
}

extension Bool: PostgreSQLElement {
    package static let type = PostgreSQLType.bool.rawValue
    package var binary: [UInt8] { [self ? 1 : 0] }
}

extension String: PostgreSQLElement {
    package static let type = PostgreSQLType.text.rawValue
    package var binary: [UInt8] { Array(utf8) }
}

extension [UInt8]: PostgreSQLElement {
    package static let type = PostgreSQLType.bytea.rawValue
    package var binary: [UInt8] { self }
}

/// The types of columns that the relay's tables have, by their numbers in PostgreSQL.
enum PostgreSQLType: Int32 {
    case bool = 16
    case bytea = 17
    case int8 = 20
    case int2 = 21
    case int4 = 23
    case text = 25
}

private func big(_ number: some FixedWidthInteger) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: number)
    return bytes
}

extension [UInt8] {
    /// Appends a number, the highest byte first.
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

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

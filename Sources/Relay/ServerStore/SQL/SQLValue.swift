// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCoding

/// A value as a database keeps it.
package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case boolean(Bool)
    case text(String)
    case bytes([UInt8])
}

/// A type whose values a column holds.
package protocol SQLStorable: Sendable {
    /// The value as a database keeps it.
    var sqlValue: SQLValue { get }

    /// Takes what a column holds, or gives nil if it is something else.
    init?(sqlValue: SQLValue)
}

extension SQLStorable where Self: FixedWidthInteger {
    package var sqlValue: SQLValue { .integer(Int64(self)) }

    package init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(let number): self.init(exactly: number)
        case .boolean(let isTrue): self = isTrue ? 1 : 0
        case .null, .text, .bytes: return nil
        }
    }
}

extension Int: SQLStorable {}
extension Int16: SQLStorable {}
extension Int32: SQLStorable {}
extension Int64: SQLStorable {}
extension UInt32: SQLStorable {}

extension Bool: SQLStorable {
    package var sqlValue: SQLValue { .boolean(self) }

    package init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .boolean(let isTrue): self = isTrue
        case .integer(let number) where 0...1 ~= number: self = number == 1
        case .null, .integer, .text, .bytes: return nil
        }
    }
}

extension String: SQLStorable {
    package var sqlValue: SQLValue { .text(self) }

    package init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue else { return nil }
        self = text
    }
}

extension [UInt8]: SQLStorable {
    package var sqlValue: SQLValue { .bytes(self) }

    package init?(sqlValue: SQLValue) {
        guard case .bytes(let bytes) = sqlValue else { return nil }
        self = bytes
    }
}

extension Optional: SQLStorable where Wrapped: SQLStorable {
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }

    package init?(sqlValue: SQLValue) {
        guard sqlValue != .null else {
            self = .none
            return
        }
        guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
        self = value
    }
}

/// A moment is stored as milliseconds since 1970.
extension Timestamp: SQLStorable {
    package var sqlValue: SQLValue { .integer(Int64(milliseconds)) }

    package init?(sqlValue: SQLValue) {
        guard let number = Int64(sqlValue: sqlValue) else { return nil }
        self.init(clamping: UInt64(max(0, number)))
    }
}

/// A name or a version that is a number, and nothing else.
package protocol SQLNumber: SQLStorable {
    associatedtype Number: SQLStorable

    /// The number, as the database stores it.
    var number: Number { get }

    /// Takes a stored number.
    init(_ number: Number)
}

extension SQLNumber {
    package var sqlValue: SQLValue { number.sqlValue }

    package init?(sqlValue: SQLValue) {
        guard let number = Number(sqlValue: sqlValue) else { return nil }
        self.init(number)
    }
}

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
    /// - Throws: ``ServerStoreError/damaged`` if it holds something else.
    package func value<Value: SQLStorable>(_ column: String) throws -> Value {
        guard let value = Value(sqlValue: sqlValue(column)) else { throw ServerStoreError.damaged }
        return value
    }
}

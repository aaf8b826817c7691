// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

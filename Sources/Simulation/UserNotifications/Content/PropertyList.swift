// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a notification's user info may hold.
///
/// Numbers come back as `NSNumber`, as those of JSON do: so `as? Int`, `as? Double` and
/// `as? NSNumber` all work, as they do on iOS.
package enum PropertyList: Hashable, Codable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case array([PropertyList])
    case dictionary([String: PropertyList])
    /// What no property list holds. It stays as it is, but an archive can't take it.
    case foreign(ForeignObject)

    /// The property list that is equal to `object`.
    package init(_ object: Any) {
        switch object {
        case is NSNull: self = .null
        case let string as String: self = .string(string)
        case let number as NSNumber: self.init(number)
        case let real as CGFloat: self = .real(Double(real))
        case let data as Data: self = .data(data)
        case let date as Date: self = .date(date)
        case let array as [Any]: self = .array(array.map(PropertyList.init))
        case let dictionary as [String: Any]:
            self = .dictionary(dictionary.mapValues(PropertyList.init))
        default: self = .foreign(ForeignObject(object))
        }
    }

    private init(_ number: NSNumber) {
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        // A Boolean; small signed numbers say the same of themselves.
        case UInt8(ascii: "c") where (0...1).contains(number.intValue):
            self = .boolean(number.boolValue)
        case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"): self = .unsigned(number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }

    /// The objects of Foundation that this stands for.
    package var object: Any {
        switch self {
        case .null: NSNull()
        case .boolean(let boolean): NSNumber(value: boolean)
        case .integer(let integer): NSNumber(value: integer)
        case .unsigned(let integer): NSNumber(value: integer)
        case .real(let real): NSNumber(value: real)
        case .string(let string): string
        case .data(let data): data
        case .date(let date): date
        case .array(let array): array.map(\.object)
        case .dictionary(let dictionary): dictionary.mapValues(\.object)
        case .foreign(let foreign): foreign.object
        }
    }
}

/// An object that is no part of a property list.
///
/// This module passes it on and never looks into it, so the code that created it decides how safe
/// it is between threads.
package final class ForeignObject: @unchecked Sendable, Hashable, Codable {
    let object: Any

    init(_ object: Any) {
        self.object = object
    }

    package init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "no property list")
        )
    }

    package func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            type(of: object),
            .init(codingPath: encoder.codingPath, debugDescription: "no property list")
        )
    }

    package static func == (lhs: ForeignObject, rhs: ForeignObject) -> Bool {
        guard let left = lhs.object as? AnyHashable, let right = rhs.object as? AnyHashable else {
            return lhs === rhs
        }
        return left == right
    }

    package func hash(into hasher: inout Hasher) {}
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import UserNotifications

extension PropertyList {
    /// What the system makes of a payload's JSON.
    init(_ value: JSONValue) {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .boolean(value.bool == true)
        case .number: self = Self.number(value.numberText ?? "")
        case .string: self = .string(value.string ?? "")
        case .array: self = .array((value.elements ?? []).map { PropertyList($0) })
        case .object:
            let members = (value.members ?? []).map { ($0.key, PropertyList($0.value)) }
            self = .dictionary(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        }
    }

    private static func number(_ text: String) -> PropertyList {
        Int64(text).map { .integer($0) } ?? UInt64(text).map { .unsigned($0) }
            ?? .real(Double(text) ?? 0)
    }

    /// The same as JSON: `payload` itself where it says the same, nil where there is nothing.
    ///
    /// What JSON doesn't have stands as text: dates, bytes and other objects.
    func document(like payload: JSONDocument?) -> JSONDocument? {
        if let payload, PropertyList(payload.root) == self { return payload }
        guard case .dictionary(let members) = self, !members.isEmpty else { return nil }
        return try? JSONDocument(reading: JSONWriter.object { Self.write(members, to: &$0) })
    }

    private static func write(_ members: [String: PropertyList], to object: inout JSONWriter.Object)
    {
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .dictionary(let members): object.object(key) { write(members, to: &$0) }
            case .array(let elements): object.array(key) { write(elements, to: &$0) }
            case .null: object.null(key)
            case .boolean(let boolean): object.add(key, boolean)
            case .integer(let integer): object.add(key, integer)
            case .unsigned(let integer): object.add(key, integer)
            case .real(let real) where real.isFinite: object.number(key, "\(real)")
            case .string(let string): object.add(key, string)
            case .real, .data, .date, .foreign: object.add(key, value.text)
            }
        }
    }

    private static func write(_ elements: [PropertyList], to array: inout JSONWriter.Array) {
        for value in elements {
            switch value {
            case .dictionary(let members): array.object { write(members, to: &$0) }
            case .array(let elements): array.array { write(elements, to: &$0) }
            case .null: array.null()
            case .boolean(let boolean): array.add(boolean)
            case .integer(let integer): array.add(integer)
            case .unsigned(let integer): array.add(integer)
            case .real(let real) where real.isFinite: array.number("\(real)")
            case .string(let string): array.add(string)
            case .real, .data, .date, .foreign: array.add(value.text)
            }
        }
    }

    private var text: String {
        switch self {
        case .data(let data): data.base64EncodedString()
        case .date(let date): date.ISO8601Format()
        default: "\(object)"
        }
    }
}

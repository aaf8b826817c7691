// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// One value in a JSON document: a view, which keeps the document alive and copies none of it.
///
/// Each property answers for one kind of value and is nil for the others:
///
/// ```swift
/// for (key, value) in document.root.members ?? [] {
///     print(key, value.kind)
/// }
/// ```
public struct JSONValue: Sendable {
    /// The kind of a value.
    public enum Kind: Hashable, Sendable {
        /// The literal `null`.
        case null
        /// The literals `true` and `false`.
        case bool
        /// A number of any size and precision.
        case number
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    /// The document that the value is part of.
    public let document: JSONDocument

    let index: Int

    var node: JSONNode { document.nodes[index] }

    /// The bytes of the value as they stand in the document, without the white space around it.
    public var bytes: ArraySlice<UInt8> { document.bytes[node.bytes] }

    /// Whether half of a surrogate pair stood in it, in whose place U+FFFD stands now.
    package var isMended: Bool { document.halves.contains(where: node.bytes.contains) }

    /// The kind of the value.
    public var kind: Kind {
        switch node.kind {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    /// True if the value is `null`.
    public var isNull: Bool { node.kind == .null }

    /// The truth value that it is.
    public var bool: Bool? {
        node.kind == .bool ? bytes.first == UInt8(ascii: "t") : nil
    }

    /// The string that it is, its escapes resolved.
    public var string: String? {
        guard let utf8 else { return nil }
        return String(decoding: utf8, as: UTF8.self)
    }

    /// The UTF-8 of the string that it is, its escapes resolved.
    package var utf8: ArraySlice<UInt8>? {
        switch node.kind {
        case .string: bytes.dropFirst().dropLast()
        case .escapedString: JSONString.unescape(bytes.dropFirst().dropLast())[...]
        default: nil
        }
    }

    /// The number that it is, as written.
    public var numberText: String? {
        node.kind == .number ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The integer that it is in whatever notation (`3`, `3.0`, `30e-1`), if it fits in 64 bits.
    public var integer: Int? {
        node.kind == .number ? JSONNumber.integer(bytes).flatMap { Int(exactly: $0) } : nil
    }

    /// True if it is a flag that is set: `true`, or the number 1 in whatever notation (M-22).
    public var isSet: Bool { bool == true || integer == 1 }

    /// The elements of the array that it is, in order.
    public var elements: [JSONValue]? {
        guard node.kind == .array else { return nil }
        return children.map { JSONValue(document: document, index: $0) }
    }

    /// The members of the object that it is, in order.
    public var members: [(key: String, value: JSONValue)]? {
        guard node.kind == .object else { return nil }
        let children = children
        return stride(from: 0, to: children.count, by: 2).map { place in
            (
                key: JSONValue(document: document, index: children[place]).string ?? "",
                value: JSONValue(document: document, index: children[place + 1])
            )
        }
    }

    /// The value of the member `key`, compared byte for byte, if this is an object that has it.
    public subscript(key: String) -> JSONValue? {
        memberIndex(of: key).map { JSONValue(document: document, index: $0 + 1) }
    }

    /// The index of the node that is the key `key` of this object.
    func memberIndex(of key: String) -> Int? {
        guard node.kind == .object else { return nil }
        let nodes = document.nodes
        var child = index + 1
        while child < node.next {
            if JSONValue(document: document, index: child).utf8?.elementsEqual(key.utf8) == true {
                return child
            }
            child = nodes[child + 1].next
        }
        return nil
    }

    /// The indices of the nodes directly below this one.
    var children: [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < node.next {
            children.append(child)
            child = document.nodes[child].next
        }
        return children
    }
}

extension JSONValue: Redacted {
    /// The kind and the number of bytes; the content is never printed.
    public var description: String {
        "JSONValue (\(kind)) of \(bytes.count) bytes"
    }
}

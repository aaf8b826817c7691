// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A JSON text that was checked once and is kept as the bytes it came in.
///
/// The text is one value as RFC 8259 has it. Beyond that grammar these are refused, because two
/// readers could take them for different things: a key twice in an object, a byte order mark, bytes
/// that are not UTF-8, half a surrogate pair, and nesting deeper than 32.
///
/// ```swift
/// let document = try JSONDocument(reading: bytes)
/// let title = document.root["aps"]?["alert"]?["title"]?.string
/// ```
///
/// Two documents are equal if their bytes are.
public struct JSONDocument: Sendable {
    /// The most bytes of a document: 64 MiB.
    public static let byteLimit = 64 << 20

    /// The most arrays and objects that may be nested in each other.
    public static let depthLimit = 32

    /// The text, byte for byte.
    public let bytes: [UInt8]

    let nodes: [JSONNode]

    /// Where the text that was read held half of a surrogate pair; U+FFFD stands there now.
    package let halves: [Int]

    /// Checks `bytes` and keeps them.
    ///
    /// - Throws: `JSONError`, which says what is wrong and where.
    public init(reading bytes: [UInt8]) throws(JSONError) {
        try self.init(JSONReader.read(bytes, mends: false))
    }

    /// Checks `bytes` as a sender may have written them, in whose texts half of a surrogate pair
    /// stands for U+FFFD: it is what a cut leaves of a character (S-9).
    ///
    /// - Throws: `JSONError`, but never `loneSurrogate`.
    package init(mending bytes: [UInt8]) throws(JSONError) {
        try self.init(JSONReader.read(bytes, mends: true))
    }

    private init(_ reader: JSONReader) {
        self.init(bytes: reader.bytes, nodes: reader.nodes, halves: reader.halves)
    }

    /// A value of another document, as a document of its own.
    package init(copying value: JSONValue) {
        let (start, first) = (value.node.start, value.index)
        let nodes = value.document.nodes[first..<value.node.next].map { node in
            var moved = JSONNode(node.kind, at: node.start - start)
            moved.close(at: node.end - start, next: node.next - first)
            return moved
        }
        self.init(bytes: Array(value.bytes), nodes: nodes)
    }

    /// A document whose nodes are known; the two must fit.
    init(bytes: [UInt8], nodes: [JSONNode], halves: [Int] = []) {
        self.bytes = bytes
        self.nodes = nodes
        self.halves = halves
    }

    /// The value that the document is.
    public var root: JSONValue {
        JSONValue(document: self, index: 0)
    }
}

extension JSONDocument: Hashable {
    /// True if both documents have the same bytes.
    public static func == (left: JSONDocument, right: JSONDocument) -> Bool {
        left.bytes == right.bytes
    }

    /// Feeds the bytes to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

extension JSONDocument: Redacted {
    /// The number of bytes; the content is never printed.
    public var description: String {
        "JSONDocument of \(bytes.count) bytes"
    }
}

extension JSONDocument {
    /// The document without white space between its tokens, and without escapes that JSON does not
    /// need (M-23).
    ///
    /// Numbers stay as they were written. The outcome is never longer.
    public func compacted() -> JSONDocument {
        var compact: [UInt8] = []
        compact.reserveCapacity(bytes.count)
        var nodes = nodes
        appendCompact(0, to: &compact, &nodes)
        return JSONDocument(bytes: compact, nodes: nodes)
    }

    /// Appends the node `index` with its children, and notes in `moved` where they stand now.
    private func appendCompact(
        _ index: Int,
        to compact: inout [UInt8],
        _ moved: inout [JSONNode]
    ) {
        let node = nodes[index]
        let start = compact.count
        var kind = node.kind
        switch kind {
        case .null, .bool, .number, .string:
            compact += bytes[node.bytes]
        case .escapedString:
            JSONOutput.append(
                JSONString.unescape(bytes[node.bytes].dropFirst().dropLast()),
                to: &compact
            )
            if !compact[start...].contains(UInt8(ascii: "\\")) { kind = .string }
        case .array, .object:
            compact.append(bytes[node.start])
            for (place, child) in JSONValue(document: self, index: index).children.enumerated() {
                let followsKey = node.kind == .object && place % 2 == 1
                if place > 0 { compact.append(followsKey ? UInt8(ascii: ":") : UInt8(ascii: ",")) }
                appendCompact(child, to: &compact, &moved)
            }
            compact.append(bytes[node.end - 1])
        }
        moved[index] = JSONNode(kind, at: start)
        moved[index].close(at: compact.count, next: node.next)
    }
}

// An edit puts other bytes in one place and leaves every byte elsewhere as it was. The new text is
// read again in whole, so no edit can make a document that could not have been received; only a
// string in the place of another needs no reading.
extension JSONDocument {
    /// The document with `replacement`, which ``JSONWriter`` has written, in the place of `value`.
    ///
    /// - Precondition: `value` is part of this document.
    /// - Throws: `JSONError` if the outcome were too deep or too long.
    package func replacing(
        _ value: JSONValue,
        with replacement: [UInt8]
    ) throws(JSONError) -> JSONDocument {
        precondition(value.document == self, "the value is part of another document")
        return try replacing(value.node.bytes, with: replacement[...])
    }

    /// The document with another text in the place of a string.
    ///
    /// - Precondition: `value` is part of this document, and a string; the outcome is no longer
    ///   than ``byteLimit``.
    package func replacing(_ value: JSONValue, withText text: String) -> JSONDocument {
        precondition(value.document == self, "the value is part of another document")
        precondition(value.kind == .string, "only a string has a text")
        let string = JSONWriter.string(text)
        let growth = string.count - value.node.bytes.count
        let edited = bytes[..<value.node.start] + string + bytes[value.node.end...]
        precondition(edited.count <= Self.byteLimit, "the text is too long")
        var moved = nodes
        for (index, node) in nodes.enumerated() where node.end >= value.node.end {
            let isEscaped = index == value.index && string.contains(UInt8(ascii: "\\"))
            let kind = index != value.index ? node.kind : isEscaped ? .escapedString : .string
            moved[index] = JSONNode(kind, at: node.start + (index > value.index ? growth : 0))
            moved[index].close(at: node.end + growth, next: node.next)
        }
        return JSONDocument(bytes: Array(edited), nodes: moved)
    }

    /// The document with a member added at the end of `object`; ``JSONWriter`` has written its
    /// value.
    ///
    /// - Precondition: `object` is part of this document, and an object.
    /// - Throws: `JSONError.duplicateKey` if the object has that key already; another `JSONError`
    ///   if the outcome were too deep or too long.
    package func adding(
        _ key: String,
        _ value: [UInt8],
        to object: JSONValue
    ) throws(JSONError) -> JSONDocument {
        precondition(object.document == self, "the object is part of another document")
        precondition(object.kind == .object, "only an object has members")
        let last = object.children.last.map { nodes[$0].end }
        let place = last ?? object.node.start + 1
        var member: [UInt8] = last == nil ? [] : [UInt8(ascii: ",")]
        JSONOutput.append(key.utf8, to: &member)
        member.append(UInt8(ascii: ":"))
        member += value
        return try replacing(place..<place, with: member[...])
    }

    /// The document without the member `key` of `object`; the same document if there is none.
    ///
    /// - Precondition: `object` is part of this document, and an object.
    /// - Throws: Nothing that a caller can provoke: leaving a member out keeps every rule.
    package func removing(
        _ key: String,
        from object: JSONValue
    ) throws(JSONError) -> JSONDocument {
        precondition(object.document == self, "the object is part of another document")
        precondition(object.kind == .object, "only an object has members")
        guard let index = object.memberIndex(of: key) else { return self }
        let following = nodes[index + 1].next
        // A member takes one comma with it: the one behind it, or for the last one that before it.
        if following < object.node.next {
            return try replacing(nodes[index].start..<nodes[following].start, with: [])
        }
        let earlier = object.children.last { $0 < index }
        let start = earlier.map { nodes[$0].end } ?? nodes[index].start
        return try replacing(start..<nodes[index + 1].end, with: [])
    }

    private func replacing(
        _ range: Range<Int>,
        with replacement: ArraySlice<UInt8>
    ) throws(JSONError) -> JSONDocument {
        var edited: [UInt8] = []
        edited.reserveCapacity(bytes.count - range.count + replacement.count)
        edited += bytes[..<range.lowerBound]
        edited += replacement
        edited += bytes[range.upperBound...]
        return try JSONDocument(reading: edited)
    }
}

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

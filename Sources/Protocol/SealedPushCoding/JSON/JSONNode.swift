// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A value or a key of a document, as the bytes it spans and the place of what follows it.
///
/// A document is the list of its nodes in the order of their first bytes. The children of an array
/// follow it, the children of an object follow it as key, value, key, value. Offsets of 32 bits
/// keep a node at 16 bytes; `JSONDocument.byteLimit` makes them wide enough.
struct JSONNode: Hashable, Sendable {
    enum Kind: UInt8 {
        case null, bool, number, string, escapedString, array, object
    }

    let kind: Kind
    private let firstByte: UInt32
    private var endByte: UInt32
    private var endNode: UInt32

    /// A node that begins at `start` and whose end is not known yet.
    init(_ kind: Kind, at start: Int) {
        self.kind = kind
        firstByte = UInt32(truncatingIfNeeded: start)
        endByte = firstByte
        endNode = 0
    }

    /// A node without children, whose own index is `index`.
    init(_ kind: Kind, at bytes: Range<Int>, index: Int) {
        self.init(kind, at: bytes.lowerBound)
        close(at: bytes.upperBound, next: index &+ 1)
    }

    /// Says where the node ends: the byte behind it, and the index of the node behind its last
    /// child.
    mutating func close(at end: Int, next: Int) {
        endByte = UInt32(truncatingIfNeeded: end)
        endNode = UInt32(truncatingIfNeeded: next)
    }

    var start: Int { Int(firstByte) }
    var end: Int { Int(endByte) }
    var bytes: Range<Int> { start..<end }

    /// The index of the node that follows this one and its children.
    var next: Int { Int(endNode) }
}

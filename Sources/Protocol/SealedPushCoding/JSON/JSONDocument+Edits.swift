// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// An edit puts other bytes in one place and leaves every byte elsewhere as it was. The new text is
// read again in whole, so no edit can make a document that could not have been received.
extension JSONDocument {
    /// The document with `replacement` in the place of `value`.
    ///
    /// - Precondition: `value` is part of this document.
    /// - Throws: `JSONError` if the outcome were too deep or too long.
    public func replacing(
        _ value: JSONValue,
        with replacement: JSONDocument
    ) throws(JSONError) -> JSONDocument {
        precondition(value.document == self, "the value is part of another document")
        return try replacing(value.node.bytes, with: replacement.root.bytes)
    }

    /// The document with a member added at the end of `object`.
    ///
    /// - Precondition: `object` is part of this document, and an object.
    /// - Throws: `JSONError.duplicateKey` if the object has that key already; another `JSONError`
    ///   if the outcome were too deep or too long.
    public func adding(
        _ key: String,
        _ value: JSONDocument,
        to object: JSONValue
    ) throws(JSONError) -> JSONDocument {
        precondition(object.document == self, "the object is part of another document")
        precondition(object.kind == .object, "only an object has members")
        let last = object.children.last.map { nodes[$0].end }
        let place = last ?? object.node.start + 1
        var member: [UInt8] = last == nil ? [] : [UInt8(ascii: ",")]
        JSONOutput.append(key.utf8, to: &member)
        member.append(UInt8(ascii: ":"))
        member += value.root.bytes
        return try replacing(place..<place, with: member[...])
    }

    /// The document without the member `key` of `object`; the same document if there is none.
    ///
    /// - Precondition: `object` is part of this document, and an object.
    /// - Throws: Nothing that a caller can provoke: leaving a member out keeps every rule.
    public func removing(
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

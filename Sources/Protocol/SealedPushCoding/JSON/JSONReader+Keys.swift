// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// Keys are the same if their bytes are, once escapes are resolved. (Strings would not do: Swift
// compares them by canonical equivalence, so two different keys could look the same.)
extension JSONReader {
    /// Above this many members, keys are looked up in a set, so that time stays linear.
    private static let fewKeys = 16

    /// Refuses the last node, a key of the object at `object`, if it is there before, byte for byte
    /// (M-20).
    ///
    /// `seen` is the caller's, one for each object, empty at first.
    func refuseRepeatedKey(
        of object: Int,
        count: Int,
        seen: inout Set<[UInt8]>
    ) throws(JSONError) {
        let last = nodes.count &- 1
        guard count > Self.fewKeys else {
            var earlier = object &+ 1
            while earlier < last {
                guard !isSameKey(nodes[earlier], nodes[last]) else {
                    throw .duplicateKey(at: nodes[last].start)
                }
                earlier = nodes[earlier &+ 1].next
            }
            return
        }
        if seen.isEmpty {
            var earlier = object &+ 1
            while earlier < last {
                seen.insert(key(nodes[earlier]))
                earlier = nodes[earlier &+ 1].next
            }
        }
        guard seen.insert(key(nodes[last])).inserted else {
            throw .duplicateKey(at: nodes[last].start)
        }
    }

    private func isSameKey(_ one: JSONNode, _ other: JSONNode) -> Bool {
        guard one.kind == .string, other.kind == .string else { return key(one) == key(other) }
        let count = one.end &- one.start
        guard count == other.end &- other.start else { return false }
        var offset = 1
        while offset < count, bytes[one.start &+ offset] == bytes[other.start &+ offset] {
            offset &+= 1
        }
        return offset == count
    }

    private func key(_ node: JSONNode) -> [UInt8] {
        let inside = bytes[node.start &+ 1..<node.end &- 1]
        return node.kind == .string ? [UInt8](inside) : JSONString.unescape(inside)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The one pass over a JSON text: it checks the text (M-19) and lists its nodes.
struct JSONReader {
    /// The text, with the escape of U+FFFD in the place of each half of a pair that was mended.
    var bytes: [UInt8]
    var position = 0
    private(set) var nodes: [JSONNode] = []
    private let mends: Bool
    /// Where the halves that were mended stand.
    var halves: [Int] = []

    /// Reads the document that is `bytes`; `mends` says whether half a surrogate pair is one.
    static func read(_ bytes: [UInt8], mends: Bool) throws(JSONError) -> JSONReader {
        guard bytes.count <= JSONDocument.byteLimit else { throw .tooLong(bytes.count) }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw .byteOrderMark }
        // The byte order mark of UTF-16, as shells of Windows write files.
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw .invalidUTF8(at: 0)
        }
        var reader = JSONReader(bytes: bytes, mends: mends)
        // Real payloads have a node for 10 to 20 bytes, so this is the only allocation for them.
        reader.nodes.reserveCapacity(bytes.count / 8 + 8)
        reader.skipWhiteSpace()
        try reader.value(inside: 0)
        reader.skipWhiteSpace()
        guard reader.position == bytes.count else { throw .trailingBytes(at: reader.position) }
        return reader
    }

    private init(bytes: [UInt8], mends: Bool) {
        self.bytes = bytes
        self.mends = mends
    }

    /// Refuses the escape at `start`, which is half a pair, or has that of U+FFFD take its place:
    /// it is as long, so that what else is wrong keeps its offset.
    mutating func loneSurrogate(at start: Int) throws(JSONError) {
        guard mends else { throw .loneSurrogate(at: start) }
        position = start &+ 2
        for digit in "fffd".utf8 {
            bytes[position] = digit
            position &+= 1
        }
        halves.append(start)
    }

    /// Reads a value that stands in `depth` arrays and objects; recursion ends at the depth limit.
    private mutating func value(inside depth: Int) throws(JSONError) {
        switch try currentByte() {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try object(inside: depth)
        case UInt8(ascii: "["): try array(inside: depth)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try literal("true", .bool)
        case UInt8(ascii: "f"): try literal("false", .bool)
        case UInt8(ascii: "n"): try literal("null", .null)
        default: throw .unexpectedByte(at: position)
        }
    }

    private mutating func array(inside depth: Int) throws(JSONError) {
        let index = try open(.array, inside: depth)
        skipWhiteSpace()
        if try currentByte() != UInt8(ascii: "]") {
            while true {
                try value(inside: depth &+ 1)
                guard try separator(before: UInt8(ascii: "]")) else { break }
            }
        }
        close(index)
    }

    private mutating func object(inside depth: Int) throws(JSONError) {
        let index = try open(.object, inside: depth)
        var count = 0
        var keys: Set<[UInt8]> = []
        skipWhiteSpace()
        if try currentByte() != UInt8(ascii: "}") {
            while true {
                guard try currentByte() == UInt8(ascii: "\"") else {
                    throw .unexpectedByte(at: position)
                }
                try string()
                count &+= 1
                try refuseRepeatedKey(of: index, count: count, seen: &keys)
                skipWhiteSpace()
                guard try currentByte() == UInt8(ascii: ":") else {
                    throw .unexpectedByte(at: position)
                }
                position &+= 1
                skipWhiteSpace()
                try value(inside: depth &+ 1)
                guard try separator(before: UInt8(ascii: "}")) else { break }
            }
        }
        close(index)
    }

    private mutating func open(
        _ kind: JSONNode.Kind,
        inside depth: Int
    ) throws(JSONError) -> Int {
        guard depth < JSONDocument.depthLimit else { throw .tooDeep(at: position) }
        nodes.append(JSONNode(kind, at: position))
        position &+= 1
        return nodes.count &- 1
    }

    private mutating func close(_ index: Int) {
        position &+= 1
        nodes[index].close(at: position, next: nodes.count)
    }

    /// Steps over a comma and says true, or stops at `end` and says false.
    private mutating func separator(before end: UInt8) throws(JSONError) -> Bool {
        skipWhiteSpace()
        let byte = try currentByte()
        guard byte != end else { return false }
        guard byte == UInt8(ascii: ",") else { throw .unexpectedByte(at: position) }
        position &+= 1
        skipWhiteSpace()
        return true
    }

    private mutating func literal(
        _ name: StaticString,
        _ kind: JSONNode.Kind
    ) throws(JSONError) {
        let start = position
        for expected in "\(name)".utf8 {
            guard try currentByte() == expected else { throw .unexpectedByte(at: position) }
            position &+= 1
        }
        append(kind, from: start)
    }

    /// Notes a node without children that reaches from `start` to the current position.
    mutating func append(_ kind: JSONNode.Kind, from start: Int) {
        nodes.append(JSONNode(kind, at: start..<position, index: nodes.count))
    }

    func currentByte() throws(JSONError) -> UInt8 {
        guard position < bytes.count else { throw .unexpectedEnd(at: position) }
        return bytes[position]
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position &+= 1
            default:
                return
            }
        }
    }
}

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

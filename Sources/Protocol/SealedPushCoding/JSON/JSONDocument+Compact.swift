// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension JSONDocument {
    /// The document without the white space that means nothing; every token stays byte for byte
    /// (W-21).
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
        switch node.kind {
        case .null, .bool, .number, .string, .escapedString:
            compact += bytes[node.bytes]
        case .array, .object:
            compact.append(bytes[node.start])
            for (place, child) in JSONValue(document: self, index: index).children.enumerated() {
                let followsKey = node.kind == .object && place % 2 == 1
                if place > 0 { compact.append(followsKey ? UInt8(ascii: ":") : UInt8(ascii: ",")) }
                appendCompact(child, to: &compact, &moved)
            }
            compact.append(bytes[node.end - 1])
        }
        moved[index] = JSONNode(node.kind, at: start)
        moved[index].close(at: compact.count, next: node.next)
    }
}

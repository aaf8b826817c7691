// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SealedPushCrypto

/// A size as a bar of parts, which fill it.
package struct SizeBar: Hashable, Sendable {
    /// A part of a bar.
    package struct Part: Hashable, Sendable {
        /// The name of the part.
        package let name: String
        /// Its size in bytes.
        package let size: Int
        /// The number of its colour, 0 to 7.
        package let color: Int
    }

    /// The name of what is measured.
    package let name: String
    /// The parts, in order; none is empty.
    package let parts: [Part]

    init(_ name: String, _ parts: [(name: String, size: Int, color: Int)]) {
        self.name = name
        self.parts = parts.filter { $0.size > 0 }.map {
            Part(name: $0.name, size: $0.size, color: $0.color)
        }
    }

    /// The whole size in bytes.
    package var total: Int { parts.reduce(0) { $0 + $1.size } }
}

extension PushExplanation {
    /// The sizes of the push and of its envelope; none if there is no envelope.
    package var bars: [SizeBar] {
        guard let envelope, let capacity else { return [] }
        var bars: [SizeBar] = []
        let count = envelope.bytes.count
        if let payload {
            let text = payload.encryptedContent.count
            let room = kind.byteLimit - payload.bytes.count
            let name = "push of \(payload.bytes.count) bytes, of \(kind.byteLimit) that APNs takes"
            bars.append(
                SizeBar(
                    name,
                    [
                        ("around the envelope", payload.bytes.count - text, 0),
                        ("envelope as text", text, 4), ("room left", room, 7),
                    ]
                )
            )
        }
        let head = EnvelopeLayout.associatedDataCount
        let size = bucket == nil ? "a size of its own" : "a bucket"
        let content: [(name: String, size: Int, color: Int)] =
            claim.map {
                [
                    ("content", $0.content.count, 4),
                    ("padding, room left", capacity - $0.content.count, 7),
                ]
            } ?? [("content and padding", capacity, 4)]
        let tag = ChaCha20Poly1305.tagCount
        let parts: [(name: String, size: Int, color: Int)] =
            [("head", head, 3), ("signature, times, sender", PlaintextLayout.content, 2)]
            + content + [("tag", tag, 5)]
        bars.append(SizeBar("envelope of \(count) bytes, \(size)", parts))
        return bars
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// What stands around the envelope in every payload with one placeholder, written once.
package struct OuterFrame: Hashable, Sendable {
    /// The payload up to the envelope's text.
    private let head: ArraySlice<UInt8>
    /// The payload behind it.
    private let tail: ArraySlice<UInt8>

    /// - Throws: `emptyPlaceholder` (M-32) or `placeholderTooLarge` (M-44).
    package init(_ placeholder: Placeholder) throws(OuterPayloadError) {
        guard !placeholder.isEmpty else { throw .emptyPlaceholder }
        let bytes = Self.bytes(placeholder)
        guard bytes.count <= OuterPayload.overheadLimit else {
            throw .placeholderTooLarge(
                needed: bytes.count,
                available: OuterPayload.overheadLimit
            )
        }
        // The envelope's text is the last member's, before its quotation mark and the brace.
        head = bytes.dropLast(2)
        tail = bytes.suffix(2)
    }

    /// How many bytes the payload has beside the text of its envelope.
    package var count: Int { head.count + tail.count }

    /// The payload of an envelope (M-31), for those who send it and read nothing of it.
    ///
    /// - Throws: `envelopeTooLarge`.
    package func bytes(
        of envelope: Span<UInt8>,
        kind: Payload.PushKind = .alert
    ) throws(OuterPayloadError) -> [UInt8] {
        let count = self.count + Base64URL.encodedCount(of: envelope.count)
        guard count <= kind.byteLimit else {
            throw .envelopeTooLarge(needed: count, available: kind.byteLimit)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        bytes += head
        Base64URL.encode(envelope, into: &bytes)
        bytes += tail
        return bytes
    }

    /// The payload of an envelope without bytes, whatever its size.
    package static func bytes(_ placeholder: Placeholder) -> [UInt8] {
        JSONWriter.object { payload in
            payload.object("aps") { aps in
                aps.object("alert") { placeholder.write(to: &$0) }
                aps.add("mutable-content", 1)
            }
            payload.add(OuterPayload.contentKey, "")
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// One size of message that is sealed and opened.
struct MessageCase {
    /// The content's size in bytes.
    let contentCount: Int
    /// The size that padding brings the envelope to, in bytes.
    let envelopeCount: Int

    /// 256 bytes, 1 KB and the most that the largest envelope of an alert holds.
    static func all() throws -> [MessageCase] {
        let largest = Padding.bucketCounts(for: .alert).max() ?? 0
        let overhead =
            PrimitiveSizes.associatedData + PrimitiveSizes.content + PrimitiveSizes.tag
        return try [256, 1024, largest - overhead].map { count in
            MessageCase(
                contentCount: count,
                envelopeCount: try Padding.buckets.envelopeCount(contentCount: count)
            )
        }
    }

    var name: String { "\(contentCount) B" }
}

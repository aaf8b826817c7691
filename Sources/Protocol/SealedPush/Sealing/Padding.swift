// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The part of a message's size that the push service may learn.
public enum Padding: String, CaseIterable, Hashable, Sendable {
    /// The smallest of a few sizes that holds it: the default.
    case buckets
    /// Always the largest of those sizes.
    case constant
    /// Its exact size.
    case none

    /// The sizes of envelopes that padding brings a message to, in bytes, for a kind of push.
    public static func bucketCounts(for kind: Payload.PushKind) -> [Int] {
        switch kind {
        case .alert: [2048, 2880]
        case .voip: [2048, 2880, 3648]
        }
    }

    /// The size of the envelope that holds `contentCount` bytes (M-43).
    ///
    /// `limit` is the longest envelope that still fits into the final payload, in bytes.
    ///
    /// - Throws: ``SealingError/contentTooLarge(needed:available:)``, in bytes of content.
    public func envelopeCount(
        contentCount: Int,
        kind: Payload.PushKind = .alert,
        limit: Int = .max
    ) throws(SealingError) -> Int {
        let sizes =
            switch self {
            case .buckets: Self.bucketCounts(for: kind)
            case .constant: Array(Self.bucketCounts(for: kind).suffix(1))
            case .none: [min(limit, EnvelopeLayout.maximumCount)]
            }
        let overhead = EnvelopeLayout.overhead
        guard let size = sizes.first(where: { $0 <= limit && $0 >= overhead + contentCount }) else {
            let largest = sizes.last { $0 <= limit } ?? 0
            throw .contentTooLarge(needed: contentCount, available: max(0, largest - overhead))
        }
        return self == .none ? overhead + contentCount : size
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The one push that the push service keeps for an app while its device is offline.
package struct OfflineSlot<Kept> {
    private var kept: (push: Kept, expiration: Int)?

    /// One in which nothing is kept.
    package init() {}

    /// What becomes of a push that finds the device offline.
    package enum Answer {
        /// It is kept, and the one that was kept before it is lost.
        case kept(replacing: Kept?)
        /// It is not kept.
        case refused
    }

    /// Takes a push; `expiration` is the header's, in seconds since 1970, and `now` in the same.
    package mutating func take(_ push: Kept, expiration: Int?, now: Int) -> Answer {
        // 0 asks for one attempt, and so does a moment that has passed.
        guard expiration.map({ $0 > now }) ?? true else { return .refused }
        let before = kept?.push
        kept = (push, min(expiration ?? .max, now + Self.longest))
        return .kept(replacing: before)
    }

    /// What comes when the device is online again: the push, and whether it is still in time.
    package mutating func release(now: Int) -> (push: Kept, isInTime: Bool)? {
        defer { kept = nil }
        return kept.map { ($0.push, $0.expiration > now) }
    }

    /// The longest that the push service keeps one: 30 days.
    private static var longest: Int { 30 * 24 * 60 * 60 }
}

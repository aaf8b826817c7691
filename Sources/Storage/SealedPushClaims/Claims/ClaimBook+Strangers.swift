// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushStore

// Each day has a file in `claims/`, `strangers-<day>`, whose size is the count: a byte is appended,
// so processes that count at the same moment are all counted. What the bytes are does not matter.

extension ClaimBook {
    /// The most messages of unknown senders that are claimed on one day (T-20).
    ///
    /// Processes that claim at the same moment may exceed it, together by at most their number less
    /// one.
    package static let strangersLimit = 256

    /// Whether no message of an unknown sender is claimed any more on the day of `now`.
    package func isFullOfStrangers(at now: Timestamp) throws(StoreError) -> Bool {
        guard let status = try folder.status(of: Self.strangers(on: now.day)) else { return false }
        guard status.kind == .file else { throw .unexpectedKind }
        return status.size >= Self.strangersLimit
    }

    /// Counts a message of an unknown sender, durably, unless something is at its place: then it
    /// was counted before (T-21).
    package func countStranger(at place: ClaimPlace, now: Timestamp) throws(StoreError) {
        guard try read(place) == nil else { return }
        let file = Self.strangers(on: now.day)
        while try !folder.extend(file) {
            guard try folder.mark(file) != .noFolder else { throw .corrupted }
        }
    }

    /// Removes the counts of days that ended before `time`, by which a sweep judges (T-22).
    func removeCounts(before time: Timestamp) throws(StoreError) {
        for name in try folder.names(in: StoreFolder.claims) ?? [] where name.hasPrefix(Self.prefix)
        {
            guard let day = UInt64(name.dropFirst(Self.prefix.count)), day < time.day,
                Self.strangers(on: day).name == name
            else { continue }
            _ = try folder.remove(Self.strangers(on: day))
        }
    }

    private static let prefix = "strangers-"

    private static func strangers(on day: UInt64) -> StorePath {
        StorePath(folder: StoreFolder.claims, name: "\(prefix)\(day)")
    }
}

extension Timestamp {
    /// The number of its day since 1970, in UTC.
    fileprivate var day: UInt64 { milliseconds / 86_400_000 }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Counts what each of many may do in a window of time, in bounded memory.
package struct CountedWindow<Key: Hashable & Sendable>: Sendable {
    private let limit: Int
    private let keyLimit: Int
    private let length: Duration
    private var counts: [Key: Int] = [:]
    private var end: Duration?

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - limit: What one may do in a window.
    ///   - keyLimit: How many are counted at most; further ones wait for the next window.
    ///   - length: How long a window is.
    package init(limit: Int, keyLimit: Int = 10_000, length: Duration) {
        self.limit = limit
        self.keyLimit = keyLimit
        self.length = length
    }

    /// Counts one more, or says how long to wait.
    package mutating func count(_ key: Key, at now: Duration) -> Duration? {
        if let end, end <= now { self.end = nil }
        guard let end else {
            end = now + length
            counts = [key: 1]
            return nil
        }
        let count = counts[key] ?? 0
        guard count < limit, count > 0 || counts.count < keyLimit else { return end - now }
        counts[key] = count + 1
        return nil
    }
}

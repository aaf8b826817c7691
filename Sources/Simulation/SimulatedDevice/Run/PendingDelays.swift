// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The delays after which an extension goes on, by a clock that goes on itself.
struct PendingDelays {
    /// Longer ones end when no extension is there any more.
    private static let limit: Duration = .seconds(600)
    /// More than that an extension has no use for at once; the time of others does not count.
    private static let capacity = 1000

    private var ends: [ContinuousClock.Instant] = []

    /// Notes a delay that begins now.
    mutating func add(_ delay: Duration) {
        guard delay > .zero, delay < Self.limit else { return }
        let now = ContinuousClock.now
        ends.removeAll { $0 <= now }
        if ends.count < Self.capacity { ends.append(now.advanced(by: delay)) }
    }

    /// The time until the next one ends; nil if there is none.
    mutating func next() -> Duration? {
        let now = ContinuousClock.now
        ends.removeAll { $0 <= now }
        return ends.min().map { now.duration(to: $0) }
    }
}

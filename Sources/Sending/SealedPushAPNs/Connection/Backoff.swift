// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// When the next connection may be made, or the next stream that others were refused for.
///
/// At once, if the one before was of use; else after a delay that doubles with each that was of
/// none, with up to half of it added at random, so that many clients don't come back together.
struct Backoff {
    /// The first delay.
    static let firstDelay: Duration = .milliseconds(100)

    /// No delay grows beyond this, but for what is added at random.
    let limit: Duration
    /// When the next may come at the earliest.
    private(set) var earliest: Duration = .zero
    private var failures = 0

    init(limit: Duration) {
        self.limit = limit
    }

    /// Notes that one was of use.
    mutating func worked() {
        failures = 0
        earliest = .zero
    }

    /// Notes that one could not be made, or was of no use.
    mutating func failed(at now: Duration, using generator: inout some RandomNumberGenerator) {
        let delay = min(Self.firstDelay * (1 << min(failures, 10)), limit)
        failures += 1
        let half = Int64(delay / .milliseconds(2))
        earliest = now + delay + .milliseconds(Int64.random(in: 0...half, using: &generator))
    }
}

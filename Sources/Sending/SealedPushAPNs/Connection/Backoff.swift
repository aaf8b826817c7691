// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// When the next connection may be made.
///
/// At once, where the one before was of use; else after a delay that doubles with each that was of none, with up to half
/// of it added at random, so that many clients don't come back together.
struct ConnectRule {
    /// The first delay.
    static let firstDelay: Duration = .milliseconds(100)
    /// No delay grows beyond this, but for what is added at random.
    static let growthLimit: Duration = .seconds(60)

    /// When the next may be made at the earliest.
    private(set) var earliest: Duration = .zero
    private var failures = 0

    /// Notes that a connection was of use: it has accepted a push, or refused it for what it was.
    mutating func worked() {
        failures = 0
        earliest = .zero
    }

    /// Notes that a connection could not be made, or was of no use.
    mutating func failed(at now: Duration, using generator: inout some RandomNumberGenerator) {
        let delay = min(Self.firstDelay * (1 << min(failures, 10)), Self.growthLimit)
        failures += 1
        let milliseconds =
            delay.components.seconds * 1000
            + delay.components.attoseconds / 1_000_000_000_000_000
        earliest =
            now + delay
            + .milliseconds(Int64.random(in: 0...milliseconds / 2, using: &generator))
    }
}

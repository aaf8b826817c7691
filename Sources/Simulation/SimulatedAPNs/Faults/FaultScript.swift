// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A script of faults, which gives the same faults for the same pushes in the same order.
///
///     let script = FaultScript([
///         FaultRule(.goAway(reason: .shutdown, .after), .every(1000)),
///         FaultRule(.refusedStream, .chance(0.01)),
///         FaultRule(.refusal(.tooManyRequests), .first(3)) { $0["apns-priority"] == "10" },
///     ])
///
/// Pushes are counted over all connections, in the order in which they are complete. If several
/// rules match a push, latencies add up,
/// the last of several stream limits applies, and the first of all other faults.
public struct FaultScript: Sendable {
    /// The rules for pushes.
    public var rules: [FaultRule]
    /// The rules for connections.
    public var connections: [ConnectionFaultRule]
    /// The seed of random faults.
    public var seed: UInt64

    /// Creates a script; without rules there are no faults.
    public init(
        _ rules: [FaultRule] = [],
        connections: [ConnectionFaultRule] = [],
        seed: UInt64 = 0
    ) {
        self.rules = rules
        self.connections = connections
        self.seed = seed
    }
}

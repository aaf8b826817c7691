// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What goes wrong, and when: a value, which makes the same faults for the same pushes in the same order.
///
///     let script = FaultScript([
///         FaultRule(.goAway(reason: .shutdown, .after), .every(1000)),
///         FaultRule(.refusedStream, .chance(0.01)),
///         FaultRule(.refusal(.tooManyRequests), .first(3)) { $0["apns-priority"] == "10" },
///     ])
///
/// Pushes are counted over all connections, as they are complete. More than one rule may meet a push: latencies add up,
/// of several stream limits the last counts, and of all other faults the first.
public struct FaultScript: Sendable {
    /// What goes wrong with pushes.
    public var rules: [FaultRule]
    /// What goes wrong with connections from their start.
    public var connections: [ConnectionFaultRule]
    /// What decides where chance does.
    public var seed: UInt64

    /// A script; without rules nothing goes wrong.
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

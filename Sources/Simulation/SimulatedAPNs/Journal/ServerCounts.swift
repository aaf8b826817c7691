// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

/// The counts of connections, requests, pushes and faults since the start of a server.
public struct ServerCounts: Hashable, Sendable {
    /// Connections, including those that a script ended at once.
    public internal(set) var connections = 0
    /// Requests that were complete.
    public internal(set) var requests = 0
    /// Accepted pushes.
    public internal(set) var accepted = 0
    /// Refused pushes by reason, including those that a script refused.
    public internal(set) var refused: [APNsReason: Int] = [:]
    /// Faults of pushes, except latencies and stream limits.
    public internal(set) var faults = 0

    /// Creates counts of zero.
    public init() {}
}

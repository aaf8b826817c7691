// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

/// How much there has been of what, since the server was started.
public struct ServerCounts: Hashable, Sendable {
    /// Connections, those included that a script ended at once.
    public internal(set) var connections = 0
    /// Requests that came to their end.
    public internal(set) var requests = 0
    /// Pushes that were accepted.
    public internal(set) var accepted = 0
    /// Pushes that were refused, by reason; those by a script, too.
    public internal(set) var refused: [APNsReason: Int] = [:]
    /// Faults of pushes, other than latencies and stream limits.
    public internal(set) var faults = 0

    /// Nothing yet.
    public init() {}
}

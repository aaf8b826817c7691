// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The load of a client.
public struct APNsLoad: Hashable, Sendable {
    /// The number of connections, including those that are starting or ending.
    public let connections: Int
    /// The number of pushes that were sent and not yet answered.
    public let inFlight: Int
    /// The number of waiting pushes: at most ``APNsConfiguration/queueLimit``, and those that are
    /// sent again.
    ///
    /// If it grows, pushes come faster than APNs accepts them.
    public let queued: Int
}

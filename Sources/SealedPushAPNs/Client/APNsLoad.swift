// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How much a client has to do.
public struct APNsLoad: Hashable, Sendable {
    /// How many connections there are, those included that are being made or about to end.
    public let connections: Int
    /// How many pushes were sent and are not answered yet.
    public let inFlight: Int
    /// How many are queued, at most ``APNsConfiguration/queueLimit``.
    public let queued: Int
    /// How many wait for room in the queue: where this is not 0, the sender is faster than APNs takes pushes.
    public let waiting: Int
}

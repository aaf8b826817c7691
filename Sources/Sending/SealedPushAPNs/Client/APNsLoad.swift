// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How much a client has to do.
public struct APNsLoad: Hashable, Sendable {
    /// How many connections there are, those included that are being made or about to end.
    public let connections: Int
    /// How many pushes were sent and are not answered yet.
    public let inFlight: Int
    /// How many wait to be sent, at most ``APNsConfiguration/queueLimit`` and what came back to be sent again: where this
    /// grows, pushes come faster than APNs takes them.
    public let queued: Int
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the push service does with pushes on their way, within what Apple says that it may.
public struct PushService: Sendable, Hashable {
    /// Whether each push comes twice, the copy right behind it; ``Delivery/copy`` is its way.
    public var duplicates = false
    /// Whether pushes overtake each other: one waits until the next has come, or for a second of the device's clock.
    public var reorders = false

    /// One that brings each push once, in order.
    public init() {}
}

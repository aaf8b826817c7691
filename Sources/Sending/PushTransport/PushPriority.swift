// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The priority of a push, by the numbers of `apns-priority`.
public enum PushPriority: Int, CaseIterable, Hashable, Sendable {
    /// At once.
    case immediate = 10
    /// When it suits the device's power; a push of the type `background` has no other.
    case conserving = 5
    /// Without ever waking the device.
    case passive = 1
}

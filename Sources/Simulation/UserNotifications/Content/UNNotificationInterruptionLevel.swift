// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The urgency of a notification.
public enum UNNotificationInterruptionLevel: UInt, Hashable, Sendable, BitwiseCopyable {
    /// It waits in the list, without light or sound.
    case passive = 0
    /// It lights up the screen and may play a sound.
    case active = 1
    /// It breaks through a Focus if the person allows that.
    case timeSensitive = 2
    /// It sounds even on a muted device; that takes an entitlement.
    case critical = 3
}

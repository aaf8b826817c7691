// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The button that the system puts over a content extension that plays something.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType:
    UInt, Hashable, Sendable, BitwiseCopyable
{
    /// No button.
    case none = 0
    /// One that shows whether it plays.
    case `default` = 1
    /// One that goes away while it plays.
    case overlay = 2
}

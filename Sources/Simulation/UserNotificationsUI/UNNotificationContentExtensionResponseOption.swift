// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The fate of a notification after its content extension dealt with an action.
public enum UNNotificationContentExtensionResponseOption: UInt, Hashable, Sendable, BitwiseCopyable
{
    /// It stays open.
    case doNotDismiss = 0
    /// It goes away.
    case dismiss = 1
    /// It goes away, and the app hears of the action.
    case dismissAndForwardAction = 2
}

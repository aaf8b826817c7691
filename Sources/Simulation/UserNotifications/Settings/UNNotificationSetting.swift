// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A setting that the person allows something or not.
public enum UNNotificationSetting: Int, Hashable, Sendable, BitwiseCopyable {
    /// The app has no use for it.
    case notSupported = 0
    /// The person forbids it.
    case disabled = 1
    /// The person allows it.
    case enabled = 2
}

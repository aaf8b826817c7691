// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The setting of when a notification shows its text.
public enum UNShowPreviewsSetting: Int, Hashable, Sendable, BitwiseCopyable {
    /// Also on the locked device.
    case always = 0
    /// When the device is unlocked.
    case whenAuthenticated = 1
    /// Not at all.
    case never = 2
}

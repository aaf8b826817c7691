// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The look of alerts.
public enum UNAlertStyle: Int, Hashable, Sendable, BitwiseCopyable {
    /// There are none.
    case none = 0
    /// They go away by themselves.
    case banner = 1
    /// They stay.
    case alert = 2
}

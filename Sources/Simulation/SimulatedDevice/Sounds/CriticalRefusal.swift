// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a critical sound is played as a plain one, which a muted device or a Focus silences.
@nonexhaustive
public enum CriticalRefusal: String, Sendable, Hashable, CaseIterable {
    /// The app has no entitlement for critical alerts.
    case noEntitlement
    /// The user does not allow the app's critical alerts, or was not asked.
    case notAllowed
}

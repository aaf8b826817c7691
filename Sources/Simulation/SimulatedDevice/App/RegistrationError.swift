// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why an app gets no device token.
@nonexhaustive
public enum RegistrationError: String, Error, Sendable, Hashable, CaseIterable {
    /// The app has no entitlement for pushes.
    case entitlementMissing
    /// The task was cancelled while the device was offline.
    case cancelled
}

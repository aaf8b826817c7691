// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// Why an app gets no device token.
@nonexhaustive
public enum RegistrationError: String, Error, Sendable, Hashable, CaseIterable {
    /// The app has no entitlement for pushes.
    case entitlementMissing
    /// The task was cancelled while the device was offline.
    case cancelled
}

extension RegistrationError: ExplainedError {
    /// What is wrong.
    public var message: String {
        switch self {
        case .entitlementMissing: "the app has no entitlement for pushes"
        case .cancelled: "the task was cancelled while the device was offline"
        }
    }
}

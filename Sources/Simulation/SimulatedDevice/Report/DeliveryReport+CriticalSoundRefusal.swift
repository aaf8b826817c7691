// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// The reason for which the device plays a critical sound as an ordinary one, which the mute
    /// switch or a Focus silences.
    @nonexhaustive
    public enum CriticalSoundRefusal: String, Sendable, Hashable, CaseIterable {
        /// The app lacks the entitlement for critical alerts.
        case noEntitlement
        /// The user does not allow critical alerts of the app, or was never asked.
        case notAllowed
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// The reason for which a push did not become a notification.
    @nonexhaustive
    public enum Loss: String, Error, Sendable, Hashable, CaseIterable {
        /// The payload is not a JSON object with an object `aps`.
        case payloadMalformed
        /// The payload exceeds 4096 bytes, or 5120 if the push type is `voip`.
        case payloadTooLarge
        /// The collapse id exceeds 64 bytes.
        case collapseIDTooLong
        /// The push is for another app.
        case otherApp
        /// The device was offline, and the push service was not to keep the push.
        case notKept
        /// The device was offline, and a later push replaced this one: the push service keeps one
        /// for each app.
        case replacedWhileOffline
        /// The push expired while the device was offline.
        case expired
    }
}

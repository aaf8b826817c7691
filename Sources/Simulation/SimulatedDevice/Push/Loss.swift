// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a push never became a notification.
@nonexhaustive
public enum Loss: String, Error, Sendable, Hashable, CaseIterable {
    /// The payload is no JSON object with an object `aps`.
    case payloadMalformed
    /// The payload has more than 4096 bytes, or 5120 where the push type is `voip`.
    case payloadTooLarge
    /// The collapse id has more than 64 bytes.
    case collapseIDTooLong
    /// The push is for another app.
    case otherApp
    /// The device was offline, and its push was not to be kept.
    case notKept
    /// The device was offline, and a later push took the one place that an app has.
    case replacedWhileOffline
    /// The device was offline until the push was out of date.
    case expired
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The request headers that a sealed notification implies (S-30); the push service sees them.
public struct APNsHeaders: Hashable, Sendable {
    /// `apns-topic`: the app's bundle id, for VoIP with `.voip` behind it.
    public let topic: String
    /// `apns-push-type`.
    public let pushType: String
    /// `apns-priority`.
    public let priority: Int
    /// `apns-expiration`, in Unix seconds.
    public let expiration: UInt64
    /// `apns-collapse-id`.
    public let collapseID: String

    init(
        topic: Topic,
        options: SealingOptions,
        expiry: Timestamp,
        collapseID: CollapseID
    ) {
        switch options.kind {
        case .alert:
            self.topic = topic.text
            pushType = "alert"
        case .voip:
            self.topic = topic.text + ".voip"
            pushType = "voip"
        }
        priority = options.priority.rawValue
        expiration = expiry.milliseconds / 1000
        self.collapseID = collapseID.text
    }

    /// Names and values, as a request carries them.
    public var fields: [(name: String, value: String)] {
        [
            ("apns-topic", topic),
            ("apns-push-type", pushType),
            ("apns-priority", String(priority)),
            ("apns-expiration", String(expiration)),
            ("apns-collapse-id", collapseID),
        ]
    }
}

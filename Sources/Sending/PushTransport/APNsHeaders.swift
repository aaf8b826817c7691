// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The request headers that go with a push, as APNs names them (S-10); the push service sees them.
///
/// This type checks nothing: a transport rejects what its service would.
public struct APNsHeaders: Hashable, Sendable {
    /// `apns-topic`: the app's bundle id, with the suffix that the type asks for.
    public let topic: String
    /// `apns-push-type`.
    public let pushType: String
    /// `apns-priority`.
    public let priority: PushPriority
    /// `apns-expiration`, in Unix seconds; 0 is one attempt.
    public let expiration: UInt64
    /// `apns-collapse-id`; each sealed push has one, so that none is shown twice.
    public let collapseID: String

    /// Puts headers together.
    public init(
        topic: String,
        pushType: String,
        priority: PushPriority,
        expiration: UInt64,
        collapseID: String
    ) {
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
    }

    /// Names and values, as a request carries them.
    public var fields: [(name: String, value: String)] {
        [
            ("apns-topic", topic),
            ("apns-push-type", pushType),
            ("apns-priority", String(priority.rawValue)),
            ("apns-expiration", String(expiration)),
            ("apns-collapse-id", collapseID),
        ]
    }
}

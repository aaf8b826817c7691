// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A push as a push service gets it, sealed here or elsewhere.
public struct OutgoingPush: Hashable, Sendable {
    /// The body of the request.
    public let payload: [UInt8]
    /// The headers that go with it.
    public let headers: APNsHeaders

    /// Takes what a sealer has made, here or elsewhere.
    public init(payload: [UInt8], headers: APNsHeaders) {
        self.payload = payload
        self.headers = headers
    }
}

extension OutgoingPush: Redacted {
    /// Names the size only.
    public var description: String { "OutgoingPush of \(payload.count) bytes" }
}

/// The request headers that go with a push, as APNs names them (S-10); the push service sees them.
///
/// What seals makes them, or the relay for what was sealed elsewhere. This type checks nothing: a
/// transport rejects what its service would. The client of APNs reads them into an `APNsRequest`,
/// which does, and each of its connections writes that in its own compressed form (HPACK).
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

/// The priority of a push, by the numbers of `apns-priority`.
public enum PushPriority: Int, CaseIterable, Hashable, Sendable {
    /// At once.
    case immediate = 10
    /// When it suits the device's power; a push of the type `background` has no other.
    case conserving = 5
    /// Without ever waking the device.
    case passive = 1
}

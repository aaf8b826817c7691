// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// A push that the server has accepted.
public struct AcceptedPush: Sendable {
    /// The id of the push, from its provider or else from the server.
    public let id: APNsID
    /// The device token of the push.
    public let token: APNsDeviceToken
    /// The registration of the token.
    public let registration: DeviceRegistration
    /// The topic.
    public let topic: String
    /// The push type; nil if the provider sent none.
    public let type: APNsPushType?
    /// The priority: 10, 5 or 1.
    public let priority: Int
    /// The expiration in seconds since 1970; 0 means one attempt, and nil that the provider sent
    /// none.
    public let expiration: Int?
    /// The collapse id, which pushes share that replace each other.
    public let collapseID: String?
    /// The body.
    public let payload: [UInt8]
}

extension AcceptedPush: Redacted {
    /// Names the id and the size; the content is never printed.
    public var description: String { "AcceptedPush \(id) of \(payload.count) bytes" }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

/// A push that was found to be in order.
public struct AcceptedPush: Sendable {
    /// What it is called: by its provider, or else by the server.
    public let id: APNsID
    /// The device token that it was sent to.
    public let token: APNsDeviceToken
    /// The installation that has this token.
    public let registration: DeviceRegistration
    /// The topic.
    public let topic: String
    /// What it is for; nil where its provider did not say.
    public let type: APNsPushType?
    /// 10, 5 or 1.
    public let priority: Int
    /// Until when it is to be delivered, in seconds since 1970: 0 is one attempt; nil where its provider did not say.
    public let expiration: Int?
    /// What pushes share that replace each other.
    public let collapseID: String?
    /// The body.
    public let payload: [UInt8]
}

extension AcceptedPush: CustomStringConvertible, CustomReflectable {
    /// Names the id and the size; the content is never printed.
    public var description: String { "AcceptedPush \(id) of \(payload.count) bytes" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

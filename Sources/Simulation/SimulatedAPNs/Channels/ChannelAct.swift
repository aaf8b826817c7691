// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

/// What was done about a channel.
public enum ChannelAct: Hashable, Sendable {
    /// It was made.
    case created(APNsChannel)
    /// What it stores was read.
    case read(APNsChannel)
    /// It was deleted.
    case deleted(APNsChannel)
    /// All of an app were listed.
    case listed
    /// A push went to it.
    case broadcast(AcceptedBroadcast)
}

/// A push to a channel that was found to be in order.
public struct AcceptedBroadcast: Hashable, Sendable {
    /// The channel.
    public let channel: APNsChannel
    /// The app.
    public let bundleID: String
    /// 10, 5 or 1.
    public let priority: Int
    /// Until when it is to be delivered, in seconds since 1970: 0 is one attempt.
    public let expiration: Int
    /// The body.
    public let payload: [UInt8]
}

extension AcceptedBroadcast: CustomStringConvertible, CustomReflectable {
    /// Names the size; the content is never printed.
    public var description: String { "AcceptedBroadcast of \(payload.count) bytes" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// A request about a channel that the server has carried out.
public enum ChannelAct: Hashable, Sendable {
    /// The channel was created.
    case created(APNsChannel)
    /// The stored settings of the channel were read.
    case read(APNsChannel)
    /// The channel was deleted.
    case deleted(APNsChannel)
    /// The channels of an app were listed.
    case listed
    /// A push was sent to the channel.
    case broadcast(AcceptedBroadcast)
}

/// A push to a channel that the server has accepted.
public struct AcceptedBroadcast: Hashable, Sendable {
    /// The channel.
    public let channel: APNsChannel
    /// The bundle id of the app.
    public let bundleID: String
    /// The priority: 10, 5 or 1.
    public let priority: Int
    /// The expiration in seconds since 1970; 0 means one attempt.
    public let expiration: Int
    /// The body.
    public let payload: [UInt8]
}

extension AcceptedBroadcast: Redacted {
    /// Names the size; the content is never printed.
    public var description: String { "AcceptedBroadcast of \(payload.count) bytes" }
}

/// The channels of all apps.
struct ChannelStore {
    private var apps: [String: [String: APNsChannel.Storage]] = [:]

    /// The ids of an app's channels, in order.
    func ids(of app: String) -> [String] { (apps[app] ?? [:]).keys.sorted() }

    /// What a channel stores; nil where there is none.
    func storage(of channel: String, of app: String) -> APNsChannel.Storage? {
        apps[app]?[channel]
    }

    /// Makes a channel, and says whether there was room for it.
    mutating func add(
        _ channel: String,
        storing storage: APNsChannel.Storage,
        to app: String
    ) -> Bool {
        guard (apps[app]?.count ?? 0) < APNsChannel.countLimit else { return false }
        apps[app, default: [:]][channel] = storage
        return true
    }

    /// Deletes a channel.
    mutating func remove(_ channel: String, of app: String) {
        apps[app]?[channel] = nil
    }
}

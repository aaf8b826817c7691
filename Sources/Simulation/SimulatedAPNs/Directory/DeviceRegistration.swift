// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// What a device token stands for: an app on a device, and what it takes pushes for.
public struct DeviceRegistration: Hashable, Sendable {
    /// Whether a token still serves.
    public enum State: Hashable, Sendable {
        /// It does.
        case active
        /// The app was removed, or has another token, since this moment.
        case unregistered(since: Timestamp)
        /// It has expired at this moment.
        case expired(since: Timestamp)
    }

    /// The device, by any name that tokens of one device share.
    public let device: String
    /// The app.
    public let bundleID: String
    /// What the token is for: apps have tokens of their own for calls, live activities and the like.
    public let type: APNsPushType
    /// Whether it still serves.
    public var state: State

    /// Takes a registration.
    ///
    /// - Parameters:
    ///   - bundleID: The app.
    ///   - device: The device, by any name.
    ///   - type: What the token is for; that of alerts serves for background pushes, too.
    ///   - state: Whether it still serves.
    public init(
        of bundleID: String,
        on device: String,
        for type: APNsPushType = .alert,
        state: State = .active
    ) {
        self.bundleID = bundleID
        self.device = device
        self.type = type
        self.state = state
    }

    /// The topic that pushes to this token have.
    public var topic: String { bundleID + type.topicSuffix }

    /// Whether pushes of this type come to such a token; nil is where a provider did not say.
    func takes(_ pushType: APNsPushType?) -> Bool {
        pushType == nil || pushType == type || pushType == .background && type == .alert
    }
}

extension DeviceRegistration: CustomStringConvertible, CustomReflectable {
    /// Names the type only: who has which device is nobody's business, and its name may be its token.
    public var description: String { "DeviceRegistration" }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APNsPushType {
    /// The topic without the suffix; nil where it has none, or nothing else.
    func bundleID(of topic: String) -> String? {
        guard topic.hasSuffix(topicSuffix), topic.utf8.count > topicSuffix.utf8.count else {
            return nil
        }
        return String(topic.dropLast(topicSuffix.count))
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding

/// The registration of a device token: an app on a device, and the type of its pushes.
public struct DeviceRegistration: Hashable, Sendable {
    /// The state of a device token.
    public enum State: Hashable, Sendable {
        /// The token is valid.
        case active
        /// The app was removed, or got another token, at this moment.
        case unregistered(since: Timestamp)
        /// The token expired at this moment.
        case expired(since: Timestamp)
    }

    /// The name of the device, which all its tokens share.
    public let device: String
    /// The bundle id of the app.
    public let bundleID: String
    /// The push type of the token: apps have separate tokens for calls, live activities and others.
    public let type: APNsPushType
    /// The state of the token.
    public var state: State

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle id of the app.
    ///   - device: Any name for the device.
    ///   - type: The push type of the token; a token for alerts also accepts background pushes.
    ///   - state: The state of the token.
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

    /// The topic of pushes to this token.
    public var topic: String { bundleID + type.topicSuffix }

    /// Whether pushes of this type come to such a token; nil is where a provider did not say.
    func takes(_ pushType: APNsPushType?) -> Bool {
        pushType == nil || pushType == type || pushType == .background && type == .alert
    }
}

extension DeviceRegistration: Redacted {}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs
public import SealedPushCoding
public import SealedPushOpenSSL

/// The keys of teams and the registered devices of a server.
public struct APNsDirectory: Sendable {
    /// The environment of APNs that the server simulates; each has its own devices.
    public let environment: PushEnvironment
    /// True if the server accepts every unregistered token, as that of another device and any
    /// topic.
    public var takesEveryToken: Bool

    private var keys: [String: ProviderKey] = [:]
    private var registrations: [APNsDeviceToken: DeviceRegistration] = [:]

    /// Creates a directory without keys and devices.
    ///
    /// - Parameters:
    ///   - environment: The environment of APNs that the server simulates.
    ///   - takesEveryToken: Whether the server accepts every unregistered token.
    public init(environment: PushEnvironment = .production, takesEveryToken: Bool = false) {
        self.environment = environment
        self.takesEveryToken = takesEveryToken
    }

    /// Adds a key, and replaces an earlier one with the same id.
    public mutating func add(_ key: ProviderKey) {
        keys[key.keyID] = key
    }

    /// Revokes the key with this id, as a team does on its account page.
    ///
    /// Its provider tokens are invalid from now on.
    public mutating func removeKey(_ keyID: String) {
        keys[keyID] = nil
    }

    /// Registers an app on a device under a token, or changes the registration of the token.
    public mutating func register(_ registration: DeviceRegistration, as token: APNsDeviceToken) {
        registrations[token] = registration
    }

    /// Forgets a token, which is then one that the server never gave out.
    public mutating func remove(_ token: APNsDeviceToken) {
        registrations[token] = nil
    }

    /// The registration of a token; nil for an unregistered one.
    public subscript(token: APNsDeviceToken) -> DeviceRegistration? { registrations[token] }

    /// The key with this id.
    func key(_ id: String) -> ProviderKey? { keys[id] }
}

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

/// The public half of a key with which a team signs its provider tokens.
public struct ProviderKey: Hashable, Sendable {
    /// The id of the key, which is `kid` in tokens.
    public let keyID: String
    /// The id of the team, which is `iss` in tokens.
    public let teamID: String
    /// The public key, which verifies signatures.
    public let publicKey: P256PublicKey
    /// The environments of the key; both by default.
    public let environments: Set<PushEnvironment>
    /// The bundle ids that the key may push to; nil means all.
    public let bundleIDs: Set<String>?

    /// Creates a key.
    public init(
        _ publicKey: P256PublicKey,
        keyID: String,
        teamID: String,
        environments: Set<PushEnvironment> = [.sandbox, .production],
        bundleIDs: Set<String>? = nil
    ) {
        self.publicKey = publicKey
        self.keyID = keyID
        self.teamID = teamID
        self.environments = environments
        self.bundleIDs = bundleIDs
    }
}

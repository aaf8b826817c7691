// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

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

    /// The registration of a token; nil for an unregistered one.
    public subscript(token: APNsDeviceToken) -> DeviceRegistration? { registrations[token] }

    /// The key with this id.
    func key(_ id: String) -> ProviderKey? { keys[id] }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushAPNs

/// What the server knows of teams' keys and of devices.
public struct APNsDirectory: Sendable {
    /// Which of Apple's two services the server plays; they have devices of their own.
    public let environment: PushEnvironment
    /// Whether a token that nobody registered is taken as that of a device of its own, for any topic.
    public var takesEveryToken: Bool

    private var keys: [String: ProviderKey] = [:]
    private var registrations: [APNsDeviceToken: DeviceRegistration] = [:]

    /// A directory without keys and devices.
    ///
    /// - Parameters:
    ///   - environment: Which of Apple's two services the server plays.
    ///   - takesEveryToken: Whether tokens that nobody registered are taken.
    public init(environment: PushEnvironment = .production, takesEveryToken: Bool = false) {
        self.environment = environment
        self.takesEveryToken = takesEveryToken
    }

    /// Adds a key, in the place of the one with its id.
    public mutating func add(_ key: ProviderKey) {
        keys[key.keyID] = key
    }

    /// Takes the key with this id away, as its team does on its account's page: its tokens are invalid from now on.
    public mutating func removeKey(_ keyID: String) {
        keys[keyID] = nil
    }

    /// Registers an app on a device under a token, or changes what the token stands for.
    public mutating func register(_ registration: DeviceRegistration, as token: APNsDeviceToken) {
        registrations[token] = registration
    }

    /// What a token stands for; nil where nobody registered it.
    public subscript(token: APNsDeviceToken) -> DeviceRegistration? { registrations[token] }

    /// The key with this id.
    func key(_ id: String) -> ProviderKey? { keys[id] }
}

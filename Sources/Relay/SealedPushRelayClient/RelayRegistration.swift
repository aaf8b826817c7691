// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCoding

/// A device at a relay: its name there, and the credential that the relay gave it.
///
/// The credential is a secret, which an app keeps where its keys are; both app and extension need
/// it.
public struct RelayRegistration: Hashable, Sendable {
    /// The device's name.
    public let device: String
    /// The credential, which authenticates each request.
    public let credential: String

    /// Makes a registration from its parts, as an app has stored them.
    public init(device: String, credential: String) {
        self.device = device
        self.credential = credential
    }
}

extension RelayRegistration: Redacted {
    /// Names the device only.
    public var description: String { "RelayRegistration (\(device))" }
}

/// The status of a device at a relay.
public struct RelayDeviceStatus: Hashable, Sendable {
    /// The states of a device.
    public enum State: String, Hashable, Sendable {
        /// Its first token waits for its activation.
        case pending
        /// It receives.
        case active
        /// The push service has refused its token, perhaps in error.
        case doubtful
        /// Its token is dead, or another identity has activated it: messages wait until the app
        /// names its token and answers the code, or the one that the relay has pushed by itself.
        case unreachable
    }

    /// The state of the device.
    public let state: State
    /// True if a token waits for its activation.
    public let isActivationPending: Bool
    /// The number of one-time prekeys that the relay asks it to keep in stock.
    public let wantedPrekeys: Int
}

/// An endpoint that was made for a sender.
public struct RelayEndpoint: Hashable, Sendable {
    /// The name by which the device deletes the endpoint.
    public let id: String
    /// The endpoint's URL, a secret that the relay shows once.
    ///
    /// The device signs it (`DeviceKeys.subscription(at:for:as:)`), and the app gives what it has
    /// signed to the sender's backend.
    public let url: String
}

extension RelayEndpoint: Redacted {
    /// Names the id only: the URL is a secret.
    public var description: String { "RelayEndpoint (\(id))" }
}

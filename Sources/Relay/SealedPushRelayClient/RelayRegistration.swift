// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
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

/// A code that a relay has pushed to a device, to check that the push token is the device's own.
///
/// An app answers one only for a device that it has registered at this relay:
/// ``RelayClient/activate(_:answering:by:)`` compares them (V-23).
public struct RelayActivation: Sendable {
    /// The relay that has pushed the code, as it says so itself.
    public let origin: String
    /// The device that the relay means.
    public let device: String
    /// The code: the nonce of the possession proof.
    let code: [UInt8]

    /// Reads a push's payload; nil if it is another push.
    public init?(payload: [UInt8]) {
        guard let root = try? JSONDocument(reading: payload).root,
            let activation = root["sealedpush-activation"],
            let origin = activation["origin"]?.string,
            let device = activation["device"]?.string, let text = activation["code"]?.string,
            let code = try? Base64URL.decode(Array(text.utf8).span),
            code.count == DeviceIdentity.PossessionProof.Challenge.nonceCount
        else { return nil }
        self.origin = origin
        self.device = device
        self.code = code
    }
}

extension RelayActivation: Redacted {}

/// An error of a request to a relay; no case holds a secret.
@nonexhaustive
public enum RelayClientError: Error, Hashable {
    /// The text is no origin: `https`, a host and perhaps a port, or `http` on this machine.
    case wrongURL
    /// The text is no name of a device or endpoint at a relay: 1 to 255 letters and digits of
    /// ASCII, `-` and `_`.
    case wrongName
    /// The text is no private key of P-256 in PEM.
    case wrongKey
    /// There was no answer: whether the relay did it is unknown.
    case unreachable
    /// The relay says what is wrong, by the end of the problem's type, as `invitation-refused`.
    case problem(String, status: Int, retryAfter: Duration?)
    /// The answer is not as a relay writes it.
    case malformedAnswer

    /// True if the same request may succeed later.
    public var isTransient: Bool {
        switch self {
        case .unreachable: true
        case .problem(_, let status, _): status == 429 || status >= 500
        case .wrongURL, .wrongName, .wrongKey, .malformedAnswer: false
        }
    }

    /// True if the device has ended, or its credential is worthless: the app registers a new one.
    public var endsRegistration: Bool {
        switch self {
        case .problem(let name, _, _): name == "gone" || name == "unknown"
        case .wrongURL, .wrongName, .wrongKey, .unreachable, .malformedAnswer: false
        }
    }
}

extension RelayClientError: NamedError {
    /// The name, or the end of the problem's type, and the words.
    public var explanation: (name: String, message: String) {
        switch self {
        case .wrongURL: ("wrongURL", "the relay's URL is not \(WebOrigin.rule)")
        case .wrongName:
            ("wrongName", "the device's name at a relay has other than letters, digits, - and _")
        case .wrongKey: ("wrongKey", "the key is no private key of P-256 in PEM")
        case .unreachable: ("unreachable", "the relay does not answer")
        case .problem(let name, let status, _): (name, "the relay answers \(status) \(name)")
        case .malformedAnswer: ("malformedAnswer", "what answers is no relay")
        }
    }
}

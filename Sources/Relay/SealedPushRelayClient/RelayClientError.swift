// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

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

extension RelayClientError: ExplainedError {
    /// The case, or the end of the problem's type.
    public var name: String {
        if case .problem(let name, _, _) = self { name } else { caseName }
    }

    /// The fault, in words.
    public var message: String {
        switch self {
        case .wrongURL: "the relay's URL is not \(WebOrigin.rule)"
        case .wrongName: "the device's name at a relay has other than letters, digits, - and _"
        case .wrongKey: "the key is no private key of P-256 in PEM"
        case .unreachable: "the relay does not answer"
        case .problem(let name, let status, _): "the relay answers \(status) \(name)"
        case .malformedAnswer: "what answers is no relay"
        }
    }
}

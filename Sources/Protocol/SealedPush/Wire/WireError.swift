// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// The reason for which a record, bundle, statement, identity, text, answer or box from outside was
/// refused.
@nonexhaustive
public enum WireError: Error, Hashable {
    /// A length, a class, a time, a number of records, an origin, a name, an endpoint or a
    /// base64url text is not as the format says.
    case malformed
    /// The version byte is not 1.
    case unknownVersion
    /// An identity is not canonical, or of small order.
    case identityRefused
    /// A prekey's public key is of low order or not reduced.
    case keyRefused
    /// A signature was not made by the identity that is named.
    case wrongSignature
    /// A bundle holds the same prekey twice.
    case repeatedPrekey
    /// A text begins with another prefix than its kind's.
    case wrongPrefix
    /// A text does not match its check part: it was mistyped or cut.
    case wrongCheck
    /// A safety number, a succession, a subscription or an answer to a link names the same key
    /// twice.
    case equalKeys
    /// The box of a drop was not sealed with the drop's secret, or was changed.
    case cannotOpen
}

extension WireError {
    /// All of them, in this order.
    package static let all: [WireError] = [
        .malformed, .unknownVersion, .identityRefused, .keyRefused, .wrongSignature,
        .repeatedPrekey, .wrongPrefix, .wrongCheck, .equalKeys, .cannotOpen,
    ]
}

extension WireError: NamedError {
    /// True.
    public var isClass: Bool { true }

    /// The name in the specification and in the test vectors, and the fault in words.
    public var explanation: (name: String, message: String) {
        (fault.name, message(of: "text"))
    }

    /// What is wrong with a `what`.
    package func message(of what: String) -> String { "the \(what) \(fault.problem)" }

    private var fault: (name: String, problem: String) {
        switch self {
        case .malformed: ("malformed", "was mistyped or cut")
        case .unknownVersion: ("unknownVersion", "is of a later version, or damaged")
        case .identityRefused: ("identityRefused", "names an identity that is no valid key")
        case .keyRefused: ("keyRefused", "holds a prekey that is no valid key")
        case .wrongSignature:
            ("wrongSignature", "was not signed by the identity that it names")
        case .repeatedPrekey: ("repeatedPrekey", "holds a prekey twice")
        case .wrongPrefix: ("wrongPrefix", "is empty or of another kind")
        case .wrongCheck: ("wrongCheck", "was mistyped or cut")
        case .equalKeys: ("equalKeys", "names the same key twice")
        case .cannotOpen: ("cannotOpen", "was sealed with another secret, or damaged")
        }
    }
}

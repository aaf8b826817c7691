// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPushCrypto

/// The reason for which a record, bundle, statement, identity, text, answer or box from outside was
/// refused.
///
/// The raw value is the class's name in the specification and in the test vectors.
@nonexhaustive
public enum WireError: String, Error, Hashable, CaseIterable {
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

extension WireError: ExplainedError {
    /// The fault, in words.
    public var message: String { message(of: "text") }

    /// What is wrong with a `what`.
    package func message(of what: String) -> String {
        let problem =
            switch self {
            case .malformed, .wrongCheck: "was mistyped or cut"
            case .unknownVersion: "is of a later version, or damaged"
            case .identityRefused: "names an identity that is no valid key"
            case .keyRefused: "holds a prekey that is no valid key"
            case .wrongSignature: "was not signed by the identity that it names"
            case .repeatedPrekey: "holds a prekey twice"
            case .wrongPrefix: "is empty or of another kind"
            case .equalKeys: "names the same key twice"
            case .cannotOpen: "was sealed with another secret, or damaged"
            }
        return "the \(what) \(problem)"
    }
}

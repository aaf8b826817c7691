// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The kind of a private key.
public enum KeyKind: Hashable, Sendable {
    /// P-256, which APNs' tokens and VAPID are signed with.
    case p256
    /// Another elliptic curve.
    case otherCurve
    /// RSA with a modulus of so many bits, as in many certificates.
    case rsa(bits: Int)
    /// Anything else, such as Ed25519.
    case other
}

extension KeyKind: CustomStringConvertible {
    /// The kind in words.
    public var description: String {
        switch self {
        case .p256: "P-256"
        case .otherCurve: "of another elliptic curve"
        case .rsa(let bits): "RSA of \(bits) bits"
        case .other: "of another kind"
        }
    }
}

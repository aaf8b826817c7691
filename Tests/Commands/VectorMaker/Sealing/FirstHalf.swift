// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A first half R of a signature that an honest signer never makes.
enum FirstHalf {
    /// The neutral element, which is the base point times zero.
    case neutral
    /// The key of server-1 plus a point T of order 8.
    ///
    /// S = a + k·a' is then the second half, for the private scalar a of server-1 and a' of the
    /// signer: [S]B - [k]A' is R - T, so a verifier that multiplies by the cofactor 8 accepts it,
    /// and no other.
    case mixed

    /// A signature by the published identity `name` with this first half.
    func signature(by name: String, over message: [UInt8]) -> [UInt8] {
        let (first, logarithm) =
            switch self {
            case .neutral: (Points.neutral, GroupScalar.zero)
            case .mixed: (MixedKey.orderEight.bytes, GroupScalar.secret(of: "server-1"))
            }
        let publicKey = TestDevice(name).signingKey.publicKey.bytes
        let challenge = GroupScalar(reducing: sha512(first + publicKey + message))
        return first + (logarithm + challenge * GroupScalar.secret(of: name)).bytes
    }
}

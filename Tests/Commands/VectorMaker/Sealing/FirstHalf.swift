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
            case .mixed: (Points.mixedOrder, Self.secret("server-1"))
            }
        let publicKey = TestDevice(name).signingKey.publicKey.bytes
        let challenge = GroupScalar(reducing: sha512(first + publicKey + message))
        return first + (logarithm + challenge * Self.secret(name)).bytes
    }

    /// A signature that fits the key `Points.mixedOrder`, which is that of server-1 plus a point T
    /// of order 8.
    ///
    /// First halves are tried until k is a multiple of 8, so that [k]T is the neutral element.
    static func signature(forMixedKeyOver message: [UInt8]) -> [UInt8] {
        var number = 0
        while true {
            let name = "of first half \(number)"
            let first = PublicText.signingKey(name).publicKey.bytes
            let challenge = GroupScalar(reducing: sha512(first + Points.mixedOrder + message))
            if challenge.bytes[0] % 8 == 0 {
                return first + (secret(name) + challenge * secret("server-1")).bytes
            }
            number += 1
        }
    }

    private static func secret(_ name: String) -> GroupScalar {
        .secret(seed: PublicText.hash("SealedPush published test identity \(name)"))
    }
}

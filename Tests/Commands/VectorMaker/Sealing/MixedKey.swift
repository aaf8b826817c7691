// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// The key of server-1 plus a point T of small order.
enum MixedKey: UInt8 {
    case orderTwo = 2
    case orderEight = 8

    /// The key's encoding.
    var bytes: [UInt8] {
        switch self {
        case .orderTwo: Points.withOrderTwo
        case .orderEight: Points.mixedOrder
        }
    }

    /// A signature that fits the key or, unless it `isSound`, fits it only if the equation is
    /// multiplied by the cofactor.
    ///
    /// First halves are tried until [k]T is the neutral element, or is not.
    func signature(over message: [UInt8], isSound: Bool = true) -> [UInt8] {
        let secret = GroupScalar.secret(of: "server-1")
        var number = 0
        while true {
            let name = "of first half \(number)"
            let first = PublicText.signingKey(name).publicKey.bytes
            let challenge = GroupScalar(reducing: sha512(first + bytes + message))
            if (challenge.bytes[0] % rawValue == 0) == isSound {
                return first + (GroupScalar.secret(of: name) + challenge * secret).bytes
            }
            number += 1
        }
    }

    /// A signature with the key itself as its first half; nil unless T + [k]T is the neutral
    /// element.
    func signatureWithOwnFirstHalf(over message: [UInt8]) -> [UInt8]? {
        let challenge = GroupScalar(reducing: sha512(bytes + bytes + message))
        guard challenge.bytes[0] % rawValue == rawValue - 1 else { return nil }
        let secret = GroupScalar.secret(of: "server-1")
        return bytes + (secret + challenge * secret).bytes
    }
}

extension GroupScalar {
    /// The private scalar of the published identity `name`.
    static func secret(of name: String) -> GroupScalar {
        .secret(seed: PublicText.hash("SealedPush published test identity \(name)"))
    }
}

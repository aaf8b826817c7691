// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SealedPushCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// X-Wing's encapsulation from given randomness, with any X25519 half in the encapsulated key.
struct Encapsulation {
    /// What stands in the last 32 bytes of the encapsulated key.
    enum X25519Half {
        /// The public key of an ephemeral.
        case ephemeral
        /// The same with the top bit set.
        case topBitSet
        /// An encoding of the base point, u = 9: the agreed secret is the recipient's public key.
        case base([UInt8])
        /// A point of low order: the agreed secret is zero.
        case lowOrder([UInt8])
    }

    /// 32 bytes for ML-KEM, then 32 for X25519: `EncapsulateDerand` of the draft.
    let random: [UInt8]
    let key: [UInt8]
    let sharedSecret: [UInt8]

    /// Encapsulates to `recipient`, a public key of 1216 bytes.
    init(to recipient: [UInt8], random: [UInt8], _ half: X25519Half = .ephemeral) throws {
        self.random = random
        let publicKey = Array(recipient[1184...])
        let ephemeral = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: random[32...])
        let agreement = try ephemeral.sharedSecretFromKeyAgreement(
            with: .init(rawRepresentation: publicKey)
        )
        var agreed = unsafe agreement.withUnsafeBytes { unsafe Array($0) }
        var sent = Array(ephemeral.publicKey.rawRepresentation)
        switch half {
        case .ephemeral: break
        case .topBitSet: sent[31] |= 0x80
        case .base(let encoding): (sent, agreed) = (encoding, publicKey)
        case .lowOrder(let point): (sent, agreed) = (point, [UInt8](repeating: 0, count: 32))
        }
        let (secret, ciphertext) = MLKEM768(Array(recipient[..<1184]))
            .encapsulated(Array(random[..<32]))
        key = ciphertext + sent
        let label: [UInt8] = [0x5C, 0x2E, 0x2F, 0x2F, 0x5E, 0x5C]
        sharedSecret = Keccak.sha3256(secret + agreed + sent + publicKey + label)
    }
}

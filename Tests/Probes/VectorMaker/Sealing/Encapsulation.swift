// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto

/// How a draft comes by its shared secret.
enum Encapsulation {
    /// As section 13 says: hedged in suite 1, by the library's randomness in suite 2.
    case fresh
    /// Suite 1, with the ephemeral's public key sent in an encoding with the top bit set.
    case topBitSet
    /// Suite 1, with this point of low order as the encapsulated key: the agreed secret is all zero.
    case lowOrder([UInt8])
    /// Suite 1, with the base point (u = 9) written as p + 9: the agreed secret is the recipient's public key.
    case notReduced
    /// What another message was sealed with: who holds the prekey can find it.
    case repeated(Result)

    struct Result {
        /// What only suite 1 has: randomness, input keying material and private key of the ephemeral.
        struct Ephemeral {
            let random: [UInt8]
            let material: [UInt8]
            let privateKey: [UInt8]
        }

        let ephemeral: Ephemeral?
        let key: [UInt8]
        let sharedSecret: [UInt8]
    }

    func encapsulate(_ draft: MessageDraft, info: [UInt8], rest: [UInt8]) throws -> Result {
        if case .repeated(let result) = self { return result }
        switch draft.record.publicKey {
        case .xwing(let recipient):
            var arena = SecretArena()
            var secret = [UInt8](repeating: 0, count: 32)
            var target = secret.mutableSpan
            let key = try recipient.encapsulate(into: &target, using: &arena)
            return Result(ephemeral: nil, key: key, sharedSecret: secret)
        case .x25519(let recipient):
            let random = PublicText.hash("SealedPush vector \(draft.name) ephemeral")
            let material = Self.material(draft, random: random, info: info, rest: rest)
            let privateKey = HPKESteps.ephemeralPrivateKey(material: material)
            let ephemeral = try X25519PrivateKey(reading: privateKey.span)
            var agreed = [UInt8](repeating: 0, count: 32)
            var key = ephemeral.publicKey.bytes
            switch self {
            case .lowOrder(let point):
                key = point
            case .notReduced:
                key = Points.baseNotReduced
                agreed = recipient.bytes
            case .fresh, .topBitSet, .repeated:
                var target = agreed.mutableSpan
                try ephemeral.agree(with: recipient, into: &target)
            }
            if case .topBitSet = self { key[31] |= 0x80 }
            return Result(
                ephemeral: Result.Ephemeral(
                    random: random,
                    material: material,
                    privateKey: privateKey
                ),
                key: key,
                sharedSecret: HPKESteps.sharedSecret(
                    agreed: agreed,
                    encapsulatedKey: key,
                    recipient: recipient.bytes
                )
            )
        }
    }

    /// Step 5 of section 13.
    private static func material(
        _ draft: MessageDraft,
        random: [UInt8],
        info: [UInt8],
        rest: [UInt8]
    ) -> [UInt8] {
        let extracted = hmac([], random + draft.sender.secret + sha256(info + rest))
        return hmac(extracted, Array("SealedPush v1 ephemeral\0".utf8) + [1])
    }
}

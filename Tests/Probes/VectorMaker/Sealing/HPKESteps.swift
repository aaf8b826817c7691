// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Section 12 of the specification, step by step, so that every value on the way can be written down.
struct HPKESteps {
    let kem: HPKE.KEM

    /// DeriveKeyPair of suite 1.
    static func ephemeralPrivateKey(material: [UInt8]) -> [UInt8] {
        let id = Array("KEM".utf8) + [0x00, 0x20]
        let extracted = extract(id, salt: [], label: "dkp_prk", material)
        return expand(id, key: extracted, label: "sk", [], count: 32)
    }

    /// The end of Encap and Decap of suite 1, from the agreed secret `agreed`.
    static func sharedSecret(agreed: [UInt8], encapsulatedKey: [UInt8], recipient: [UInt8])
        -> [UInt8]
    {
        let id = Array("KEM".utf8) + [0x00, 0x20]
        let extracted = extract(id, salt: [], label: "eae_prk", agreed)
        return expand(
            id,
            key: extracted,
            label: "shared_secret",
            encapsulatedKey + recipient,
            count: 32
        )
    }

    /// Key and nonce of the one message.
    func keyAndNonce(sharedSecret: [UInt8], info: [UInt8]) -> (key: [UInt8], nonce: [UInt8]) {
        let id =
            Array("HPKE".utf8) + bigEndian(kem.rawValue) + bigEndian(UInt16(1))
            + bigEndian(UInt16(3))
        let context =
            [0] + Self.extract(id, salt: [], label: "psk_id_hash", [])
            + Self.extract(id, salt: [], label: "info_hash", info)
        let secret = Self.extract(id, salt: sharedSecret, label: "secret", [])
        return (
            Self.expand(id, key: secret, label: "key", context, count: 32),
            Self.expand(id, key: secret, label: "base_nonce", context, count: 12)
        )
    }

    private static func extract(_ id: [UInt8], salt: [UInt8], label: String, _ input: [UInt8])
        -> [UInt8]
    {
        hmac(salt, Array("HPKE-v1".utf8) + id + Array(label.utf8) + input)
    }

    private static func expand(
        _ id: [UInt8],
        key: [UInt8],
        label: String,
        _ info: [UInt8],
        count: Int
    ) -> [UInt8] {
        let labeled = bigEndian(UInt16(count)) + Array("HPKE-v1".utf8) + id + Array(label.utf8)
        return Array(hmac(key, labeled + info + [1]).prefix(count))
    }
}

/// The bytes of `number`, the most significant first.
func bigEndian<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> Number(8 * $0)) }
}

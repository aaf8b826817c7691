// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// Section 8 of `message.md`, step by step, so that every value on the way can be written down.
enum HPKESteps {
    private static let id =
        Array("HPKE".utf8) + bigEndian(UInt16(0x647A)) + bigEndian(UInt16(1))
        + bigEndian(UInt16(3))

    /// Key and nonce of the one message.
    static func keyAndNonce(
        sharedSecret: [UInt8],
        info: [UInt8]
    ) -> (key: [UInt8], nonce: [UInt8]) {
        let context =
            [0] + extract(salt: [], label: "psk_id_hash", [])
            + extract(salt: [], label: "info_hash", info)
        let secret = extract(salt: sharedSecret, label: "secret", [])
        return (
            expand(key: secret, label: "key", context, count: 32),
            expand(key: secret, label: "base_nonce", context, count: 12)
        )
    }

    private static func extract(salt: [UInt8], label: String, _ input: [UInt8]) -> [UInt8] {
        hmac(salt, Array("HPKE-v1".utf8) + id + Array(label.utf8) + input)
    }

    private static func expand(
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

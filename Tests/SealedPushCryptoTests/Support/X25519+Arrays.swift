// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import SealedPushCrypto

extension X25519 {
    /// The scalar multiplication of RFC 7748, section 5, unless a rule of ours refuses it.
    static func multiply(_ scalar: [UInt8], _ point: [UInt8]) throws(CryptoError) -> [UInt8] {
        let key = try X25519PrivateKey(reading: scalar.span)
        var secret = [UInt8](repeating: 0, count: keyCount)
        var span = secret.mutableSpan
        try key.agree(with: X25519PublicKey(reading: point.span), into: &span)
        return secret
    }

    /// The encodings that protocol version 1 refuses, with the top bit cleared and set: u = 0, 1, p - 1, p, p + 1
    /// and the two of order 8.
    static let refusedEncodings = [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    ]
    .map { [UInt8](hex: $0) }
    .flatMap { [$0, $0.withTopBitFlipped] }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport

@testable import SealedPushCrypto

extension X25519 {
    /// The encodings that the protocol refuses, with the top bit cleared and set: u = 0, 1, p - 1,
    /// p, p + 1 and the two of order 8.
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

    /// The encoding of `number` + p, where p = 2^255 - 19 and `number` is below 19.
    static func notReduced(_ number: UInt8) -> [UInt8] {
        [0xED + number] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    }

    /// The base point, u = 9: canonical, with the top bit set, as p + 9, and both.
    static let basePoints = [
        [9] + [UInt8](repeating: 0, count: 31), notReduced(9),
    ]
    .flatMap { [$0, $0.withTopBitFlipped] }
}

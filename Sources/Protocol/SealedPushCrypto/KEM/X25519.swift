// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The X25519 half (RFC 7748) of X-Wing: which points are refused.
enum X25519 {
    /// The size of a public key in bytes.
    static let keyCount = 32

    /// Whether `point`, its top bit cleared, is an encoding of low order (M-9).
    ///
    /// With any private key these give the secret zero, and no other encoding does. The others,
    /// canonical or not, are used as they came (M-10, M-11).
    static func isLowOrder(_ point: Span<UInt8>) -> Bool {
        for refused in lowOrderEncodings where FieldEncoding.isEqual(point, refused) { return true }
        return false
    }

    /// 0, 1, p - 1, p, p + 1 and the two of order 8, little-endian.
    private static let lowOrderEncodings: [[UInt8]] = [
        FieldEncoding.zero,
        FieldEncoding.one,
        FieldEncoding.primeMinusOne,
        FieldEncoding.prime,
        FieldEncoding.primePlusOne,
        [
            0xE0, 0xEB, 0x7A, 0x7C, 0x3B, 0x41, 0xB8, 0xAE,
            0x16, 0x56, 0xE3, 0xFA, 0xF1, 0x9F, 0xC4, 0x6A,
            0xDA, 0x09, 0x8D, 0xEB, 0x9C, 0x32, 0xB1, 0xFD,
            0x86, 0x62, 0x05, 0x16, 0x5F, 0x49, 0xB8, 0x00,
        ],
        [
            0x5F, 0x9C, 0x95, 0xBC, 0xA3, 0x50, 0x8C, 0x24,
            0xB1, 0xD0, 0xB1, 0x55, 0x9C, 0x83, 0xEF, 0x5B,
            0x04, 0x44, 0x5C, 0xC4, 0x58, 0x1C, 0x8E, 0x86,
            0xD8, 0x22, 0x4E, 0xDD, 0xD0, 0x9F, 0x11, 0x57,
        ],
    ]
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// X-Wing (draft-connolly-cfrg-xwing-kem-10): ML-KEM-768 and X25519 together, so that either may
/// break.
package enum XWing {
    /// The size of a public key in bytes: 1184 of ML-KEM-768, then 32 of X25519.
    package static let publicKeyCount = 1216
    /// The size of an encapsulated key in bytes: 1088 of ML-KEM-768, then 32 of X25519.
    package static let encapsulatedKeyCount = 1120
    /// The size of the seed that stands for a private key, in bytes.
    package static let seedCount = 32
    /// The size of a shared secret in bytes.
    package static let sharedSecretCount = 32

    /// ML-KEM-768's modulus (FIPS 203, section 2.4).
    private static let modulus: UInt16 = 3329

    /// Whether each of the 768 coefficients, 12 bits each, is below the modulus (M-12; FIPS 203,
    /// section 7.2).
    static func hasReducedCoefficients(_ publicKey: Span<UInt8>) -> Bool {
        var offset = 0
        while offset < 1152 {
            let first = UInt16(publicKey[offset]) | UInt16(publicKey[offset + 1] & 0x0F) << 8
            let second = UInt16(publicKey[offset + 1] >> 4) | UInt16(publicKey[offset + 2]) << 4
            guard first < modulus, second < modulus else { return false }
            offset += 3
        }
        return true
    }
}

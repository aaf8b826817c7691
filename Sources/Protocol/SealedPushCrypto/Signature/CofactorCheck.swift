// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// A signature that is valid only if verification multiplies by the cofactor (M-15).
///
/// Case 4 of the vectors of "Taming the many EdDSAs" (Chalkias, Garillot, Nikolaenko; 2020): the
/// key and the first half have mixed order, S is below L, and 8SB = 8R + 8kA while SB != R + kA.
enum CofactorCheck {
    static let message = "e47d62c63f830dc7a6851a0b1f33ae4bb2f507fb6cffec4011eaccd55b53f56c"
    static let publicKey = "cdb267ce40c5cd45306fa5d2f29731459387dbf9eb933b7bd5aed9a765b88d4d"
    static let signature =
        "160a1cb0dc9c0258cd0a7d23e94d8fa878bcb1925f2c64246b2dee1796bed512"
        + "5ec6bc982a269b723e0668e540911a9a6a58921d6925e434ab10aa7940551a09"

    /// Whether `verify` refuses the signature.
    static func passes(
        _ verify: (_ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]) -> Bool
    ) -> Bool {
        guard let signature = Hex.decode(signature), let message = Hex.decode(message),
            let publicKey = Hex.decode(publicKey)
        else { return false }
        return !verify(signature, message, publicKey)
    }

    /// Whether this build of libsodium refuses the signature; it must have started.
    static var passesInLibrary: Bool {
        passes { signature, message, publicKey in
            unsafe crypto_sign_verify_detached(
                signature,
                message,
                UInt64(message.count),
                publicKey
            ) == 0
        }
    }
}

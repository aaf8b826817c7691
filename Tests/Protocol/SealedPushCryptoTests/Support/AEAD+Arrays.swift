// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension AEAD {
    /// The ciphertext of `plaintext` and its tag.
    static func seal(
        _ plaintext: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        authenticating associatedData: [UInt8]
    ) -> [UInt8] {
        var ciphertext = [UInt8](repeating: 0, count: plaintext.count + tagCount)
        var span = ciphertext.mutableSpan
        seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associatedData.span,
            into: &span
        )
        return ciphertext
    }

    /// The plaintext of `ciphertext`, tag included.
    static func open(
        _ ciphertext: [UInt8],
        key: [UInt8],
        nonce: [UInt8],
        authenticating associatedData: [UInt8]
    ) throws(CryptoError) -> [UInt8] {
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count - tagCount)
        var span = plaintext.mutableSpan
        try open(
            ciphertext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associatedData.span,
            into: &span
        )
        return plaintext
    }
}

/// Every AEAD of the module, as an argument of a test.
enum Cipher: String, CaseIterable, Codable, Sendable {
    case chaCha20Poly1305
    case xChaCha20Poly1305
    case aes128GCM

    var algorithm: any AEAD.Type {
        switch self {
        case .chaCha20Poly1305: ChaCha20Poly1305.self
        case .xChaCha20Poly1305: XChaCha20Poly1305.self
        case .aes128GCM: AES128GCM.self
        }
    }
}

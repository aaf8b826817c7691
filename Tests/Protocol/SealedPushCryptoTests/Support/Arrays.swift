// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

@testable import SealedPushCrypto

extension [UInt8] {
    /// Each array that differs from this one in exactly one bit.
    var withOneBitFlipped: some Sequence<[UInt8]> {
        (0..<count * 8).lazy.map { bit in
            var changed = self
            changed[bit / 8] ^= 1 << (bit % 8)
            return changed
        }
    }

    /// The same bytes but for the highest bit of the last one, which encodings of points use apart.
    var withTopBitFlipped: [UInt8] {
        var changed = self
        changed[count - 1] ^= 0x80
        return changed
    }
}

// The module takes spans, which neither an expectation nor the end of a temporary can cope with: here it takes arrays.

extension SecretBytes {
    init(copying bytes: [UInt8]) {
        self.init(copying: bytes.span)
    }
}

extension SigningKey {
    init(seed: [UInt8]) throws(CryptoError) {
        try self.init(seed: SecretBytes(copying: seed))
    }
}

extension Argon2id {
    func deriveKey(
        from passphrase: [UInt8],
        salt: [UInt8],
        count: Int = 32
    ) throws(CryptoError) -> SecretBytes {
        try deriveKey(from: passphrase.span, salt: salt.span, count: count)
    }
}

extension ConstantTime {
    static func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        areEqual(first.span, second.span)
    }

    static func isZero(_ bytes: [UInt8]) -> Bool {
        isZero(bytes.span)
    }
}

extension Ed25519 {
    static func isAcceptable(_ encoding: [UInt8]) -> Bool {
        isAcceptable(encoding.span)
    }

    static func isValid(_ signature: [UInt8], for message: [UInt8], publicKey: [UInt8]) -> Bool {
        isValid(signature.span, for: message.span, publicKey: publicKey.span)
    }
}

extension VerifyingKey {
    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        isValidSignature(signature.span, for: message.span)
    }
}

extension X25519 {
    static func isLowOrder(_ point: [UInt8]) -> Bool {
        isLowOrder(point.span)
    }
}

extension XWing {
    static func hasReducedCoefficients(_ publicKey: [UInt8]) -> Bool {
        hasReducedCoefficients(publicKey.span)
    }
}

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

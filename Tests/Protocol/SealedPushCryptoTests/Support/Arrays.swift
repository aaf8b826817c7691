// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

@testable import SealedPushCrypto

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

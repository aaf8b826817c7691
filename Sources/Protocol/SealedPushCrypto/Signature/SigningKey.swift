// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The private half of an Ed25519 identity, in guarded memory.
package struct SigningKey: ~Copyable, Sendable {
    /// libsodium's form: the seed, then the public key.
    private let expanded: SecretBytes

    /// The public half.
    package let publicKey: VerifyingKey

    /// The size of a seed in bytes.
    package static let seedCount = 32

    /// Makes a new random key.
    package init() {
        let seed = SecretBytes(randomCount: Self.seedCount)
        self.init(validSeed: seed)
    }

    /// Makes the key of `seed`, 32 bytes (the private key of RFC 8032, section 5.1.5).
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``.
    package init(seed: borrowing SecretBytes) throws(CryptoError) {
        guard seed.count == Self.seedCount else {
            throw .wrongLength(expected: Self.seedCount, got: seed.count)
        }
        self.init(validSeed: seed)
    }

    private init(validSeed seed: borrowing SecretBytes) {
        var expanded = SecretBytes(count: 64)
        var point = [UInt8](repeating: 0, count: Ed25519.publicKeyCount)
        var pointSpan = point.mutableSpan
        Sodium.start()
        expanded.withMutableBytes { expanded in
            seed.withBytes { seed in
                unsafe pointSpan.withMutableCBytes { point, _ in
                    unsafe expanded.withMutableCBytes { expanded, _ in
                        unsafe seed.withCBytes { seed, _ in
                            _ = unsafe crypto_sign_seed_keypair(point, expanded, seed)
                        }
                    }
                }
            }
        }
        self.expanded = expanded
        publicKey = VerifyingKey(computed: point)
    }

    /// Lends the seed, 32 bytes, to code that stores it.
    package func withSeed<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try expanded.withBytes { expanded throws(Failure) in
            try body(expanded.extracting(first: Self.seedCount))
        }
    }

    /// Signs `message`, deterministically (M-17; RFC 8032, section 5.1.6), into the 64 bytes of
    /// `signature`.
    package func sign(_ message: Span<UInt8>, into signature: inout MutableSpan<UInt8>) {
        precondition(signature.count == Ed25519.signatureCount, "a signature has 64 bytes")
        expanded.withBytes { expanded in
            unsafe signature.withMutableCBytes { signature, _ in
                unsafe message.withCBytes { message, count in
                    unsafe expanded.withCBytes { expanded, _ in
                        _ = unsafe crypto_sign_detached(
                            signature,
                            nil,
                            message,
                            UInt64(count),
                            expanded
                        )
                    }
                }
            }
        }
    }

    /// The signature over `message`, 64 bytes.
    package func signature(for message: Span<UInt8>) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Ed25519.signatureCount)
        var span = signature.mutableSpan
        sign(message, into: &span)
        return signature
    }
}

/// The public half of an Ed25519 identity: a canonical encoding, not of small order (M-16).
///
/// It may be no point of the curve, or have a part of small order: M-15 has one verdict for every
/// key and signature, so no arithmetic is needed to read one.
package struct VerifyingKey: Hashable, Sendable {
    /// The encoded point, 32 bytes (RFC 8032, section 5.1.2).
    package let bytes: [UInt8]

    /// Takes an encoded point, 32 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, or ``CryptoError/invalidPublicKey``
    ///   for what M-13 refuses.
    package init(reading bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == Ed25519.publicKeyCount else {
            throw .wrongLength(expected: Ed25519.publicKeyCount, got: bytes.count)
        }
        guard Ed25519.isAcceptable(bytes) else { throw .invalidPublicKey }
        self.bytes = [UInt8](copying: bytes)
    }

    /// Takes a point that this module computed.
    init(computed bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether `signature` over `message` was made with this key's private half.
    package func isValidSignature(_ signature: Span<UInt8>, for message: Span<UInt8>) -> Bool {
        Ed25519.isValid(signature, for: message, publicKey: bytes.span)
    }
}

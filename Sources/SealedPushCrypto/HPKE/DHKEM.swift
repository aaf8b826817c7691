// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// DHKEM(X25519, HKDF-SHA256), RFC 9180, sections 4.1 and 7.1.3.

/// A recipient's X25519 key and the ephemeral key of this one message.
public struct X25519Encapsulation: ~Copyable, Encapsulating {
    /// The mechanism: DHKEM(X25519, HKDF-SHA256).
    public static let kem = HPKE.KEM.x25519

    private let recipient: X25519PublicKey
    private let ephemeral: X25519PrivateKey

    /// Takes the recipient's key and an ephemeral key that serves this message only.
    public init(to recipient: X25519PublicKey, ephemeral: consuming X25519PrivateKey) {
        self.recipient = recipient
        self.ephemeral = ephemeral
    }

    /// Encap of section 4.1.
    ///
    /// - Throws: ``CryptoError/lowOrderPoint``.
    public func encapsulate(
        into sharedSecret: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) -> [UInt8] {
        let encapsulatedKey = ephemeral.publicKey.bytes
        try arena.withScratch(X25519.keyCount) { arena, agreed throws(CryptoError) in
            try ephemeral.agree(with: recipient, into: &agreed)
            extractAndExpand(
                agreed.span,
                encapsulatedKey: encapsulatedKey.span,
                recipient: recipient.bytes.span,
                into: &sharedSecret,
                using: &arena
            )
        }
        return encapsulatedKey
    }
}

extension X25519PrivateKey: Decapsulating {
    /// The mechanism: DHKEM(X25519, HKDF-SHA256).
    public static var kem: HPKE.KEM { .x25519 }

    /// DeriveKeyPair of section 7.1.3: the key pair that input keying material stands for.
    ///
    /// - Throws: ``CryptoError/unavailable`` only where swift-crypto refuses a scalar.
    public init(
        derivedFrom material: Span<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) {
        let labeled = LabeledHKDF.x25519KEM
        self = try arena.withScratch(HKDF.keyCount) { arena, extracted throws(CryptoError) in
            labeled.extract(salt: Span(), label: "dkp_prk", into: &extracted) { input in
                input.update(material)
            }
            return try arena.withScratch(X25519.keyCount) { _, scalar throws(CryptoError) in
                labeled.expand(key: extracted.span, label: "sk", into: &scalar) { _ in }
                return try X25519PrivateKey(reading: scalar.span)
            }
        }
    }

    /// Decap of section 4.1.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/lowOrderPoint``.
    public func decapsulate(
        _ encapsulatedKey: Span<UInt8>,
        into sharedSecret: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) {
        let ephemeral = try X25519PublicKey(reading: encapsulatedKey)
        try arena.withScratch(X25519.keyCount) { arena, agreed throws(CryptoError) in
            try agree(with: ephemeral, into: &agreed)
            extractAndExpand(
                agreed.span,
                encapsulatedKey: encapsulatedKey,
                recipient: publicKey.bytes.span,
                into: &sharedSecret,
                using: &arena
            )
        }
    }
}

/// ExtractAndExpand of section 4.1; kem_context is the encapsulated key, then the recipient's.
private func extractAndExpand(
    _ agreed: Span<UInt8>,
    encapsulatedKey: Span<UInt8>,
    recipient: Span<UInt8>,
    into sharedSecret: inout MutableSpan<UInt8>,
    using arena: inout SecretArena
) {
    let labeled = LabeledHKDF.x25519KEM
    arena.withScratch(HKDF.keyCount) { _, extracted in
        labeled.extract(salt: Span(), label: "eae_prk", into: &extracted) { input in
            input.update(agreed)
        }
        labeled.expand(key: extracted.span, label: "shared_secret", into: &sharedSecret) { input in
            input.update(encapsulatedKey)
            input.update(recipient)
        }
    }
}

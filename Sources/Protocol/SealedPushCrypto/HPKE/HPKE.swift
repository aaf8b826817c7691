// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Hybrid public key encryption (RFC 9180) in mode Base, of one message a context.
///
/// The suite is X-Wing (KEM 0x647A, draft-ietf-hpke-pq), HKDF-SHA-256 (0x0001) and
/// ChaCha20-Poly1305 (0x0003). A *context* here is 44 bytes in a ``SecretArena``: the key and the
/// nonce of its one message.
package enum HPKE {
    /// The size of a context in bytes.
    package static let contextCount = ChaCha20Poly1305.keyCount + ChaCha20Poly1305.nonceCount

    /// Makes a fresh secret for `publicKey`, writes its context and gives the encapsulated key.
    ///
    /// SetupBaseS of section 5.1.1:
    ///
    ///     shared_secret, enc = Encap(pkR)
    ///     return enc, KeyScheduleS(mode_base, shared_secret, info, default_psk, default_psk_id)
    package static func setUpSender(
        to publicKey: XWingPublicKey,
        info: Span<UInt8>,
        into context: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) -> [UInt8] {
        arena.withScratch(XWing.sharedSecretCount) { arena, sharedSecret in
            let encapsulatedKey = publicKey.encapsulate(into: &sharedSecret)
            scheduleKeys(sharedSecret.span, info: info, into: &context, using: &arena)
            return encapsulatedKey
        }
    }

    /// Recovers the secret that `encapsulatedKey` carries and writes its context.
    ///
    /// SetupBaseR of section 5.1.1:
    ///
    ///     shared_secret = Decap(enc, skR)
    ///     return KeyScheduleR(mode_base, shared_secret, info, default_psk, default_psk_id)
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/lowOrderPoint``.
    package static func setUpReceiver(
        _ privateKey: borrowing XWingPrivateKey,
        encapsulatedKey: Span<UInt8>,
        info: Span<UInt8>,
        into context: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) {
        try arena.withScratch(XWing.sharedSecretCount) { arena, sharedSecret throws(CryptoError) in
            try privateKey.decapsulate(encapsulatedKey, into: &sharedSecret)
            scheduleKeys(sharedSecret.span, info: info, into: &context, using: &arena)
        }
    }

    /// Encrypts the one message of a context; `ciphertext` is 16 bytes longer than `plaintext`.
    ///
    /// The nonce of sequence number 0 is base_nonce itself (section 5.2). A context must not seal
    /// twice.
    package static func seal(
        _ plaintext: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        context: Span<UInt8>,
        into ciphertext: inout MutableSpan<UInt8>
    ) {
        ChaCha20Poly1305.seal(
            plaintext,
            key: context.extracting(first: ChaCha20Poly1305.keyCount),
            nonce: context.extracting(droppingFirst: ChaCha20Poly1305.keyCount),
            authenticating: associatedData,
            into: &ciphertext
        )
    }

    /// Decrypts the one message of a context; `plaintext` is 16 bytes shorter than `ciphertext`.
    ///
    /// - Throws: ``CryptoError/cannotOpen``.
    package static func open(
        _ ciphertext: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        context: Span<UInt8>,
        into plaintext: inout MutableSpan<UInt8>
    ) throws(CryptoError) {
        try ChaCha20Poly1305.open(
            ciphertext,
            key: context.extracting(first: ChaCha20Poly1305.keyCount),
            nonce: context.extracting(droppingFirst: ChaCha20Poly1305.keyCount),
            authenticating: associatedData,
            into: &plaintext
        )
    }
}

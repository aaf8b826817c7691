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

extension HPKE {
    /// Writes `key || base_nonce` into the 44 bytes of `context`.
    ///
    /// KeySchedule of section 5.1; in mode Base `psk` and `psk_id` are empty, and nothing is
    /// exported:
    ///
    ///     psk_id_hash = LabeledExtract("", "psk_id_hash", psk_id)
    ///     info_hash = LabeledExtract("", "info_hash", info)
    ///     key_schedule_context = concat(mode, psk_id_hash, info_hash)
    ///     secret = LabeledExtract(shared_secret, "secret", psk)
    ///     key = LabeledExpand(secret, "key", key_schedule_context, Nk)
    ///     base_nonce = LabeledExpand(secret, "base_nonce", key_schedule_context, Nn)
    static func scheduleKeys(
        _ sharedSecret: Span<UInt8>,
        info: Span<UInt8>,
        into context: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) {
        precondition(context.count == contextCount, "a context has 44 bytes")
        let scheduleContext = [modeBase] + pskIDHash + publicHash(label: "info_hash", info)
        arena.withScratch(HKDF.keyCount) { _, secret in
            labeledExtract(salt: sharedSecret, label: "secret", Span(), into: &secret)
            let keyCount = ChaCha20Poly1305.keyCount
            context.withMutableBytes(from: 0, count: keyCount) { key in
                labeledExpand(secret.span, label: "key", scheduleContext, into: &key)
            }
            let nonceCount = ChaCha20Poly1305.nonceCount
            context.withMutableBytes(from: keyCount, count: nonceCount) { nonce in
                labeledExpand(secret.span, label: "base_nonce", scheduleContext, into: &nonce)
            }
        }
    }

    private static let modeBase: UInt8 = 0x00

    /// `concat("HPKE-v1", suite_id)`, with
    /// `suite_id = concat("HPKE", I2OSP(kem_id, 2), I2OSP(kdf_id, 2), I2OSP(aead_id, 2))` (section
    /// 5.1).
    private static let prefix = Array("HPKE-v1HPKE".utf8) + [0x64, 0x7A, 0x00, 0x01, 0x00, 0x03]

    /// The same for every message, as `psk_id` is empty.
    private static let pskIDHash = publicHash(label: "psk_id_hash", Span())

    /// LabeledExtract without a salt, of what is no secret.
    private static func publicHash(label: StaticString, _ input: Span<UInt8>) -> [UInt8] {
        var hash = [UInt8](repeating: 0, count: HKDF.keyCount)
        var target = hash.mutableSpan
        labeledExtract(salt: Span(), label: label, input, into: &target)
        return hash
    }

    /// LabeledExtract of section 4.
    ///
    ///     labeled_ikm = concat("HPKE-v1", suite_id, label, ikm)
    ///     return Extract(salt, labeled_ikm)
    private static func labeledExtract(
        salt: Span<UInt8>,
        label: StaticString,
        _ input: Span<UInt8>,
        into key: inout MutableSpan<UInt8>
    ) {
        HKDF.extract(salt: salt, into: &key) { labeled in
            labeled.update(prefix)
            labeled.update(label)
            labeled.update(input)
        }
    }

    /// LabeledExpand of section 4.
    ///
    ///     labeled_info = concat(I2OSP(L, 2), "HPKE-v1", suite_id, label, info)
    ///     return Expand(prk, labeled_info, L)
    private static func labeledExpand(
        _ key: Span<UInt8>,
        label: StaticString,
        _ info: [UInt8],
        into output: inout MutableSpan<UInt8>
    ) {
        let count = UInt16(output.count)
        HKDF.expand(key: key, into: &output) { labeled in
            labeled.update([UInt8(count >> 8), UInt8(count & 0xFF)])
            labeled.update(prefix)
            labeled.update(label)
            labeled.update(info)
        }
    }
}

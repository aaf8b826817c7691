// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Hybrid public key encryption (RFC 9180), mode Base, one message a context (sequence number 0).
///
/// A *context* here is 97 bytes in a ``SecretArena``: the schedule's secret, then its context. The keys of a
/// message are derived from it at the moment they are used, so nothing is computed that is not needed.
public enum HPKE {
    /// The size of a context in bytes.
    public static let contextCount = KeySchedule.secretCount + KeySchedule.contextCount

    /// A key encapsulation mechanism (RFC 9180, section 7.1, and the registry it opened).
    public enum KEM: UInt16, Hashable, Sendable {
        /// DHKEM(X25519, HKDF-SHA256).
        case x25519 = 0x0020
        /// X-Wing (draft-ietf-hpke-pq).
        case xwing = 0x647A
    }

    /// What encrypts (RFC 9180, section 7.3).
    public enum Cipher: UInt16, Hashable, Sendable {
        /// AES-128-GCM.
        case aes128GCM = 0x0001
        /// ChaCha20-Poly1305.
        case chaCha20Poly1305 = 0x0003
        /// Nothing: the context only exports secrets.
        case exportOnly = 0xFFFF
    }

    /// Makes a fresh secret for the recipient and writes its context (RFC 9180, section 5.1.1).
    ///
    /// Gives the encapsulated key.
    ///
    /// - Throws: ``CryptoError`` where the recipient's key does not serve.
    public static func setUpSender<Sender: Encapsulating & ~Copyable>(
        _ sender: borrowing Sender,
        cipher: Cipher = .chaCha20Poly1305,
        info: (borrowing HMACSHA256.Input) -> Void,
        into context: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) -> [UInt8] {
        let schedule = KeySchedule.for(Sender.kem, cipher)
        return try arena.withScratch(32) { arena, sharedSecret throws(CryptoError) in
            let encapsulatedKey = try sender.encapsulate(into: &sharedSecret, using: &arena)
            schedule.derive(from: sharedSecret.span, info: info, into: &context)
            return encapsulatedKey
        }
    }

    /// Recovers the secret that `encapsulatedKey` carries and writes its context (RFC 9180, section 5.1.1).
    ///
    /// - Throws: ``CryptoError`` where the encapsulated key is refused.
    public static func setUpReceiver<Receiver: Decapsulating & ~Copyable>(
        _ receiver: borrowing Receiver,
        encapsulatedKey: Span<UInt8>,
        cipher: Cipher = .chaCha20Poly1305,
        info: (borrowing HMACSHA256.Input) -> Void,
        into context: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) {
        let schedule = KeySchedule.for(Receiver.kem, cipher)
        try arena.withScratch(32) { arena, sharedSecret throws(CryptoError) in
            try receiver.decapsulate(encapsulatedKey, into: &sharedSecret, using: &arena)
            schedule.derive(from: sharedSecret.span, info: info, into: &context)
        }
    }

    /// Encrypts the one message of a context; `ciphertext` is 16 bytes longer than `plaintext`.
    public static func seal(
        _ plaintext: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        kem: KEM,
        cipher: Cipher = .chaCha20Poly1305,
        context: Span<UInt8>,
        into ciphertext: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) {
        let schedule = KeySchedule.for(kem, cipher)
        schedule.withKeyAndNonce(of: context, using: &arena) { key, nonce in
            switch cipher {
            case .chaCha20Poly1305:
                ChaCha20Poly1305.seal(
                    plaintext,
                    key: key,
                    nonce: nonce,
                    authenticating: associatedData,
                    into: &ciphertext
                )
            case .aes128GCM:
                AES128GCM.seal(
                    plaintext,
                    key: key,
                    nonce: nonce,
                    authenticating: associatedData,
                    into: &ciphertext
                )
            case .exportOnly:
                preconditionFailure("an export-only context encrypts nothing")
            }
        }
    }

    /// Decrypts the one message of a context; `plaintext` is 16 bytes shorter than `ciphertext`.
    ///
    /// - Throws: ``CryptoError/cannotOpen``.
    public static func open(
        _ ciphertext: Span<UInt8>,
        authenticating associatedData: Span<UInt8>,
        kem: KEM,
        cipher: Cipher = .chaCha20Poly1305,
        context: Span<UInt8>,
        into plaintext: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) {
        let schedule = KeySchedule.for(kem, cipher)
        try schedule.withKeyAndNonce(of: context, using: &arena) {
            key,
            nonce throws(CryptoError) in
            switch cipher {
            case .chaCha20Poly1305:
                try ChaCha20Poly1305.open(
                    ciphertext,
                    key: key,
                    nonce: nonce,
                    authenticating: associatedData,
                    into: &plaintext
                )
            case .aes128GCM:
                try AES128GCM.open(
                    ciphertext,
                    key: key,
                    nonce: nonce,
                    authenticating: associatedData,
                    into: &plaintext
                )
            case .exportOnly:
                preconditionFailure("an export-only context decrypts nothing")
            }
        }
    }

    /// Fills `output` with a secret that both sides of a context share (RFC 9180, section 5.3).
    public static func export(
        _ exporterContext: Span<UInt8>,
        kem: KEM,
        cipher: Cipher = .chaCha20Poly1305,
        context: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) {
        KeySchedule.for(kem, cipher).export(
            exporterContext,
            of: context,
            into: &output,
            using: &arena
        )
    }
}

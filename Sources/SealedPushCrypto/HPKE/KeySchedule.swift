// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The key schedule of one KEM and cipher in mode Base (RFC 9180, section 5.1).
struct KeySchedule: Sendable {
    static let secretCount = 32
    /// mode, psk_id_hash, info_hash.
    static let contextCount = 1 + 32 + 32

    private let labeled: LabeledHKDF
    private let keyCount: Int
    /// psk_id_hash for the empty PSK id of mode Base: the same for every message.
    private let pskIDHash: [UInt8]

    private init(kem: HPKE.KEM, cipher: HPKE.Cipher) {
        let labeled = LabeledHKDF(kem: kem, cipher: cipher)
        var hash = [UInt8](repeating: 0, count: HKDF.keyCount)
        var span = hash.mutableSpan
        labeled.extract(salt: Span(), label: "psk_id_hash", into: &span) { _ in }
        pskIDHash = hash
        self.labeled = labeled
        keyCount =
            switch cipher {
            case .aes128GCM: AES128GCM.keyCount
            case .chaCha20Poly1305: ChaCha20Poly1305.keyCount
            case .exportOnly: 0
            }
    }

    private static let x25519ChaCha = KeySchedule(kem: .x25519, cipher: .chaCha20Poly1305)
    private static let xwingChaCha = KeySchedule(kem: .xwing, cipher: .chaCha20Poly1305)

    static func `for`(_ kem: HPKE.KEM, _ cipher: HPKE.Cipher) -> KeySchedule {
        switch (kem, cipher) {
        case (.x25519, .chaCha20Poly1305): x25519ChaCha
        case (.xwing, .chaCha20Poly1305): xwingChaCha
        default: KeySchedule(kem: kem, cipher: cipher)
        }
    }

    /// Writes `secret || key_schedule_context` of section 5.1 into the 97 bytes of `context`.
    func derive(
        from sharedSecret: Span<UInt8>,
        info: (borrowing HMACSHA256.Input) -> Void,
        into context: inout MutableSpan<UInt8>
    ) {
        precondition(context.count == HPKE.contextCount, "a context has 97 bytes")
        let modeBase: UInt8 = 0
        context[Self.secretCount] = modeBase
        context.copy(from: pskIDHash.span, at: Self.secretCount + 1)
        context.withMutableBytes(from: Self.secretCount + 33, count: 32) { infoHash in
            labeled.extract(salt: Span(), label: "info_hash", into: &infoHash, info)
        }
        context.withMutableBytes(from: 0, count: 32) { secret in
            // The empty PSK of mode Base.
            labeled.extract(salt: sharedSecret, label: "secret", into: &secret) { _ in }
        }
    }

    /// Lends the key and the nonce of sequence number 0, which is the base nonce itself (section 5.2).
    func withKeyAndNonce<Failure: Error>(
        of context: Span<UInt8>,
        using arena: inout SecretArena,
        _ body: (Span<UInt8>, Span<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try arena.withScratch(keyCount) { arena, key throws(Failure) in
            expand(context, label: "key", into: &key)
            try arena.withScratch(12) { _, nonce throws(Failure) in
                expand(context, label: "base_nonce", into: &nonce)
                try body(key.span, nonce.span)
            }
        }
    }

    /// Section 5.3.
    func export(
        _ exporterContext: Span<UInt8>,
        of context: Span<UInt8>,
        into output: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) {
        arena.withScratch(HKDF.keyCount) { _, exporterSecret in
            expand(context, label: "exp", into: &exporterSecret)
            labeled.expand(key: exporterSecret.span, label: "sec", into: &output) { input in
                input.update(exporterContext)
            }
        }
    }

    private func expand(
        _ context: Span<UInt8>,
        label: StaticString,
        into output: inout MutableSpan<UInt8>
    ) {
        // `extracting` clamps: without this, a short context would give keys of a short secret.
        precondition(context.count == HPKE.contextCount, "a context has 97 bytes")
        let secret = context.extracting(first: Self.secretCount)
        labeled.expand(key: secret, label: label, into: &output) { input in
            input.update(context.extracting(droppingFirst: Self.secretCount))
        }
    }
}

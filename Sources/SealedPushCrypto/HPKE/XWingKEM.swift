// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// X-Wing as a KEM of HPKE: its secret is used as it is (draft-ietf-hpke-pq).

extension XWingPublicKey: Encapsulating {
    /// The mechanism: X-Wing.
    public static var kem: HPKE.KEM { .xwing }

    /// Makes a fresh secret; both ephemerals come from swift-crypto's own randomness.
    ///
    /// - Throws: ``CryptoError/unavailable``.
    public func encapsulate(
        into sharedSecret: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) -> [UInt8] {
        try encapsulate(into: &sharedSecret)
    }
}

extension XWingPrivateKey: Decapsulating {
    /// The mechanism: X-Wing.
    public static var kem: HPKE.KEM { .xwing }

    /// Recovers the secret; ML-KEM's implicit rejection gives a wrong one for a forged key.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``, ``CryptoError/lowOrderPoint``.
    public func decapsulate(
        _ encapsulatedKey: Span<UInt8>,
        into sharedSecret: inout MutableSpan<UInt8>,
        using arena: inout SecretArena
    ) throws(CryptoError) {
        try decapsulate(encapsulatedKey, into: &sharedSecret)
    }
}

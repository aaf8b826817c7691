// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A store key that is wrapped by a passphrase: Argon2id with one lane, then XChaCha20-Poly1305.
struct PassphraseWrap: Hashable, Sendable {
    let parameters: Argon2id
    /// 16 random bytes.
    let salt: [UInt8]
    /// The key and its tag, 48 bytes.
    let wrapped: [UInt8]

    static let wrappedCount = StoreKeys.keyCount + XChaCha20Poly1305.tagCount

    // The wrapping key is made from a fresh salt and seals once, so its nonce need not differ from
    // anything.
    private static let nonce = [UInt8](repeating: 0, count: XChaCha20Poly1305.nonceCount)

    /// Takes what a header holds, or gives nil if a size is wrong.
    init?(reading parameters: Argon2id, salt: [UInt8], wrapped: [UInt8]) {
        guard salt.count == Argon2id.saltCount, wrapped.count == Self.wrappedCount else {
            return nil
        }
        self.parameters = parameters
        self.salt = salt
        self.wrapped = wrapped
    }

    /// Wraps `storeKey` under a new salt.
    init(
        wrapping storeKey: borrowing SecretBytes,
        passphrase: borrowing SecretBytes,
        parameters: Argon2id,
        storeID: StoreID
    ) throws(StoreError) {
        let salt = Randomness.bytes(Argon2id.saltCount)
        let key = try parameters.key(from: passphrase, salt: salt)
        var wrapped = [UInt8](repeating: 0, count: Self.wrappedCount)
        var span = wrapped.mutableSpan
        key.withBytes { key in
            storeKey.withBytes { storeKey in
                XChaCha20Poly1305.seal(
                    storeKey,
                    key: key,
                    nonce: Self.nonce.span,
                    authenticating: Self.facts(parameters, salt: salt, storeID: storeID).span,
                    into: &span
                )
            }
        }
        self.parameters = parameters
        self.salt = salt
        self.wrapped = wrapped
    }

    /// Unwraps the store key, or refuses the passphrase.
    func unwrap(
        passphrase: borrowing SecretBytes,
        storeID: StoreID
    ) throws(StoreError) -> SecretBytes {
        let key = try parameters.key(from: passphrase, salt: salt)
        var storeKey = SecretBytes(count: StoreKeys.keyCount)
        do throws(CryptoError) {
            try storeKey.withMutableBytes { storeKey throws(CryptoError) in
                try key.withBytes { key throws(CryptoError) in
                    try XChaCha20Poly1305.open(
                        wrapped.span,
                        key: key,
                        nonce: Self.nonce.span,
                        authenticating: Self.facts(parameters, salt: salt, storeID: storeID).span,
                        into: &storeKey
                    )
                }
            }
        } catch {
            throw .wrongKey
        }
        return storeKey
    }

    /// What is authenticated beside the wrapped key: everything that decides how it is opened.
    private static func facts(_ parameters: Argon2id, salt: [UInt8], storeID: StoreID) -> [UInt8] {
        Array("SealedPush v1 store key\0".utf8) + storeID.bytes + u32(parameters.memory)
            + u32(parameters.passes) + salt
    }

    private static func u32(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

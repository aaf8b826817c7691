// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension Argon2id {
    /// Derives a key of 32 bytes from a passphrase; one line end, as editors leave it, is
    /// dropped.
    ///
    /// - Throws: ``StoreError/emptyPassphrase``, ``StoreError/unavailable(code:)`` if memory is
    ///   short.
    func key(
        from passphrase: borrowing SecretBytes,
        salt: [UInt8]
    ) throws(StoreError) -> SecretBytes {
        try passphrase.withBytes { bytes throws(StoreError) in
            let passphrase = bytes.extracting(first: bytes.countWithoutLineEnd)
            guard passphrase.count > 0 else { throw .emptyPassphrase }
            do throws(CryptoError) {
                return try deriveKey(from: passphrase, salt: salt.span)
            } catch {
                throw .unavailable(code: StoreError.outOfMemory)
            }
        }
    }
}

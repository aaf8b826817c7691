// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

extension Argon2id {
    /// Derives a key of 32 bytes from a passphrase; one line feed at its end, as editors leave it,
    /// is dropped.
    ///
    /// - Throws: ``StoreError/emptyPassphrase``, ``StoreError/unavailable(code:)`` if memory is
    ///   short.
    func key(
        from passphrase: borrowing SecretBytes,
        salt: [UInt8]
    ) throws(StoreError) -> SecretBytes {
        try passphrase.withBytes { bytes throws(StoreError) in
            let isLine = bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "\n")
            let passphrase = bytes.extracting(droppingLast: isLine ? 1 : 0)
            guard passphrase.count > 0 else { throw .emptyPassphrase }
            do throws(CryptoError) {
                return try deriveKey(from: passphrase, salt: salt.span)
            } catch {
                throw .unavailable(code: StoreError.outOfMemory)
            }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// Argon2id version 1.3 with one lane (RFC 9106), from libsodium: turns a passphrase into a key.
package struct Argon2id: Hashable, Sendable {
    /// The memory that one derivation takes, in KiB.
    package let memory: UInt32
    /// The number of passes over the memory.
    package let passes: UInt32

    /// The size of a salt in bytes.
    package static let saltCount = 16

    /// What new stores use: 64 MiB, three passes.
    package static let standard = Argon2id(uncheckedMemory: 64 * 1024, passes: 3)

    /// The most memory in KiB that is accepted: 1 GiB.
    package static let maximumMemory: UInt32 = 1024 * 1024

    /// The most passes that are accepted.
    package static let maximumPasses: UInt32 = 10

    private init(uncheckedMemory memory: UInt32, passes: UInt32) {
        self.memory = memory
        self.passes = passes
    }

    /// Takes parameters that were read, and so may be anything.
    ///
    /// - Throws: ``CryptoError/cannotDerive`` outside 8 KiB to 1 GiB and 1 to 10 passes.
    package init(memory: UInt32, passes: UInt32) throws(CryptoError) {
        guard (8...Self.maximumMemory).contains(memory), (1...Self.maximumPasses).contains(passes)
        else { throw .cannotDerive }
        self.init(uncheckedMemory: memory, passes: passes)
    }

    /// Derives a key of `count` bytes (16 or more) from `passphrase` and a salt of 16 bytes.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)`` for the salt,
    ///   ``CryptoError/cannotDerive`` where memory is short.
    package func deriveKey(
        from passphrase: Span<UInt8>,
        salt: Span<UInt8>,
        count: Int = 32
    ) throws(CryptoError) -> SecretBytes {
        guard salt.count == Self.saltCount else {
            throw .wrongLength(expected: Self.saltCount, got: salt.count)
        }
        precondition(count >= 16, "a derived key has at least 16 bytes")
        var key = SecretBytes(count: count)
        let status = key.withMutableBytes { key in
            unsafe key.withMutableCBytes { key, keyCount in
                unsafe passphrase.withCBytes { passphrase, passphraseCount in
                    unsafe passphrase.withMemoryRebound(to: CChar.self, capacity: passphraseCount) {
                        passphrase in
                        unsafe salt.withCBytes { salt, _ in
                            unsafe crypto_pwhash(
                                key,
                                UInt64(keyCount),
                                passphrase,
                                UInt64(passphraseCount),
                                salt,
                                UInt64(passes),
                                Int(memory) * 1024,
                                crypto_pwhash_ALG_ARGON2ID13
                            )
                        }
                    }
                }
            }
        }
        guard status == 0 else { throw .cannotDerive }
        return key
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto

/// A box that a device leaves in a drop: 1024 bytes of plaintext under the drop's secret.
///
/// All boxes have one size and look random, so that no relay can tell what one is for.
///
///     salt 16 | ciphertext 1024 | tag 16
package struct DropBox: Hashable, Sendable {
    /// The whole box, 1056 bytes.
    package let bytes: [UInt8]

    /// The size of a box in bytes.
    package static let count = saltCount + plaintextCount + ChaCha20Poly1305.tagCount
    /// The size of its plaintext in bytes, zeros behind the last field included.
    package static let plaintextCount = 1024
    /// The size of its salt in bytes.
    package static let saltCount = 16

    /// Seals fields, with zeros behind them, under a fresh salt (L-6).
    ///
    /// A secret serves one plaintext of a device; that may be sealed again.
    package init(sealing fields: [UInt8], with secret: DropSecret) {
        self.init(sealing: fields, with: secret, salt: Randomness.bytes(Self.saltCount))
    }

    /// Seals fields under a salt from outside, to make a known box again.
    package init(sealing fields: [UInt8], with secret: DropSecret, salt: [UInt8]) {
        precondition(salt.count == Self.saltCount, "a salt has \(Self.saltCount) bytes")
        precondition(fields.count <= Self.plaintextCount, "the fields do not fit into a box")
        let padding = [UInt8](repeating: 0, count: Self.plaintextCount - fields.count)
        var ciphertext = [UInt8](repeating: 0, count: Self.count - Self.saltCount)
        var target = ciphertext.mutableSpan
        let context = Self.context(of: secret, salt: salt.span)
        context.withBytes { context in
            HPKE.seal(
                (fields + padding).span,
                authenticating: [UInt8]().span,
                context: context,
                into: &target
            )
        }
        bytes = salt + ciphertext
    }

    /// Takes the bytes of a box (L-7, row 1).
    ///
    /// - Throws: ``WireError/malformed`` for another size.
    package init(reading bytes: Span<UInt8>) throws(WireError) {
        guard bytes.count == Self.count else { throw .malformed }
        self.bytes = [UInt8](copying: bytes)
    }

    /// Decrypts the box: the plaintext, 1024 bytes, of which nothing is checked (L-7, row 2).
    ///
    /// - Throws: ``WireError/cannotOpen``.
    package func open(with secret: DropSecret) throws(WireError) -> [UInt8] {
        var plaintext = [UInt8](repeating: 0, count: Self.plaintextCount)
        var target = plaintext.mutableSpan
        let context = Self.context(of: secret, salt: bytes.span.extracting(first: Self.saltCount))
        do throws(CryptoError) {
            try context.withBytes { context throws(CryptoError) in
                try HPKE.open(
                    bytes.span.extracting(droppingFirst: Self.saltCount),
                    authenticating: [UInt8]().span,
                    context: context,
                    into: &target
                )
            }
        } catch {
            throw .cannotOpen
        }
        return plaintext
    }

    /// Key and nonce of the one plaintext under a salt, as HPKE has them: 44 bytes.
    private static func context(of secret: DropSecret, salt: Span<UInt8>) -> SecretBytes {
        var context = SecretBytes(count: HPKE.contextCount)
        context.withMutableBytes { context in
            secret.withKey(salt: salt) { key in
                context.withMutableBytes(from: 0, count: ChaCha20Poly1305.keyCount) { target in
                    HKDF.expand(key: key, into: &target) { $0.update(Label.dropKey) }
                }
                context.withMutableBytes(
                    from: ChaCha20Poly1305.keyCount,
                    count: ChaCha20Poly1305.nonceCount
                ) { target in
                    HKDF.expand(key: key, into: &target) { $0.update(Label.dropNonce) }
                }
            }
        }
        return context
    }
}

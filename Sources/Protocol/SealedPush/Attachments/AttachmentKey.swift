// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPushCrypto

/// The key of one encrypted file, which decrypts it.
///
/// A class, so that copies of a reference share one key in guarded memory; it prints nothing of
/// itself.
package final class AttachmentKey: Sendable {
    /// The size of a key in bytes.
    package static let count = ContentCoding.keyCount

    package let bytes: SecretBytes

    /// Makes a new key.
    package init() {
        bytes = SecretBytes(randomCount: Self.count)
    }

    /// Takes a key of 16 bytes; the caller wipes its own copy.
    ///
    /// - Throws: ``CryptoError/wrongLength(expected:got:)``.
    package init(copying bytes: Span<UInt8>) throws(CryptoError) {
        guard bytes.count == Self.count else {
            throw .wrongLength(expected: Self.count, got: bytes.count)
        }
        self.bytes = SecretBytes(copying: bytes)
    }
}

extension AttachmentKey: Hashable {
    /// Whether both are the same key, compared in constant time.
    package static func == (left: AttachmentKey, right: AttachmentKey) -> Bool {
        left.bytes.matches(right.bytes)
    }

    /// Adds nothing: a hash would tell of the key.
    package func hash(into hasher: inout Hasher) {}
}

extension AttachmentKey: Redacted {}

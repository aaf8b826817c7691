// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// SHA-512 (FIPS 180-4), from libsodium.
package enum SHA512 {
    /// The size of a digest in bytes.
    package static let digestCount = 64

    /// The digest of `bytes`.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestCount)
        var span = digest.mutableSpan
        hash(bytes, into: &span)
        return digest
    }

    /// Writes the digest of `bytes` into the first 64 bytes of `digest`.
    package static func hash(_ bytes: Span<UInt8>, into digest: inout MutableSpan<UInt8>) {
        precondition(digest.count >= digestCount, "a SHA-512 digest has 64 bytes")
        Sodium.start()
        unsafe digest.withMutableCBytes { digest, _ in
            unsafe bytes.withCBytes { bytes, count in
                _ = unsafe crypto_hash_sha512(digest, bytes, UInt64(count))
            }
        }
    }
}

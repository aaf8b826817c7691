// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium
import Crypto

/// SHA-256 (FIPS 180-4), from swift-crypto.
package enum SHA256 {
    /// The size of a digest in bytes.
    package static let digestCount = 32

    /// The digest of `bytes`.
    package static func hash(_ bytes: Span<UInt8>) -> [UInt8] {
        hash { input in input.update(bytes) }
    }

    /// The digest of what `feed` gives, piece by piece.
    package static func hash(_ feed: (inout Input) -> Void) -> [UInt8] {
        var input = Input()
        feed(&input)
        return input.digest()
    }

    /// Takes the pieces of a message that is hashed.
    package struct Input: ~Copyable {
        private var hasher = Crypto.SHA256()

        /// Begins a message.
        package init() {}

        /// Adds `piece` to the message.
        package mutating func update(_ piece: Span<UInt8>) {
            unsafe piece.withUnsafeBufferPointer { bytes in
                unsafe hasher.update(bufferPointer: UnsafeRawBufferPointer(bytes))
            }
        }

        /// Adds `piece` to the message.
        package mutating func update(_ piece: [UInt8]) {
            update(piece.span)
        }

        /// The digest of the pieces that were added.
        package consuming func digest() -> [UInt8] {
            unsafe hasher.finalize().withUnsafeBytes { unsafe Array($0) }
        }
    }
}

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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// The system's randomness, through libsodium (M-8).
package enum Randomness {
    /// Fills `target` with random bytes.
    package static func fill(_ target: inout MutableSpan<UInt8>) {
        Sodium.start()
        unsafe target.withMutableCBytes { bytes, count in unsafe randombytes_buf(bytes, count) }
    }

    /// Makes `count` random bytes that are no secret: an id, a salt, a nonce.
    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var span = bytes.mutableSpan
        fill(&span)
        return bytes
    }
}

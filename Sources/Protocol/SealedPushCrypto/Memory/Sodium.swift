// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CSodium

/// libsodium's one-time start, which picks the fastest implementation for this processor.
enum Sodium {
    private static let started: Bool = sodium_init() >= 0
    /// One check, since a build that verifies with the cofactor would accept what others refuse.
    private static let verifiesWithoutCofactor: Bool = started && CofactorCheck.passesInLibrary

    /// Makes sure that libsodium has started; every entry to the library passes here.
    @inline(__always)
    static func start() {
        precondition(started, "libsodium could not start: the system gives no randomness")
        precondition(
            verifiesWithoutCofactor,
            "libsodium verifies Ed25519 with the cofactor: another build is needed"
        )
    }
}

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

/// Comparison whose time depends on lengths only.
package enum ConstantTime {
    /// Whether both spans hold the same bytes.
    package static func areEqual(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        guard first.count == second.count else { return false }
        return unsafe first.withCBytes { first, count in
            unsafe second.withCBytes { second, _ in
                unsafe sodium_memcmp(first, second, count) == 0
            }
        }
    }

    /// Whether every byte of `span` is zero.
    package static func isZero(_ span: Span<UInt8>) -> Bool {
        unsafe span.withCBytes { bytes, count in unsafe sodium_is_zero(bytes, count) == 1 }
    }
}

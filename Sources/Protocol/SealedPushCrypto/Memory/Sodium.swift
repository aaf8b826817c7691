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

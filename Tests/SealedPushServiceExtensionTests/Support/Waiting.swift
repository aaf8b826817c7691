// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a wait was given up.
struct TooSlow: Error {}

/// Waits for something that no event tells of; long, as hundreds of tests may run at once.
func until(_ isSo: () throws -> Bool) async throws {
    let end = ContinuousClock.now.advanced(by: .seconds(600))
    while try !isSo() {
        guard ContinuousClock.now < end else { throw TooSlow() }
        await Task.yield()
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The deliveries that this process has under way, by the store that they are for.
///
/// A claim that holds content belongs to a delivery under way, or was left by a run that was stopped. Only who knows that
/// nothing else is under way can tell, and only a process that has just started, or failed to hand over, has a reason to look.
final class ProcessRuns: Sendable {
    private struct Runs {
        var count = 0
        var mayHaveLeft = true
    }

    /// Those of this process.
    static let current = ProcessRuns()

    private let runs = Mutex<[String: Runs]>([:])

    /// Begins a delivery.
    func begin(_ store: String) {
        runs.withLock { $0[store, default: Runs()].count += 1 }
    }

    /// Ends a delivery, which may have left its message in its claim.
    func end(_ store: String, mayHaveLeft: Bool) {
        runs.withLock { runs in
            runs[store, default: Runs()].count -= 1
            if mayHaveLeft { runs[store, default: Runs()].mayHaveLeft = true }
        }
    }

    /// What `look` finds of what was left, if this is the only delivery under way before and after; nil where there is
    /// no reason to look, or nobody can tell.
    func leftovers<Found, Failure: Error>(
        of store: String,
        _ look: () throws(Failure) -> Found
    ) throws(Failure) -> Found? {
        let isAlone = {
            self.runs.withLock { $0[store].map { $0.count == 1 && $0.mayHaveLeft } ?? false }
        }
        guard isAlone() else { return nil }
        let found = try look()
        guard isAlone() else { return nil }
        runs.withLock { $0[store]?.mayHaveLeft = false }
        return found
    }
}

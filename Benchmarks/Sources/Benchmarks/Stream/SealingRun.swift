// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushKeys
import SealedPushSender

/// One payload sealed for every device of a stream; each sealed payload is looked at and dropped.
struct SealingRun {
    let memory: any SenderMemory

    /// Gives the time that it took; fails unless all `count` devices were sealed to.
    func seal<Targets: AsyncSequence>(
        for targets: Targets,
        count: Int
    ) async throws -> Duration where Targets.Element == SealingTarget {
        let sender = Sender(
            keys: SenderKeys(),
            memory: memory,
            lists: TransientSenderMemory()
        )
        var sealed = 0
        let start = ContinuousClock.now
        let message = try sender.prepare(Content.bytes(count: 1024), now: Exchange.now)
        try await sender.seal(message, for: targets, now: Exchange.now) { outcome in
            keep(try outcome.result.get().payload)
            sealed += 1
        }
        let duration = ContinuousClock.now - start
        guard sealed == count else { throw BenchmarkFailure("\(sealed) of \(count) sealed") }
        return duration
    }
}

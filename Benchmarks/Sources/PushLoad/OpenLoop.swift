// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// Pushes at times that were fixed before, whatever becomes of those sent earlier.
///
/// A push's latency counts from the time at which it was to be sent: where a client or server stands still, all that was due
/// meanwhile shows it.
struct OpenLoop {
    /// The latencies in nanoseconds.
    struct Latency: Codable {
        var pushes = 0
        var median = 0.0
        var of99in100 = 0.0
        var most = 0.0
    }

    static let warmUp: Duration = .seconds(1)

    let perSecond: Int
    let window: Duration

    /// `send` throws where a push was not accepted.
    func run(_ send: @escaping @Sendable (Int) async throws -> Void) async throws -> Latency {
        let step = Duration.nanoseconds(1_000_000_000 / max(1, perSecond))
        let start = ContinuousClock.now
        let counted = start + Self.warmUp
        let end = counted + window
        let latencies = Latencies()
        let (due, pacer) = AsyncStream.makeStream(of: (Int, ContinuousClock.Instant).self)
        // A thread, as timers of tasks are too coarse, and sleeping in a task would take a core away.
        Thread.detachNewThread {
            var time = start
            var number = 0
            while time < end {
                Self.sleep(until: time)
                let now = ContinuousClock.now
                while time <= now, time < end {
                    pacer.yield((number, time))
                    number += 1
                    time += step
                }
            }
            pacer.finish()
        }
        try await withThrowingDiscardingTaskGroup { group in
            for await (number, time) in due {
                group.addTask {
                    try await send(number)
                    let latency = time.duration(to: .now) / .nanoseconds(1)
                    if time >= counted { latencies.all.withLock { $0.append(latency) } }
                }
            }
        }
        let sorted = latencies.all.withLock { $0.sorted() }
        guard let most = sorted.last else { throw LoadFailure("nothing was sent") }
        return Latency(
            pushes: sorted.count,
            median: sorted[sorted.count / 2],
            of99in100: sorted[sorted.count * 99 / 100],
            most: most
        )
    }

    private static func sleep(until time: ContinuousClock.Instant) {
        let rest = ContinuousClock.now.duration(to: time) / .nanoseconds(1)
        if rest > 0 { usleep(UInt32(rest / 1000)) }
    }
}

/// What all sends of a run took, in nanoseconds.
private final class Latencies: Sendable {
    let all = Mutex<[Double]>([])
}

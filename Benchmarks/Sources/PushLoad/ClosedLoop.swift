// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// As many senders at once as there may be streams, each of which sends its next push when the last is answered.
struct ClosedLoop {
    /// What they got done.
    struct Throughput: Codable {
        var pushes = 0
        var perSecond = 0.0
        /// The processor time of the whole process for one push, in nanoseconds.
        var processorTime = 0.0
    }

    static let warmUp: Duration = .seconds(1)

    let senders: Int
    let window: Duration

    /// Counts what is answered within the window; `send` throws where a push was not accepted.
    func run(_ send: @escaping @Sendable (Int) async throws -> Void) async throws -> Throughput {
        let start = ContinuousClock.now + Self.warmUp
        let end = start + window
        let processor = ProcessorTime(from: start, to: end)
        let pushes = try await withThrowingTaskGroup(of: Int.self) { group in
            for sender in 0..<senders {
                group.addTask {
                    var count = 0
                    var now = ContinuousClock.now
                    while now < end {
                        try await send(sender)
                        now = .now
                        if now >= start, now < end { count += 1 }
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Throughput(
            pushes: pushes,
            perSecond: Double(pushes) / (window / .seconds(1)),
            processorTime: try await processor.nanoseconds / Double(max(1, pushes))
        )
    }
}

/// How much processor time the process takes within a window.
private struct ProcessorTime {
    private let task: Task<Double, any Error>

    init(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant) {
        task = Task {
            try await Task.sleep(until: start)
            let before = Self.now
            try await Task.sleep(until: end)
            return Self.now - before
        }
    }

    var nanoseconds: Double { get async throws { try await task.value } }

    private static var now: Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

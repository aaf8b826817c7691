// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A limit of the wait for replies of a part of the system; after one that did not come, no further
/// question is asked.
///
/// Without it a silent system would hold up each of many messages, or the run for ever.
final class ReplyTimeout: Sendable {
    private let time: Duration
    private let clock: any Clock<Duration> & Sendable
    private let isOver = Mutex(false)

    /// Waits for `time` unless told otherwise.
    init(of time: Duration, _ clock: any Clock<Duration> & Sendable) {
        (self.time, self.clock) = (time, clock)
    }

    /// Asks the system; nil if the reply takes longer, an earlier one did not come, or the task is
    /// cancelled.
    ///
    /// - Parameters:
    ///   - time: How long the answer may take, if that is not the usual time.
    ///   - ask: Asks, with a handler that may be called on any thread, also after the end.
    /// - Returns: The answer.
    func answer<Answer: Sendable>(
        within time: Duration? = nil,
        _ ask: (_ handler: @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer? {
        guard !isOver.withLock(\.self) else { return nil }
        let (answers, handler) = AsyncStream.makeStream(of: Answer.self)
        ask { answer in
            handler.yield(answer)
            handler.finish()
        }
        let answer = await clock.limit(time ?? self.time) { await answers.first { _ in true } }
        if answer == nil, !Task.isCancelled { isOver.withLock { $0 = true } }
        return answer
    }
}

extension Clock<Duration> {
    /// What `work` returns, which is cancelled when `time` is over.
    func limit<Outcome: Sendable>(
        _ time: Duration,
        _ work: @escaping @Sendable () async -> Outcome?
    ) async -> Outcome? {
        await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await work() }
            group.addTask {
                try? await self.sleep(for: time)
                return nil
            }
            var outcome: Outcome?
            for await ended in group {
                group.cancelAll()
                outcome = ended ?? outcome
            }
            return outcome
        }
    }
}

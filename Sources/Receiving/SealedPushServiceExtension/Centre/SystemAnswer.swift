// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A question to the system, which may never be answered.
enum SystemAnswer {
    /// What the system answers; nil where it takes longer than `time`, or the task is cancelled.
    ///
    /// `ask` asks, with a handler that may be called on any thread, also after the end.
    static func of<Answer: Sendable>(
        within time: Duration,
        of clock: any Clock<Duration> & Sendable,
        _ ask: (_ handler: @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer? {
        let (answers, handler) = AsyncStream.makeStream(of: Answer.self)
        ask { answer in
            handler.yield(answer)
            handler.finish()
        }
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await answers.first { _ in true } }
            group.addTask {
                try? await clock.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}

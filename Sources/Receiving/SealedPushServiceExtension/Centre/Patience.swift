// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How long one run waits for a part of the system: the time of a step for most answers, and no more once none came.
///
/// Without it a system that is silent would hold up each of many messages, or the run for ever.
final class Patience: Sendable {
    private let settings: ServiceSettings
    private let isOver = Mutex(false)

    init(_ settings: ServiceSettings) {
        self.settings = settings
    }

    /// What the system answers; nil where it takes longer, has not answered before, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - time: How long the answer may take, if that is not the time of a step.
    ///   - ask: Asks, with a handler that may be called on any thread.
    /// - Returns: The answer.
    func answer<Answer: Sendable>(
        within time: Duration? = nil,
        _ ask: (_ handler: @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer? {
        guard !isOver.withLock(\.self) else { return nil }
        let answer = await SystemAnswer.of(
            within: time ?? settings.stepTime,
            of: settings.clock,
            ask
        )
        if answer == nil, !Task.isCancelled { isOver.withLock { $0 = true } }
        return answer
    }
}

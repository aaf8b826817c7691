// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How long one run waits for a part of the system: the time of a step for an answer, and no more once none came.
///
/// Without it a system that is silent would hold up each of many messages, or the run for ever.
final class Patience: Sendable {
    private let settings: ServiceSettings
    private let isOver = Mutex(false)

    init(_ settings: ServiceSettings) {
        self.settings = settings
    }

    /// What the system answers; nil where it takes longer, has not answered before, or the task is cancelled.
    func answer<Answer: Sendable>(
        _ ask: (_ handler: @escaping @Sendable (Answer) -> Void) -> Void
    ) async -> Answer? {
        guard !isOver.withLock(\.self) else { return nil }
        let answer = await SystemAnswer.of(within: settings.stepTime, of: settings.clock, ask)
        if answer == nil { isOver.withLock { $0 = true } }
        return answer
    }
}

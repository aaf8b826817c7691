// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import Synchronization

/// What one run tells the system of messages that came.
///
/// A system that did not answer once is asked no more: each message of many would have to wait for it.
final class Donations: Sendable {
    private let settings: ServiceSettings
    private let isSilent = Mutex(false)

    init(_ settings: ServiceSettings) {
        self.settings = settings
    }

    /// Tells the system of a message, and whether it took that in the time of a step.
    func donate(_ interaction: INInteraction) async -> Bool {
        guard !isSilent.withLock(\.self) else { return false }
        let isTaken = await SystemAnswer.of(within: settings.stepTime, of: settings.clock) {
            answer in interaction.donate { error in answer(error == nil) }
        }
        if isTaken == nil { isSilent.withLock { $0 = true } }
        return isTaken ?? false
    }
}

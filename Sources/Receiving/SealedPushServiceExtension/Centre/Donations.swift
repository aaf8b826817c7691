// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents

/// What one run tells the system of messages that came.
final class Donations: Sendable {
    private let patience: Patience

    init(_ settings: ServiceSettings) {
        patience = Patience(settings)
    }

    /// Tells the system of a message, and whether it took that.
    func donate(_ interaction: INInteraction) async -> Bool {
        await patience.answer { answer in
            interaction.donate { error in answer(error == nil) }
        } ?? false
    }
}

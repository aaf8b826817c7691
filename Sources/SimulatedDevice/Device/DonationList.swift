// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import Synchronization

/// What the app and its extension have donated to the system.
final class DonationList: DonationBacking {
    private let state = Mutex<[INInteraction.Values]>([])

    /// The donations in their order.
    var donations: [INInteraction.Values] { state.withLock(\.self) }

    func donate(_ interaction: INInteraction.Values) {
        state.withLock { donations in
            donations.removeAll { $0.identifier == interaction.identifier }
            donations.append(interaction)
        }
    }

    func forget(_ selection: DonationSelection) {
        state.withLock { donations in
            donations.removeAll { donation in
                switch selection {
                case .all: true
                case .identifiers(let identifiers): identifiers.contains(donation.identifier)
                case .group(let group): donation.groupIdentifier == group
                }
            }
        }
    }
}

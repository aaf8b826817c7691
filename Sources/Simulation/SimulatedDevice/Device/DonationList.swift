// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Intents
import Synchronization

/// What the app and its extension have donated to the system.
final class DonationList: DonationBacking {
    /// How many donations are kept: the last.
    private static let limit = 1000
    private let state = Mutex<[INInteraction.Values]>([])

    /// The donations in their order.
    var donations: [INInteraction.Values] { state.withLock(\.self) }

    func donate(_ interaction: INInteraction.Values) {
        state.withLock { donations in
            donations.removeAll { $0.identifier == interaction.identifier }
            donations.append(interaction)
            donations.removeFirst(max(0, donations.count - Self.limit))
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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushStore

/// What became of an attempt to claim a message.
package enum ClaimOutcome: Hashable, Sendable {
    /// The message is ours alone, durably: hand it over as new.
    case claimed
    /// There was a claim before; under a one-time prekey it may be of another message.
    case found(ClaimState)
    /// The prekey is gone, and its claims with it.
    case gone
}

/// Every claim whose content no run is known to have handed over.
package struct UnfinishedClaims: Sendable {
    /// Where each stands and what it holds, in an order that tells nothing.
    package let claims: [(place: ClaimPlace, claim: Claim)]
    /// Why others could not be read.
    package let failures: [StoreError]
    /// Whether there are more than were asked for.
    package let isCut: Bool
}

/// What a sweep of the claims took away.
package struct ClaimSweep: Hashable, Sendable {
    /// The number of tombstones.
    package var tombstones = 0
    /// How many folders of prekeys that are gone.
    package var rooms = 0
    /// Why some things could not be read; they stay.
    package var failures: [StoreError] = []

    /// A sweep that found nothing.
    package init() {}
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What became of an attempt to claim a message.
package enum ClaimOutcome: Hashable, Sendable {
    /// The message is ours alone, durably: hand it over as new.
    case claimed
    /// Somebody claimed before; under a one-time prekey it may have been another message.
    case found(ClaimState)
    /// The prekey is gone, and its claims with it.
    case gone
}

/// Every claim whose content no run is known to have handed over.
package struct UndeliveredClaims: Sendable {
    /// Where each stands and what it holds, in an order that tells nothing.
    package let claims: [(place: ClaimPlace, claim: Claim)]
    /// Why others could not be read.
    package let failures: [StoreError]
}

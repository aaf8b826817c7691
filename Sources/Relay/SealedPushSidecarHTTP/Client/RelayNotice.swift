// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What an operator of a sidecar should know of a relay.
package enum RelayNotice: Hashable, Sendable {
    /// The relay of this origin has no address, or none that may be asked.
    case unreachable(String)
    /// The relay of this origin has refused the sidecar's signature, or a request without one.
    case keyRefused(String)
    /// The time of day is another one than all relays have, or is the same again.
    case clock(RelayClocks.Difference)
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The undocumented behavior of Apple's servers that clients have reported, as a server simulates
/// it.
///
/// After `ExpiredProviderToken` or `InternalServerError` a connection answers every push so, and
/// after `TooManyProviderTokenUpdates` none, until it is closed. After any refusal there is one
/// stream until the next push that is accepted. A refused stream is reset twice. One reason is
/// spelled `BadEnvironmentKeyInToken`. docs/simulated-apns.md names who reported what.
public struct Observations: Hashable, Sendable {
    /// The number of bad device tokens after which the server ends a connection with GOAWAY.
    public var badTokenLimit = 100
    /// The idle time after which the server ends a connection with GOAWAY.
    public var idleLimit: Duration = .seconds(3600)

    /// Creates the reported behavior.
    public init() {}
}

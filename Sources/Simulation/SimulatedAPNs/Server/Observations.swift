// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What Apple does not document and clients have reported of its servers, as a server plays it.
///
/// After `ExpiredProviderToken` or `InternalServerError` a connection answers every push so, and
/// after `TooManyProviderTokenUpdates` none, until it is closed. After any refusal there is one stream
/// until the next push that is accepted. A refused stream is reset twice. One reason is spelled
/// `BadEnvironmentKeyInToken`. docs/simulated-apns.md names who reported what.
public struct Observations: Hashable, Sendable {
    /// After how many device tokens that are bad a connection ends with GOAWAY.
    public var badTokenLimit = 100
    /// After how long without a request a connection ends with GOAWAY.
    public var idleLimit: Duration = .seconds(3600)

    /// All of them.
    public init() {}
}

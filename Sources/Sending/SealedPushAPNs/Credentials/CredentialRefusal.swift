// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A push that was refused for the credentials that it was sent with.
struct CredentialRefusal {
    /// What becomes of it.
    enum Advice: Hashable {
        /// It is sent again at once, on another connection, with the token that is then in use.
        case sendAgain
        /// It is sent again after this time, when there may be another token.
        case wait(Duration)
        /// It is rejected: another token of the same key would fare no better.
        case reject
    }

    /// The number of its provider token; 0 if a certificate authenticates.
    let number: Int
    /// Why, if that is known.
    let reason: APNsReason?
    /// Whether its connection had taken no push before: what an older one refuses may be the
    /// connection's own fault.
    let isFresh: Bool

    /// What becomes of it if there are no other credentials.
    var advice: Advice { isFresh ? .reject : .sendAgain }
}

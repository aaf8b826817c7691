// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// What a client authenticates with, which all its connections share.
enum Credentials: Sendable {
    /// What a push is sent with.
    enum Current {
        /// It may be sent with this provider token and its number; without one where a certificate
        /// authenticates, which TLS shows.
        case usable(token: ProviderToken?, number: Int)
        /// Nothing is sent until then.
        case held(until: Duration)
    }

    /// What becomes of a push that was refused for its credentials.
    enum Advice: Hashable {
        /// It is sent again at once, on another connection, with the token that is then in use.
        case sendAgain
        /// It is sent again after this time, when there may be another token.
        case wait(Duration)
        /// It is rejected: another token of the same key would fare no better.
        case reject
    }

    /// A push that was refused for the credentials that it was sent with.
    struct Refusal {
        /// The number of its provider token.
        let number: Int
        /// Why, where that is known.
        let reason: APNsReason?
        /// Whether its connection had taken no push before: what an older one refuses may be the
        /// connection's own fault.
        let isFresh: Bool
    }

    case tokens(TokenSource)
    case certificate

    /// What to send with at `now`.
    ///
    /// - Parameters:
    ///   - now: The time on a clock that can't be set.
    ///   - date: The time of day, read where a token is made.
    /// - Returns: A token, or that the certificate serves, or until when there is neither.
    func current(at now: Duration, date: () -> Timestamp) -> Current {
        switch self {
        case .tokens(let source): source.current(at: now, date: date)
        case .certificate: .usable(token: nil, number: 0)
        }
    }

    /// Whether nothing is sent, as APNs refuses the token in use.
    var areHeld: Bool {
        switch self {
        case .tokens(let source): source.isHeld
        case .certificate: false
        }
    }

    /// Notes that APNs took the token of this number.
    func accepted(number: Int) {
        if case .tokens(let source) = self { source.accepted(number: number) }
    }

    /// Notes that APNs refused a push for its credentials, and says what becomes of it.
    ///
    /// - Parameters:
    ///   - refusal: What was refused.
    ///   - now: When the refusal came.
    ///   - date: The time of day, read where it may be to blame.
    /// - Returns: What becomes of the push.
    func refused(_ refusal: Refusal, at now: Duration, date: () -> Timestamp) -> Advice {
        switch self {
        case .tokens(let source): source.refused(refusal, at: now, date: date)
        case .certificate: refusal.isFresh ? .reject : .sendAgain
        }
    }
}

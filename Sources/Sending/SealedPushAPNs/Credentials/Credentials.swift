// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// What a client authenticates with, which all its connections share.
enum Credentials: Sendable {
    /// What a push is sent with.
    enum Current {
        /// It may be sent.
        ///
        /// - Parameters:
        ///   - token: The provider token; nil where a certificate authenticates, which TLS shows.
        ///   - number: The number of the token.
        ///   - isInDoubt: Whether it is to be tried on one push first.
        case usable(token: ProviderToken?, number: Int, isInDoubt: Bool)
        /// Nothing is, until then.
        case pause(until: Duration)
    }

    /// What becomes of a push that was refused for its credentials.
    enum Advice: Hashable {
        /// It is sent again at once, with the token that is then in use.
        case sendAgain
        /// It is sent again after this time, when there may be another token.
        case wait(Duration)
        /// It is rejected: another token of the same key would fare no better.
        case reject
    }

    case tokens(TokenSource)
    case certificate(CertificateWatch)

    /// What to send with at `now`.
    ///
    /// - Parameters:
    ///   - now: The time on a clock that can't be set.
    ///   - date: The time of day, read where a token is made.
    /// - Returns: A token, or that the certificate serves, or until when there is neither.
    func current(at now: Duration, date: () -> Timestamp) -> Current {
        switch self {
        case .tokens(let source): source.current(at: now, date: date)
        case .certificate(let watch): watch.current(at: now)
        }
    }

    /// Whether the credentials in use were refused since they were last taken: who has an answer that says otherwise is to
    /// say so.
    var areInDoubt: Bool {
        switch self {
        case .tokens(let source): source.isInDoubt
        case .certificate(let watch): watch.isInDoubt
        }
    }

    /// Notes that APNs took the credentials, the token of this number.
    ///
    /// - Parameter number: The number of the token.
    /// - Returns: Whether nothing was sent until now, or little, as they had been refused.
    func accepted(number: Int) -> Bool {
        switch self {
        case .tokens(let source): source.accepted(number: number)
        case .certificate(let watch): watch.accepted()
        }
    }

    /// Notes that APNs refused a push for the credentials that it was sent with, and says what becomes of it.
    ///
    /// - Parameters:
    ///   - number: The number of its token.
    ///   - reason: Why, where that is known.
    ///   - now: When the refusal came.
    ///   - date: The time of day, read where it may be to blame.
    /// - Returns: What becomes of the push.
    func refused(
        number: Int,
        for reason: APNsReason?,
        at now: Duration,
        date: () -> Timestamp
    ) -> Advice {
        switch self {
        case .tokens(let source):
            return source.refused(number: number, for: reason, at: now, date: date)
        case .certificate(let watch):
            watch.refused(at: now)
            return .reject
        }
    }
}

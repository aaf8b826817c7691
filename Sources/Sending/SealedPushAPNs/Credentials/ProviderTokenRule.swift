// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// When the provider token is renewed that all connections share.
///
/// APNs takes a token for an hour, and no second renewal within 20 minutes ("Establishing a
/// token-based connection to APNs"). A token's age is told by a clock that can't be set, never by
/// the time that stands in it: if the machine's clock is wrong, or is set, renewals come no more
/// often and no more seldom. That an hour-old time stands in it, only APNs can tell, and then a new
/// one is made as soon as it may be: so all is well within 21 minutes after the clock is.
///
/// Every time is one since any fixed moment, on a clock that runs on while the machine sleeps.
struct ProviderTokenRule {
    /// The age at which a token is renewed.
    static let renewal: Duration = .minutes(50)
    /// The age at which one is renewed though APNs asked for patience: a minute before APNs takes
    /// it no longer.
    static let latestRenewal: Duration = .minutes(59)
    /// The age below which none is renewed: 20 minutes, and one for clocks and the way.
    static let earliestRenewal: Duration = .minutes(21)

    /// How many tokens there have been; the number of the one in use.
    private(set) var number = 0

    /// Whether nothing is sent: a fresh connection called the token in use expired.
    private(set) var isHeld = false

    private var start: Duration?
    private var isRefused = false
    private var backoffEnd: Duration?

    /// Whether a token is to be made before anything is sent at `now`.
    func isDue(at now: Duration) -> Bool {
        guard let start else { return true }
        return now >= renewalTime(after: start)
    }

    /// Whether the token in use serves on while another one is looked for.
    func servesOn(at now: Duration) -> Bool {
        guard let start, !isRefused else { return false }
        return now < start + Self.latestRenewal
    }

    /// Until when nothing is sent; nil if something may be.
    func hold(at now: Duration) -> Duration? {
        guard isHeld, let start else { return nil }
        return max(now, renewalTime(after: start))
    }

    /// Notes that a token was made; if that failed nothing is noted, the one before serves on, and
    /// one is still due.
    mutating func renewed(at now: Duration) {
        number += 1
        start = now
        isRefused = false
        isHeld = false
        backoffEnd = nil
    }

    /// Has another token made before anything is sent: the machine's clock was set since this one
    /// was.
    mutating func outdate() {
        start = nil
        isHeld = false
    }

    /// Notes that APNs took the token of this number: of its servers one may have a clock of its
    /// own.
    mutating func accepted(number: Int) {
        if number == self.number { isHeld = false }
    }

    /// Notes that APNs refused a push for its provider token, and says what becomes of it.
    mutating func refused(_ refusal: CredentialRefusal, at now: Duration)
        -> CredentialRefusal.Advice
    {
        switch refusal.reason {
        case .tooManyProviderTokenUpdates:
            // Once a token: refusals that keep coming must not put off the renewal for ever.
            let end = backoffEnd ?? now + Self.earliestRenewal
            backoffEnd = end
            guard refusal.isFresh else { return .sendAgain }
            return .wait(end > now ? end - now : Self.earliestRenewal)
        case .expiredProviderToken, .invalidProviderToken:
            guard refusal.number == number, let start, refusal.isFresh else { return .sendAgain }
            isRefused = true
            // Also if it is invalid its time may be to blame: one from the future.
            guard refusal.reason == .expiredProviderToken else { return .reject }
            isHeld = true
            return .wait(max(.zero, renewalTime(after: start) - now))
        default: return refusal.advice
        }
    }

    private func renewalTime(after start: Duration) -> Duration {
        let time = start + (isRefused ? Self.earliestRenewal : Self.renewal)
        return max(time, min(backoffEnd ?? time, start + Self.latestRenewal))
    }
}

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

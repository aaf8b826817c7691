// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// When the provider token is renewed that all connections share.
///
/// APNs takes a token for an hour, and no second renewal within 20 minutes ("Establishing a token-based connection to
/// APNs"). A token's age is told by a clock that can't be set, never by the time that stands in it: where the machine's
/// clock is wrong, or is set, renewals come no more often and no more seldom. That an hour-old time stands in it, only
/// APNs can tell, and then a new one is made as soon as it may be: so all is well within 21 minutes after the clock is.
///
/// Every time is one since any fixed moment, on a clock that runs on while the machine sleeps.
struct ProviderTokenRule {
    /// The age at which a token is renewed.
    static let renewal: Duration = .minutes(50)
    /// The age at which one is renewed though APNs asked for patience: a minute before APNs takes it no longer.
    static let latestRenewal: Duration = .minutes(59)
    /// The age below which none is renewed: 20 minutes, and one for clocks and the way.
    static let earliestRenewal: Duration = .minutes(21)

    /// How many tokens there have been; the number of the one in use.
    private(set) var number = 0

    private var start: Duration?
    private var isRefused = false
    private var isExpired = false
    private var hold: Duration?
    private var doubt = CredentialDoubt()

    /// Whether the token in use was refused since it was last taken: it is to be tried on one push at a time.
    var isInDoubt: Bool { doubt.isThere }

    /// Whether a token is to be made before anything is sent at `now`.
    func isDue(at now: Duration) -> Bool {
        guard let start else { return true }
        return now >= renewalTime(after: start)
    }

    /// Until when nothing is sent, as APNs refuses the token in use; nil otherwise.
    ///
    /// Where it is called expired there is no other yet; where it is refused otherwise it is tried again from time to time.
    func pause(at now: Duration) -> Duration? {
        guard isExpired, let start else { return doubt.pause(at: now) }
        return max(now, renewalTime(after: start))
    }

    /// Notes that a token was made; where that failed nothing is noted, the one before serves on, and one is still due.
    mutating func renewed(at now: Duration) {
        number += 1
        start = now
        isRefused = false
        isExpired = false
        hold = nil
        doubt.ended()
    }

    /// Has another token made before anything is sent: the machine's clock was set since this one
    /// was.
    mutating func outdate() {
        start = nil
        isExpired = false
    }

    /// Notes that APNs took the token of this number; true where nothing was sent until now, or little, as it was refused.
    ///
    /// Also a token that was called expired is good then: of APNs' servers one may have a clock of its own.
    mutating func accepted(number: Int) -> Bool {
        guard number == self.number, isInDoubt else { return false }
        isExpired = false
        doubt.ended()
        return true
    }

    /// Notes that APNs refused a push for its provider token.
    ///
    /// - Parameters:
    ///   - number: The number of the token that the push had.
    ///   - reason: Why, where that is known.
    ///   - now: When the refusal came.
    /// - Returns: What becomes of the push.
    mutating func refused(
        number: Int,
        for reason: APNsReason?,
        at now: Duration
    ) -> Credentials.Advice {
        if number == self.number { doubt.refused(at: now) }
        if reason == .tooManyProviderTokenUpdates {
            // Once a token: refusals that keep coming must not put off the renewal for ever.
            let end = hold ?? now + Self.earliestRenewal
            hold = end
            return .wait(end > now ? end - now : Self.earliestRenewal)
        }
        switch reason {
        case .expiredProviderToken, .invalidProviderToken:
            guard number == self.number, let start else { return .sendAgain }
            isRefused = true
            // Also where it is invalid its time may be to blame: one from the future.
            guard reason == .expiredProviderToken else { return .reject }
            isExpired = true
            return .wait(max(.zero, renewalTime(after: start) - now))
        default:
            return .reject
        }
    }

    private func renewalTime(after start: Duration) -> Duration {
        let time = start + (isRefused ? Self.earliestRenewal : Self.renewal)
        return max(time, min(hold ?? time, start + Self.latestRenewal))
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOPosix
import SealedPushCoding
import Synchronization

/// The provider token of a key, which all connections of all its clients share, so that it is
/// renewed once for all of them.
final class TokenSource: Sendable {
    /// What a push is sent with.
    enum Current {
        /// It may be sent with this token, which has this number.
        case usable(ProviderToken, number: Int)
        /// Nothing is sent until then.
        case held(until: Duration)
        /// Nothing is sent while the keeper looks for a token, which takes milliseconds.
        case awaited
    }

    private struct State {
        var rule = ProviderTokenRule()
        var token: ProviderToken?
        /// When the token was signed, by the clock that can't be set and by the time of day.
        var signed: (at: Duration, date: Timestamp)?
        /// When a token may be signed again, if that failed.
        var earliest: Duration = .zero
        /// Whether one of the callers renews it.
        var isRenewing = false
    }

    /// How far the time of day may be from where it was when the token was signed, so that no clock
    /// was set between.
    private static let driftMilliseconds: UInt64 = 30_000

    /// How far a kept token may be of the future, as a clock steps back when it is set right: APNs
    /// takes one, too.
    private static let aheadMilliseconds: UInt64 = 60_000

    let signer: ProviderTokenSigner
    private let keeper: (any ProviderTokenKeeper)?
    /// Calls the keeper, which may wait for another process or the disk, where nothing waits for it.
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let state = Mutex(State())
    /// Whether nothing is sent, for callers that ask at each answer.
    private let held = Atomic(false)

    init(
        _ signer: ProviderTokenSigner,
        keeper: (any ProviderTokenKeeper)? = nil,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { body in
            NIOThreadPool.singleton.submit { _ in body() }
        }
    ) {
        self.signer = signer
        self.keeper = keeper
        self.perform = perform
    }

    /// The token to send with at `now`, made anew at this time of day if one is due, or until when
    /// there is none.
    ///
    /// It is for event loops: only `perform` may wait.
    func current(at now: Duration, date: () -> Timestamp) -> Current {
        let (current, isToRenew) = look(at: now)
        guard isToRenew else { return current }
        let date = date()
        if keeper == nil {
            renew(at: now, date)
        } else {
            perform { self.renew(at: now, date) }
        }
        return look(at: now).current
    }

    /// The token to send with, and whether the caller is to renew it: one of all that ask.
    private func look(at now: Duration) -> (current: Current, isToRenew: Bool) {
        change { state in
            let isDue = state.rule.isDue(at: now) && now >= state.earliest
            if isDue, !state.isRenewing {
                state.isRenewing = true
                return (.awaited, true)
            }
            if state.isRenewing, !state.rule.servesOn(at: now) { return (.awaited, false) }
            guard let token = state.token else { return (.held(until: state.earliest), false) }
            if let end = state.rule.hold(at: now) {
                return (.held(until: max(end, state.earliest)), false)
            }
            return (.usable(token, number: state.rule.number), false)
        }
    }

    /// Whether nothing is sent, as a fresh connection called the token in use expired.
    var isHeld: Bool { held.load(ordering: .relaxed) }

    /// Notes that APNs took the token of this number.
    func accepted(number: Int) {
        change { $0.rule.accepted(number: number) }
    }

    /// Notes that APNs refused a push for its token, and says what becomes of it.
    ///
    /// If the machine's clock was set since it was signed, another is signed at once, with the
    /// time that it is now.
    func refused(
        _ refusal: CredentialRefusal,
        at now: Duration,
        date: () -> Timestamp
    ) -> CredentialRefusal.Advice {
        change { state in
            let isOfTime = [.expiredProviderToken, .invalidProviderToken].contains(refusal.reason)
            if isOfTime, refusal.number == state.rule.number, let signed = state.signed {
                let expected = signed.date.advanced(by: now - signed.at)
                let (one, other) = (expected.milliseconds, date().milliseconds)
                if max(one, other) - min(one, other) > Self.driftMilliseconds {
                    state.rule.outdate()
                    return .sendAgain
                }
            }
            return state.rule.refused(refusal, at: now)
        }
    }

    private func renew(at now: Duration, _ date: Timestamp) {
        let next = try? next(after: state.withLock(\.token), at: date)
        change { state in
            state.isRenewing = false
            guard let (token, age) = next else {
                state.earliest = now + .seconds(1)
                return
            }
            state.token = token
            state.signed = (now - age, date.advanced(by: .zero - age))
            state.rule.renewed(at: now - age)
        }
    }

    /// The next token and its age: one that another process keeps, or a new one.
    private func next(
        after current: ProviderToken?,
        at date: Timestamp
    ) throws(APNsError) -> (ProviderToken, age: Duration) {
        guard let keeper else { return (try signer.token(at: date), .zero) }
        let text = try keeper.token(of: signer.keyID, signer.teamID) { text in
            // The one in use is due, or was refused.
            text != current?.text
                && age(of: text, at: date).map { $0 < ProviderTokenRule.renewal } ?? false
        } else: { () throws(APNsError) in
            try signer.token(at: date).text
        }
        return (ProviderToken(text: text), age(of: text, at: date) ?? .zero)
    }

    /// How old a token of this key is; nil for one of the future, and for what is none.
    private func age(of text: String, at date: Timestamp) -> Duration? {
        guard let made = signer.date(of: text) else { return nil }
        guard made > date else { return .milliseconds(date.milliseconds - made.milliseconds) }
        return made.milliseconds - date.milliseconds <= Self.aheadMilliseconds ? .zero : nil
    }

    private func change<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { held.store(state.rule.isHeld, ordering: .relaxed) }
            return body(&state)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import Synchronization

/// The provider token of a client, which all its connections share, so that it is renewed once for all of them.
final class TokenSource: Sendable {
    private struct State {
        var rule = ProviderTokenRule()
        var token: ProviderToken?
        /// When a token may be signed again, where that failed.
        var earliest: Duration = .zero
    }

    private let key: ProviderTokenKey
    private let state = Mutex(State())
    /// Whether the token in use is refused, for whoever asks at each answer.
    private let doubt = Atomic(false)

    init(_ key: consuming ProviderTokenKey) {
        self.key = key
    }

    /// The token to send with at `now`, made anew where one is due.
    ///
    /// - Parameters:
    ///   - now: The time on a clock that can't be set.
    ///   - date: The time of day, read where a token is made.
    /// - Returns: The token, or until when there is none.
    func current(at now: Duration, date: () -> Timestamp) -> Credentials.Current {
        state.withLock { state in
            if state.rule.isDue(at: now), now >= state.earliest {
                if let token = try? key.token(at: date()) {
                    state.token = token
                    state.rule.renewed(at: now)
                    doubt.store(false, ordering: .relaxed)
                } else {
                    state.earliest = now + .seconds(1)
                }
            }
            guard let token = state.token else { return .pause(until: state.earliest) }
            if let end = state.rule.pause(at: now) {
                return .pause(until: max(end, state.earliest))
            }
            return .usable(
                token: token,
                number: state.rule.number,
                isInDoubt: state.rule.isInDoubt
            )
        }
    }

    /// Whether the token in use was refused since it was last taken.
    var isInDoubt: Bool { doubt.load(ordering: .relaxed) }

    /// Notes that APNs took the token of this number; true where it had been refused.
    func accepted(number: Int) -> Bool {
        state.withLock { state in
            defer { doubt.store(state.rule.isInDoubt, ordering: .relaxed) }
            return state.rule.accepted(number: number)
        }
    }

    /// Notes that APNs refused a push that had the token of this number, and says what becomes of it.
    func refused(
        number: Int,
        for reason: APNsReason?,
        at now: Duration
    ) -> Credentials.Advice {
        state.withLock { state in
            defer { doubt.store(state.rule.isInDoubt, ordering: .relaxed) }
            return state.rule.refused(number: number, for: reason, at: now)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// Whether the other end of a connection is still there: PING where nothing is heard, and a bounded wait for anything at all.
struct Liveness {
    /// What is to be done.
    enum Verdict: Hashable {
        case alive
        /// A PING is sent.
        case ping
        /// Nothing came after a PING: nobody is there.
        case dead
    }

    /// How long an idle connection goes without a PING (Apple: after an hour).
    static let idleLimit: Duration = .hours(1)
    /// How long one does on which pushes wait for their answer.
    static let answerLimit: Duration = .seconds(10)
    /// How long anything may take to come after a PING.
    static let pingLimit: Duration = .seconds(10)

    private var heard: Duration
    /// When the first push was sent since anything was heard.
    private var sent: Duration?
    private var pinged: Duration?

    /// Begins with a connection that was just made.
    init(at now: Duration) {
        heard = now
    }

    /// Notes that something came.
    mutating func heard(at now: Duration) {
        heard = max(heard, now)
        sent = nil
        pinged = nil
    }

    /// Notes that a push was sent: something has to come, also where the push itself is not waited for so long.
    mutating func sent(at now: Duration) {
        sent = sent ?? now
    }

    /// When it is to be looked after next.
    func due(isWaiting: Bool) -> Duration {
        if let pinged { return pinged + Self.pingLimit }
        if let sent { return sent + Self.answerLimit }
        return heard + (isWaiting ? Self.answerLimit : Self.idleLimit)
    }

    /// Looks after it; `isWaiting` is whether pushes wait for their answer.
    mutating func check(at now: Duration, isWaiting: Bool) -> Verdict {
        guard now >= due(isWaiting: isWaiting) else { return .alive }
        guard pinged == nil else { return .dead }
        pinged = now
        return .ping
    }
}

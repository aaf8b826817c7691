// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCoding

/// Whether the other end of a connection is still there: PING if nothing is heard, and a bounded
/// wait for anything at all.
struct Liveness {
    /// What is to be done.
    enum Verdict: Hashable {
        case alive
        /// A PING is sent.
        case ping
        /// The connection is given up: it could not be made in time, or the server is gone.
        case dead
    }

    /// How long anything may take to come after a PING.
    static let pingLimit: Duration = .seconds(10)

    /// How long an idle one does.
    private let idleLimit: Duration
    /// How long a silence makes it doubtful whether the server is still there.
    private let silenceLimit: Duration
    private var heard: Duration
    /// When the first push was sent since anything was heard.
    private var sent: Duration?
    private var pinged: Duration?

    /// Begins with a connection that was just made.
    ///
    /// No limit is less than a second: without that an idle connection would be doubtful as soon as
    /// a PING was answered, and would send PINGs alone.
    init(at now: Duration, idleLimit: Duration, silenceLimit: Duration) {
        heard = now
        self.idleLimit = max(idleLimit, .seconds(1))
        self.silenceLimit = max(silenceLimit, .seconds(1))
    }

    /// Whether the answer to a PING is still to come.
    var isPinged: Bool { pinged != nil }

    /// Whether it is doubtful that the server is still there, so that a PING goes before a push.
    func isDoubtful(at now: Duration) -> Bool { pinged != nil || now - heard >= silenceLimit }

    /// Notes that something came.
    mutating func heard(at now: Duration) {
        heard = max(heard, now)
        sent = nil
        pinged = nil
    }

    /// Notes that a push was sent: something has to come, even if the push itself is not waited for
    /// so long.
    mutating func sent(at now: Duration) {
        sent = sent ?? now
    }

    /// When it is to be looked after next.
    func due(isWaiting: Bool) -> Duration {
        if let pinged { return pinged + Self.pingLimit }
        if let sent { return sent + ConnectionMachine.answerLimit }
        return heard + (isWaiting ? ConnectionMachine.answerLimit : idleLimit)
    }

    /// Sends a PING if that is doubtful and none is on its way; says whether it did.
    mutating func probe(at now: Duration) -> Bool {
        guard isDoubtful(at: now), pinged == nil else { return false }
        pinged = now
        return true
    }

    /// Looks after it; `isWaiting` is whether pushes wait for their answer.
    mutating func check(at now: Duration, isWaiting: Bool) -> Verdict {
        guard now >= due(isWaiting: isWaiting) else { return .alive }
        guard pinged == nil else { return .dead }
        pinged = now
        return .ping
    }
}

/// How long the server of a connection has owed something: to let it be made, an answer, a stream.
struct ServerTimeout {
    private var waited: Duration = .zero
    private var start: Duration?

    /// One that begins to wait at `now`.
    init(at now: Duration? = nil) {
        start = now
    }

    /// When it is over; nil if nothing is owed.
    func end(after limit: Duration) -> Duration? {
        start.map { $0 + limit - waited }
    }

    /// Notes that something is owed.
    mutating func begin(at now: Duration) {
        start = start ?? now
    }

    /// Notes that nothing is owed any more, though nothing came.
    mutating func rest(at now: Duration) {
        if let start { waited += now - start }
        start = nil
    }
}

/// Whether a connection answers some pushes and leaves others lying.
///
/// Each push counts by itself, from when it was sent: an answer to another one, a PING or a header
/// that only promises an answer gives it no more time.
struct Suspicion {
    /// How long a push waits before it is late.
    static let limit = ConnectionMachine.answerLimit

    /// Whether the connection is to be left, and what is late on it sent again.
    private(set) var isConfirmed = false
    /// When there is something to look for.
    private(set) var due: Duration?

    /// Notes that a push was sent.
    mutating func sent(at now: Duration) {
        due = due ?? now + Self.limit
    }

    /// Notes that something came, if a look was put off until then.
    mutating func heard(at now: Duration, isWaiting: Bool) {
        if due == nil, isWaiting { due = now }
    }

    /// Looks at when the pushes in flight were sent.
    ///
    /// One that is late may be at fault itself; if there are two, the connection is.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - starts: When what is in flight was sent.
    ///   - isStuck: Whether nothing at all was answered for so long, so that one is enough.
    ///   - isSilent: Whether the server owes the answer to a PING: whether it is there is seen soon.
    mutating func look(at now: Duration, starts: [Duration], isStuck: Bool, isSilent: Bool) {
        guard !isSilent else {
            due = nil
            return
        }
        let late = starts.count { $0 + Self.limit <= now }
        isConfirmed = isConfirmed || late >= (isStuck ? 1 : 2)
        // The next that becomes late, or the second one of all.
        let next = starts.filter { $0 + Self.limit > now }.min()
        due = next.map { $0 + Self.limit } ?? (starts.isEmpty ? nil : now + Self.limit)
    }
}

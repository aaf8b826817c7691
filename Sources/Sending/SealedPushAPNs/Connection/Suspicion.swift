// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

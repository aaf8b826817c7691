// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

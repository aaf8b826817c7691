// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A push in flight, and what has come of its answer.
final class Flight {
    let push: Push
    let start: Duration
    var tokenNumber = 0
    var status: Int?
    var header: String?
    var body: [UInt8] = []

    init(push: Push, start: Duration) {
        self.push = push
        self.start = start
    }

    /// Whether its head accepts it, and tells all that there is to tell.
    var isAccepted: Bool {
        if case .header = push.request.receipt { status == push.request.acceptance } else { false }
    }

    /// Whether it has waited too long for a connection that is suspect.
    func isLate(at now: Duration) -> Bool { start + Suspicion.limit <= now }

    /// Whether it may be sent on another connection.
    var isMovable: Bool { push.resendsUnanswered && !isAccepted }

    /// How many bytes of the body are of interest.
    var bodyLimit: Int {
        guard status == push.request.acceptance, case .body(let limit) = push.request.receipt else {
            return APNsBody.byteLimit
        }
        return limit
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PushTransport

/// All pushes of a client that have no result yet: who waits, in order; what is in flight on which
/// connection; by when each has its result.
///
/// No push is lost here, and none ends twice: whatever happens, each that was offered is given back
/// once as ended.
struct PushQueue {
    /// How often a push is sent again, by itself, that was sent and may have been delivered.
    static let breakLimit = 3
    /// How often one is that was refused for its provider token.
    static let tokenRefusalLimit = 2

    /// How many wait at most; what comes back to be sent again is kept beyond that.
    let limit: Int
    /// How many are in flight.
    private(set) var inFlight = 0
    /// Why none is sent, if none is.
    var obstacle = PushObstacle.time

    /// How many were put back so far, to be sent again.
    private(set) var resends = 0

    private var line = CircularBuffer<Push>()
    private var gaps = 0
    private var deadlines = DeadlineHeap()

    init(limit: Int) {
        self.limit = limit
    }

    /// How many are neither in flight nor ended.
    var count: Int { line.count - gaps }
    /// Whether every push has its result.
    var isDone: Bool { deadlines.count == 0 }
    /// When the next push has its result at the latest.
    var nextDeadline: Duration? { deadlines.first?.deadline }

    /// Takes a push in, behind all others; says whether it ended at once, as there is no room, or
    /// it has no time, or was cancelled.
    mutating func offer(_ push: Push, at now: Duration) -> Bool {
        guard push.state == .outside, push.deadline > now else {
            refuse(push, because: .time)
            return true
        }
        guard count < limit else {
            refuse(push, because: .queueFull)
            return true
        }
        push.state = .queued
        line.append(push)
        deadlines.insert(push)
        return false
    }

    /// Ends a push as one that was never sent.
    mutating func refuse(_ push: Push, because obstacle: PushObstacle) {
        if push.state == .outside {
            push.result = RetryRule.result(of: push, because: nil, or: obstacle)
        }
        push.state = .ended
    }

    /// Ends a push without a result; says on which connection it is in flight, so that its stream
    /// is reset.
    mutating func cancel(_ push: Push) -> (hasEnded: Bool, connection: ConnectionID?) {
        let state = push.state
        switch state {
        case .outside:
            // Given back when it is offered.
            push.state = .ended
            return (false, nil)
        case .queued, .inFlight:
            end(push, with: nil)
            guard case .inFlight(let connection) = state else { return (true, nil) }
            return (true, connection)
        case .ended: return (false, nil)
        }
    }

    /// Hands out the first `count` to be sent on a connection.
    mutating func take(_ count: Int, for connection: ConnectionID) -> [Push] {
        var taken: [Push] = []
        while taken.count < count, let push = line.popFirst() {
            guard push.state == .queued else {
                gaps -= 1
                continue
            }
            push.state = .inFlight(connection)
            taken.append(push)
        }
        inFlight += taken.count
        return taken
    }

    /// Ends a push that was in flight; says whether it had not ended before.
    mutating func finish(_ push: Push, with result: APNsResult) -> Bool {
        guard case .inFlight = push.state else { return false }
        end(push, with: told(result, of: push))
        return true
    }

    /// Takes pushes back that were in flight, to be sent again before all others, in their order;
    /// ends those that were sent again often enough.
    mutating func giveBack(_ returned: [(push: Push, reason: Requeue)]) -> [Push] {
        var ended: [Push] = []
        for (push, reason) in returned.reversed() {
            guard case .inFlight = push.state else { continue }
            if let result = note(reason, of: push) {
                end(push, with: result)
                ended.append(push)
            } else {
                push.state = .queued
                inFlight -= 1
                if case .unsent = reason {} else { resends += 1 }
                line.prepend(push)
            }
        }
        return ended
    }

    /// Ends what is over its deadline at `now`; says what of it is in flight where.
    mutating func expire(
        at now: Duration
    ) -> (ended: [Push], abandoned: [(push: Push, connection: ConnectionID)]) {
        var ended: [Push] = []
        var abandoned: [(push: Push, connection: ConnectionID)] = []
        while let push = deadlines.first, push.deadline <= now {
            var cause = push.cause
            if case .inFlight(let connection) = push.state {
                abandoned.append((push, connection))
                cause = .unanswered
            }
            end(push, with: RetryRule.result(of: push, because: cause, or: obstacle))
            ended.append(push)
        }
        return (ended, abandoned)
    }

    /// What becomes of a push that comes back: nil if it is sent again.
    private func note(_ reason: Requeue, of push: Push) -> APNsResult? {
        switch reason {
        case .unsent, .unseen: return nil
        case .broken:
            push.breaks += 1
            push.cause = .unanswered
            let isEnough = !push.resendsUnanswered || push.breaks > Self.breakLimit
            return isEnough ? RetryRule.result(of: push, because: .unanswered) : nil
        case .refused(let rejection, let result):
            push.tokenRefusals += 1
            // That it may have been delivered earlier stays so.
            if push.cause != .unanswered { push.cause = .refused(rejection) }
            return push.tokenRefusals > Self.tokenRefusalLimit ? told(result, of: push) : nil
        }
    }

    /// What the caller is told: that a push was refused for now does not say that it was not
    /// delivered earlier, if its connection broke.
    private func told(_ result: APNsResult, of push: Push) -> APNsResult {
        guard push.cause == .unanswered, case .retry(let delay, .refused) = result else {
            return result
        }
        return .retry(after: delay, because: .unanswered)
    }

    private mutating func end(_ push: Push, with result: APNsResult?) {
        switch push.state {
        case .queued: gaps += 1
        case .inFlight: inFlight -= 1
        case .outside, .ended: preconditionFailure("a push ends once")
        }
        push.state = .ended
        push.result = result
        deadlines.remove(push)
        // What has ended is not kept: at most as much as there is.
        if gaps > 32, gaps > line.count / 2 {
            line = CircularBuffer(line.filter { $0.state == .queued })
            gaps = 0
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct PushQueueTests {
    private func queue(
        of pushes: [Push],
        limit: Int = 100
    ) -> PushQueue {
        var queue = PushQueue(limit: limit)
        for push in pushes where queue.offer(push, at: .zero) { Issue.record("it is not taken") }
        return queue
    }

    @Test func `pushes go out in order`() {
        let pushes = (0..<10).map { Push.sample($0) }
        var queue = queue(of: pushes)
        let taken1 = queue.take(3, for: 0)
        #expect(taken1.isSame(as: pushes[..<3]))
        #expect(queue.count == 7)
        #expect(queue.inFlight == 3)
        let taken2 = queue.take(100, for: 1)
        #expect(taken2.isSame(as: pushes[3...]))
        #expect(queue.count == 0)
        #expect(!queue.isDone)
    }

    @Test func `what comes beyond the limit is not kept, and has its result at once`() {
        let pushes = (0..<7).map { Push.sample($0) }
        var queue = queue(of: Array(pushes[..<4]), limit: 4)
        let isFourthEnded = queue.offer(pushes[4], at: .zero)
        #expect(isFourthEnded)
        #expect(pushes[4].result?.cause == .notSent(.queueFull))
        #expect(queue.count == 4)
        // What is in flight takes no room, nor does what was cancelled.
        let taken = queue.take(1, for: 0)
        let isFifthEnded = queue.offer(pushes[5], at: .zero)
        #expect(!isFifthEnded)
        _ = queue.cancel(pushes[2])
        let isSixthEnded = queue.offer(pushes[6], at: .zero)
        #expect(!isSixthEnded)
        // What comes back is kept all the same, and nothing else until there is room for it.
        #expect(queue.giveBack([(taken[0], .unseen)]).isEmpty)
        #expect(queue.count == 5)
        let late = Push.sample(8)
        let isLateEnded = queue.offer(late, at: .zero)
        #expect(isLateEnded)
        #expect(late.result?.cause == .notSent(.queueFull))
        let rest = queue.take(9, for: 0)
        #expect(rest.isSame(as: [pushes[0], pushes[1], pushes[3], pushes[5], pushes[6]]))
    }

    @Test func `a push ends once, and then is not kept`() {
        let push = Push.sample()
        var queue = queue(of: [push])
        _ = queue.take(1, for: 0)
        let hasEnded = queue.finish(push, with: .accepted(push.request.id))
        #expect(hasEnded)
        #expect(push.result == .accepted(push.request.id))
        let hasEndedAgain = queue.finish(push, with: .rejected(APNsRejection(.badTopic)))
        #expect(!hasEndedAgain)
        #expect(push.result == .accepted(push.request.id))
        let isCancelled = queue.cancel(push).hasEnded
        #expect(!isCancelled)
        #expect(queue.giveBack([(push, .unseen)]).isEmpty)
        #expect(queue.expire(at: .hours(1)).ended.isEmpty)
        #expect(queue.isDone)
        #expect(queue.inFlight == 0)
    }

    @Test func `what comes back goes first, in its order`() {
        let pushes = (0..<6).map { Push.sample($0) }
        var queue = queue(of: pushes)
        let taken = queue.take(4, for: 0)
        #expect(queue.giveBack(taken[1...].map { ($0, .unseen) }).isEmpty)
        #expect(queue.inFlight == 1)
        let taken3 = queue.take(9, for: 1)
        #expect(taken3.isSame(as: pushes[1...]))
    }

    @Test func `a push is taken out of the queue at once where it is cancelled`() {
        let pushes = (0..<3).map { Push.sample($0) }
        var queue = queue(of: pushes)
        let (hasEnded, connection) = queue.cancel(pushes[1])
        #expect(hasEnded && pushes[1].result == nil)
        #expect(connection == nil)
        #expect(queue.count == 2)
        let taken = queue.take(9, for: 7)
        #expect(taken.map(\.request.id) == [pushes[0], pushes[2]].map(\.request.id))
        #expect(queue.cancel(pushes[2]).connection == 7)
        #expect(queue.inFlight == 1)
    }

    @Test func `a push that is cancelled before it is offered ends when it is`() {
        let push = Push.sample()
        var queue = PushQueue(limit: 1)
        let isCancelled = queue.cancel(push).hasEnded
        #expect(!isCancelled)
        let hasEnded = queue.offer(push, at: .zero)
        #expect(hasEnded)
        #expect(push.result == nil)
        #expect(queue.isDone)
    }

    @Test func `of pushes that ended in the queue no more is kept than there is`() {
        let pushes = (0..<1000).map { Push.sample($0) }
        var queue = queue(of: pushes, limit: 1_001)
        weak var first = Push.sample(5000)
        do {
            let gone = Push.sample(5001)
            first = gone
            let hasEnded = queue.offer(gone, at: .zero)
            #expect(!hasEnded)
            _ = queue.cancel(gone)
        }
        for push in pushes[..<900] { _ = queue.cancel(push) }
        #expect(queue.count == 100)
        #expect(first == nil)
        let taken4 = queue.take(200, for: 0)
        #expect(taken4.isSame(as: pushes[900...]))
    }

    @Test func `without time a push is never sent`() {
        let push = Push.sample(until: 5)
        var queue = PushQueue(limit: 1)
        let hasEnded = queue.offer(push, at: .seconds(5))
        #expect(hasEnded)
        #expect(push.result?.cause == .notSent(.time))
        #expect(queue.isDone)
    }

    @Test func `at its deadline each push has a result that says whether it was sent`() {
        let pushes = [
            Push.sample(0, until: 7), .sample(1, until: 5), .sample(2, until: 5),
            .sample(3, until: 9),
        ]
        var queue = queue(of: pushes)
        let taken = queue.take(2, for: 3)
        #expect(queue.nextDeadline == .seconds(5))
        #expect(queue.expire(at: .milliseconds(4999)).ended.isEmpty)
        let (ended, abandoned) = queue.expire(at: .seconds(5))
        let results = Dictionary(
            uniqueKeysWithValues: ended.map { ($0.request.id, $0.result?.cause) }
        )
        #expect(
            results == [
                pushes[1].request.id: .unanswered, pushes[2].request.id: .notSent(.time),
            ]
        )
        #expect(abandoned.map(\.connection) == [3])
        #expect(abandoned.first?.push === taken[1])
        #expect(queue.nextDeadline == .seconds(7))
        #expect(queue.count == 1)
    }

    @Test func `what may have been delivered is never called unsent`() {
        let push = Push.sample(until: 5)
        var queue = queue(of: [push])
        _ = queue.take(1, for: 0)
        _ = queue.giveBack([(push, .broken)])
        _ = queue.take(1, for: 1)
        let refusal = APNsRejection(.expiredProviderToken)
        _ = queue.giveBack([
            (push, .refused(refusal, otherwise: .rejected(refusal)))
        ])
        #expect(queue.expire(at: .seconds(5)).ended.first?.result?.cause == .unanswered)
    }

    @Test func `what may have been delivered is not called undelivered by a later refusal`() {
        let push = Push.sample()
        var queue = queue(of: [push])
        _ = queue.take(1, for: 0)
        _ = queue.giveBack([(push, .broken)])
        _ = queue.take(1, for: 1)
        let refusal = APNsRejection(.serviceUnavailable)
        let later = APNsResult.retry(after: .minutes(15), because: .refused(refusal))
        let hasEnded = queue.finish(push, with: later)
        #expect(hasEnded)
        #expect(push.result == .retry(after: .minutes(15), because: .unanswered))
    }

    @Test func `what was refused and never sent again says so`() {
        let push = Push.sample(until: 5)
        var queue = queue(of: [push])
        _ = queue.take(1, for: 0)
        let refusal = APNsRejection(.expiredProviderToken)
        _ = queue.giveBack([(push, .refused(refusal, otherwise: .rejected(refusal)))])
        let result = queue.expire(at: .seconds(5)).ended.first?.result
        #expect(result?.cause == .refused(refusal))
        #expect((result?.delay ?? .zero) >= ProviderTokenRule.earliestRenewal)
    }

    @Test func `a push that breaks its connections is sent again three times`() {
        let push = Push.sample()
        var queue = queue(of: [push])
        for _ in 0..<3 {
            #expect(queue.take(1, for: 0).count == 1)
            #expect(queue.giveBack([(push, .broken)]).isEmpty)
        }
        _ = queue.take(1, for: 0)
        let ended = queue.giveBack([(push, .broken)]).first
        #expect(ended?.result?.cause == .unanswered)
        #expect(queue.isDone)
    }

    @Test func `a push that APNs has not looked at is sent again as often as it takes`() {
        let push = Push.sample(resends: false)
        var queue = queue(of: [push])
        for _ in 0..<100 {
            _ = queue.take(1, for: 0)
            #expect(queue.giveBack([(push, .unseen)]).isEmpty)
        }
        #expect(queue.resends == 100)
        // What was not even sent is no push that is sent again.
        _ = queue.take(1, for: 0)
        #expect(queue.giveBack([(push, .unsent)]).isEmpty)
        #expect(queue.resends == 100)
        #expect(queue.expire(at: .seconds(30)).ended.first?.result?.cause == .notSent(.time))
    }

    @Test func `where that is not wanted, what may have been delivered is not sent again`() {
        let push = Push.sample(resends: false)
        var queue = queue(of: [push])
        _ = queue.take(1, for: 0)
        #expect(queue.giveBack([(push, .broken)]).first?.result?.cause == .unanswered)
        #expect(queue.resends == 0)
    }

    @Test func `a push that is refused for its token goes twice more, then has its result`() {
        let push = Push.sample()
        var queue = queue(of: [push])
        let refusal = APNsRejection(.expiredProviderToken)
        for _ in 0..<2 {
            _ = queue.take(1, for: 0)
            #expect(
                queue.giveBack([(push, .refused(refusal, otherwise: .rejected(refusal)))]).isEmpty
            )
        }
        _ = queue.take(1, for: 0)
        let ended = queue.giveBack([(push, .refused(refusal, otherwise: .rejected(refusal)))])
        #expect(ended.first?.result == .rejected(refusal))
    }

    /// Everything at random: each push that was offered ends once, and the counts are right at each
    /// step.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `no push is lost and none ends twice`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = PushQueue(limit: 10)
        var ends: [APNsID: Int] = [:]
        var offered: [Push] = []
        var now = Duration.zero
        func note(_ ended: [Push]) {
            for push in ended { ends[push.request.id, default: 0] += 1 }
        }
        for step in 0..<500 {
            now += .milliseconds(Int64.random(in: 0..<50, using: &generator))
            let flying = offered.filter { if case .inFlight = $0.state { true } else { false } }
            switch Int.random(in: 0..<6, using: &generator) {
            case 0, 1:
                let time = Duration.milliseconds(Int64.random(in: -5..<3000, using: &generator))
                let push = Push(
                    APNsRequest.sample(step, resends: step % 2 == 0),
                    deadline: now + time
                )
                offered.append(push)
                if queue.offer(push, at: now) { note([push]) }
            case 2: _ = queue.take(.random(in: 0..<5, using: &generator), for: 0)
            case 3:
                guard let push = flying.randomElement(using: &generator) else { break }
                if queue.finish(push, with: .accepted(push.request.id)) { note([push]) }
            case 4:
                let some = flying.filter { _ in Bool.random(using: &generator) }
                let reason = Bool.random(using: &generator) ? Requeue.unseen : .broken
                note(queue.giveBack(some.map { ($0, reason) }))
            default:
                if let push = offered.randomElement(using: &generator),
                    queue.cancel(push).hasEnded
                {
                    note([push])
                }
            }
            note(queue.expire(at: now).ended)
            #expect(queue.count == offered.count { $0.state == .queued })
            #expect(
                queue.inFlight
                    == offered.count { if case .inFlight = $0.state { true } else { false } }
            )
        }
        note(queue.expire(at: .hours(9)).ended)
        #expect(queue.isDone)
        #expect(ends.count == offered.count, "seed \(seed)")
        #expect(ends.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    }
}

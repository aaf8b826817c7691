// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct DispatchTests {
    private func dispatch(connections: Int = 2) -> Dispatch {
        Dispatch(
            queue: PushQueue(limit: 100),
            connectionLimit: connections
        )
    }

    private func report(
        _ count: Int,
        _ capacity: Dispatch.Capacity = .open,
        finished: [Push] = []
    ) -> Dispatch.Report {
        var report = Dispatch.Report()
        report.count = count
        report.capacity = capacity
        report.finished = finished.map { ($0, .accepted($0.request.id)) }
        return report
    }

    /// Has a connection ask until it is given nothing.
    private func exhaust(_ dispatch: inout Dispatch, _ id: ConnectionID = 0) {
        while dispatch.exchange(report(5), with: id, at: .zero).assignment.isMore {}
    }

    @Test func `the first push makes a connection, others wait for it`() {
        var dispatch = dispatch()
        #expect(dispatch.offer(.sample(0), at: .zero).connection == 0)
        for number in 1..<10 {
            let effects = dispatch.offer(.sample(number), at: .zero)
            #expect(effects.connection == nil)
            #expect(effects.wakes.isEmpty)
        }
        let (assignment, effects) = dispatch.exchange(report(64), with: 0, at: .zero)
        #expect(assignment.pushes.count == 10)
        #expect(effects.connection == nil)
    }

    @Test func `a connection with room is woken once for all that comes until it asks in vain`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0), at: .zero)
        exhaust(&dispatch)
        #expect(dispatch.offer(.sample(1), at: .zero).wakes == [0])
        #expect(dispatch.offer(.sample(2), at: .zero).wakes.isEmpty)
        let pushes = dispatch.exchange(report(5), with: 0, at: .zero).assignment.pushes
        #expect(pushes.count == 2)
        #expect(dispatch.offer(.sample(3), at: .zero).wakes.isEmpty)
        exhaust(&dispatch)
        #expect(dispatch.queue.count == 0)
        #expect(dispatch.offer(.sample(4), at: .zero).wakes == [0])
    }

    @Test func `who was given pushes asks again by itself`() {
        var dispatch = dispatch()
        for number in 0..<5 { _ = dispatch.offer(.sample(number), at: .zero) }
        let (assignment, effects) = dispatch.exchange(report(3), with: 0, at: .zero)
        #expect(assignment.pushes.count == 3)
        #expect(assignment.isMore)
        #expect(effects.wakes.isEmpty)
        #expect(effects.connection == nil)
        #expect(dispatch.offer(.sample(9), at: .zero).wakes.isEmpty)
    }

    @Test func `another connection is made where all are full, up to the limit`() {
        var dispatch = dispatch(connections: 2)
        _ = dispatch.offer(.sample(0), at: .zero)
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        _ = dispatch.exchange(report(0, .full), with: 0, at: .zero)
        #expect(dispatch.offer(.sample(1), at: .zero).connection == 1)
        #expect(dispatch.offer(.sample(2), at: .zero).connection == nil)
        _ = dispatch.exchange(report(1), with: 1, at: .zero)
        let effects = dispatch.exchange(report(0, .full), with: 1, at: .zero).effects
        #expect(effects.connection == nil)
        #expect(dispatch.connections == 2)
    }

    @Test func `where a connection may not send for a time another would fare no better`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0), at: .zero)
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        _ = dispatch.exchange(report(0, .held), with: 0, at: .zero)
        #expect(dispatch.offer(.sample(1), at: .zero).connection == nil)
    }

    @Test func `two with room are woken in turn`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0), at: .zero)
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        _ = dispatch.exchange(report(0, .full), with: 0, at: .zero)
        _ = dispatch.offer(.sample(1), at: .zero)
        exhaust(&dispatch, 1)
        exhaust(&dispatch, 0)
        var woken: [ConnectionID] = []
        for number in 0..<6 {
            let effects = dispatch.offer(.sample(10 + number), at: .zero)
            woken += effects.wakes
            for id in effects.wakes { exhaust(&dispatch, id) }
        }
        #expect(woken.count == 6)
        #expect(woken.count { $0 == 0 } == 3)
    }

    @Test func `what a full connection leaves is for one with room`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0), at: .zero)
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        _ = dispatch.exchange(report(0, .full), with: 0, at: .zero)
        _ = dispatch.offer(.sample(1), at: .zero)
        exhaust(&dispatch, 1)
        exhaust(&dispatch, 0)
        let woken = dispatch.offer(.sample(2), at: .zero).wakes
        let first = woken.first ?? -1
        let effects = dispatch.exchange(report(0, .full), with: first, at: .zero).effects
        #expect(effects.wakes == [1 - first])
    }

    @Test func `a connection that leaves makes room for another at once, and takes no more`() {
        var dispatch = dispatch(connections: 1)
        _ = dispatch.offer(.sample(0), at: .zero)
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        var leaving = report(9)
        leaving.hasWorked = true
        leaving.isLeaving = true
        _ = dispatch.exchange(leaving, with: 0, at: .zero)
        #expect(dispatch.offer(.sample(1), at: .zero).connection == 1)
        let pushes = dispatch.exchange(leaving, with: 0, at: .zero).assignment.pushes
        #expect(pushes.isEmpty)
    }

    @Test func `a connection that leaves before it has worked delays the next, once`() throws {
        var dispatch = dispatch(connections: 1)
        for number in 0..<2 { _ = dispatch.offer(.sample(number), at: .zero) }
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        var leaving = report(0, .held)
        leaving.isLeaving = true
        let effects = dispatch.exchange(leaving, with: 0, at: .zero).effects
        #expect(effects.connection == nil)
        let tick = try #require(effects.tick)
        #expect((.milliseconds(100)...(.milliseconds(150))) ~= tick)
        _ = dispatch.ended(0, Dispatch.Report(), at: .zero)
        #expect(dispatch.tick(at: tick).connection == 1)
    }

    @Test
    func `there are no more than twice as many connections as may be, those that leave included`() {
        var dispatch = dispatch(connections: 2)
        var now = Duration.zero
        for number in 0..<20 { _ = dispatch.offer(.sample(number), at: now) }
        for id in 0..<10 {
            var leaving = report(0, .held)
            leaving.isLeaving = true
            _ = dispatch.exchange(report(1), with: id, at: now)
            _ = dispatch.exchange(leaving, with: id, at: now)
            now += .minutes(2)
            for push in 0..<3 { _ = dispatch.offer(.sample(100 + 10 * id + push), at: now) }
        }
        #expect(dispatch.connections == 4)
    }

    @Test func `what was in flight on a connection that ends goes on the next, made at once`() {
        var dispatch = dispatch()
        let pushes = (0..<3).map { Push.sample($0) }
        for push in pushes { _ = dispatch.offer(push, at: .zero) }
        _ = dispatch.exchange(report(3), with: 0, at: .zero)
        var last = Dispatch.Report()
        last.hasWorked = true
        last.finished = [(pushes[0], .accepted(pushes[0].request.id))]
        last.returned = pushes[1...].map { ($0, .broken) }
        let effects = dispatch.ended(0, last, at: .zero)
        #expect(effects.ended.map(\.result) == [.accepted(pushes[0].request.id)])
        #expect(effects.connection == 1)
        let again = dispatch.exchange(report(9), with: 1, at: .zero).assignment.pushes
        #expect(again.isSame(as: pushes[1...]))
    }

    @Test func `a connection that could not be made is tried again after a delay`() throws {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0), at: .zero)
        let effects = dispatch.ended(0, Dispatch.Report(), at: .zero)
        #expect(effects.connection == nil)
        let tick = try #require(effects.tick)
        #expect((.milliseconds(100)...(.milliseconds(150))) ~= tick)
        #expect(dispatch.tick(at: tick - .milliseconds(1)).connection == nil)
        #expect(dispatch.tick(at: tick).connection == 1)
    }

    @Test func `what works shortens no delay before another connection is tried`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0), at: .zero)
        var working = report(1)
        working.hasWorked = true
        _ = dispatch.exchange(working, with: 0, at: .zero)
        _ = dispatch.exchange(report(0, .full), with: 0, at: .zero)
        #expect(dispatch.offer(.sample(1), at: .zero).connection == 1)
        #expect(dispatch.ended(1, Dispatch.Report(), at: .zero).connection == nil)
        working.count = 0
        working.capacity = .full
        let effects = dispatch.exchange(working, with: 0, at: .zero).effects
        #expect(effects.connection == nil)
        #expect(dispatch.tick(at: .milliseconds(150)).connection == 2)
        working.count = 1
        let made = dispatch.exchange(working, with: 2, at: .milliseconds(150)).effects
        #expect(made.connection == nil)
        #expect(dispatch.ended(2, Dispatch.Report(), at: .milliseconds(150)).tick != nil)
    }

    @Test func `where the connections end that could not be made, pushes end at their time`() {
        var dispatch = dispatch()
        let push = Push.sample(until: 5)
        var effects = dispatch.offer(push, at: .zero)
        var now = Duration.zero
        var results: [APNsResult?] = []
        var made = 0
        while results.isEmpty, now < .seconds(10) {
            if let id = effects.connection {
                made += 1
                effects = dispatch.ended(id, Dispatch.Report(), at: now)
            }
            results += effects.ended.map(\.result)
            guard let tick = effects.tick else { break }
            now = max(now, tick)
            effects = dispatch.tick(at: now)
            results += effects.ended.map(\.result)
        }
        #expect(now == .seconds(5))
        #expect(results.map { $0?.cause } == [.notSent(.time)])
        #expect((4...6) ~= made)
    }

    @Test func `a push that is cancelled in flight has its stream reset by its connection`() {
        var dispatch = dispatch()
        let push = Push.sample()
        _ = dispatch.offer(push, at: .zero)
        exhaust(&dispatch)
        let effects = dispatch.cancel(push, at: .zero)
        #expect(effects.ended.map(\.result) == [nil])
        #expect(effects.wakes == [0])
        let abandoned = dispatch.exchange(report(5), with: 0, at: .zero).assignment.abandoned
        #expect(abandoned.isSame(as: [push]))
        let none = dispatch.exchange(report(5), with: 0, at: .zero).assignment.abandoned
        #expect(none.isEmpty)
    }

    @Test
    func `a connection that was full asks again at once where one of its streams becomes free`() {
        var dispatch = dispatch(connections: 1)
        let pushes = [Push.sample(0), .sample(1)]
        for push in pushes { _ = dispatch.offer(push, at: .zero) }
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        #expect(!dispatch.exchange(report(0, .full), with: 0, at: .zero).assignment.isMore)
        #expect(dispatch.cancel(pushes[0], at: .zero).wakes == [0])
        let assignment = dispatch.exchange(report(0, .full), with: 0, at: .zero).assignment
        #expect(assignment.abandoned.isSame(as: [pushes[0]]))
        #expect(assignment.isMore)
        let next = dispatch.exchange(report(1), with: 0, at: .zero).assignment.pushes
        #expect(next.isSame(as: [pushes[1]]))
    }

    @Test func `a push whose time is over in flight has its stream reset, and a result`() {
        var dispatch = dispatch()
        let push = Push.sample(until: 5)
        #expect(dispatch.offer(push, at: .zero).tick == .seconds(5))
        exhaust(&dispatch)
        let effects = dispatch.tick(at: .seconds(5))
        #expect(effects.ended.map { $0.result?.cause } == [.unanswered])
        #expect(effects.wakes == [0])
        let abandoned = dispatch.exchange(report(5), with: 0, at: .seconds(5)).assignment.abandoned
        #expect(abandoned.isSame(as: [push]))
    }

    @Test func `a push that was not sent says what was in the way, while it is`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(0, until: 5), at: .zero)
        var failed = Dispatch.Report()
        failed.obstacle = .tls
        _ = dispatch.ended(0, failed, at: .zero)
        let tls = dispatch.tick(at: .seconds(5))
        #expect(tls.ended.map { $0.result?.cause } == [.notSent(.tls)])
        #expect(dispatch.offer(.sample(1, until: 9), at: .seconds(6)).connection == 1)
        var doubted = report(0)
        doubted.hasWorked = true
        doubted.obstacle = .credentials
        _ = dispatch.exchange(doubted, with: 1, at: .seconds(6))
        let doubt = dispatch.tick(at: .seconds(9))
        #expect(doubt.ended.map { $0.result?.cause } == [.notSent(.credentials)])
        _ = dispatch.offer(.sample(2, until: 15), at: .seconds(10))
        var working = report(0)
        working.hasWorked = true
        _ = dispatch.exchange(working, with: 1, at: .seconds(10))
        let late = dispatch.tick(at: .seconds(15))
        #expect(late.ended.map { $0.result?.cause } == [.notSent(.time)])
        // What has worked and ends is no obstacle: another is made.
        _ = dispatch.offer(.sample(3, until: 20), at: .seconds(16))
        var ended = Dispatch.Report()
        ended.obstacle = .network
        _ = dispatch.ended(1, ended, at: .seconds(16))
        let last = dispatch.tick(at: .seconds(20))
        #expect(last.ended.map { $0.result?.cause } == [.notSent(.time)])
    }

    @Test func `closing takes no more, finishes what there is, then ends connections`() {
        var dispatch = dispatch()
        let pushes = [Push.sample(0), .sample(1)]
        for push in pushes { _ = dispatch.offer(push, at: .zero) }
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        let closing = dispatch.close(until: .seconds(9), at: .zero)
        #expect(closing.closes.isEmpty)
        #expect(closing.tick == .seconds(9))
        let refused = dispatch.offer(.sample(2), at: .zero)
        #expect(refused.ended.map { $0.result?.cause } == [.notSent(.closed)])
        let next = dispatch.exchange(report(9, finished: [pushes[0]]), with: 0, at: .zero)
            .assignment
            .pushes
        #expect(next.isSame(as: [pushes[1]]))
        let last = dispatch.exchange(report(9, finished: [pushes[1]]), with: 0, at: .zero).effects
        #expect(last.closes == [0])
        #expect(!last.isOver)
        #expect(dispatch.ended(0, Dispatch.Report(), at: .zero).isOver)
    }

    @Test func `closing ends in time, and says of each push whether it was sent`() {
        var dispatch = dispatch()
        let pushes = [Push.sample(0), .sample(1)]
        for push in pushes { _ = dispatch.offer(push, at: .zero) }
        _ = dispatch.exchange(report(1), with: 0, at: .zero)
        _ = dispatch.close(until: .seconds(9), at: .zero)
        let effects = dispatch.tick(at: .seconds(9))
        #expect(Set(effects.ended.map { $0.result?.cause }) == [.unanswered, .notSent(.closed)])
        #expect(effects.closes == [0])
        #expect(dispatch.queue.isDone)
        var late = Dispatch.Report()
        late.returned = [(pushes[0], .broken)]
        let end = dispatch.ended(0, late, at: .seconds(9))
        #expect(end.isOver)
        #expect(end.ended.isEmpty)
        #expect(end.connection == nil)
    }

    @Test func `a client without connections is closed at once`() {
        var dispatch = dispatch()
        #expect(dispatch.close(until: .seconds(9), at: .zero).isOver)
        #expect(dispatch.close(until: .seconds(9), at: .zero).isOver)
    }

    @Test func `closing again may only hurry`() {
        var dispatch = dispatch()
        _ = dispatch.offer(.sample(), at: .zero)
        _ = dispatch.close(until: .seconds(9), at: .zero)
        #expect(dispatch.close(until: .seconds(20), at: .zero).tick == .seconds(9))
        #expect(dispatch.close(until: .zero, at: .zero).ended.count == 1)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct DispatchRandomTests {
    /// Connections that answer, refuse, break and leave at random: all pushes end once, and nothing
    /// is stuck at the end.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `whatever connections do, each push ends once and nothing jams`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var dispatch = Dispatch(queue: PushQueue(limit: 100), connectionLimit: 3)
        var now = Duration.zero
        var held: [ConnectionID: [Push]] = [:]
        var woken: [ConnectionID] = []
        var tick: Duration?
        var offered = 0
        var ends: [APNsID: Int] = [:]
        var accepted: Set<APNsID> = []
        func follow(_ effects: Dispatch.Effects) {
            for push in effects.ended {
                ends[push.request.id, default: 0] += 1
                if case .accepted(let id, _) = push.result { accepted.insert(id) }
            }
            woken += effects.wakes
            if let id = effects.connection {
                #expect(held[id] == nil)
                held[id] = []
                woken.append(id)
            }
            tick = effects.tick
        }
        func visit(_ id: ConnectionID, isCalm: Bool) {
            guard var pushes = held[id] else { return }
            if !isCalm, Int.random(in: 0..<8, using: &generator) == 0 {
                held[id] = nil
                var last = Dispatch.Report()
                last.returned = pushes.map {
                    ($0, Bool.random(using: &generator) ? .broken : .unseen)
                }
                last.hasWorked = Bool.random(using: &generator)
                follow(dispatch.ended(id, last, at: now))
                return
            }
            var report = Dispatch.Report()
            let done = isCalm ? pushes.count : Int.random(in: 0...pushes.count, using: &generator)
            report.finished = pushes.prefix(done).map { ($0, .accepted($0.request.id)) }
            report.hasWorked = done > 0
            pushes.removeFirst(done)
            let allowance = 6 - pushes.count
            report.count = allowance
            report.capacity = allowance > 0 ? .open : .full
            let (assignment, effects) = dispatch.exchange(report, with: id, at: now)
            let gone = Set(assignment.abandoned.map(ObjectIdentifier.init))
            held[id] = (pushes + assignment.pushes).filter { !gone.contains(ObjectIdentifier($0)) }
            follow(effects)
            // Connections that hold some have answers later.
            if assignment.isMore || !(held[id] ?? []).isEmpty { woken.append(id) }
        }
        for _ in 0..<1500 {
            now += .milliseconds(Int64.random(in: 0..<20, using: &generator))
            if Int.random(in: 0..<2, using: &generator) == 0 {
                let time = Duration.milliseconds(Int64.random(in: 1..<2000, using: &generator))
                follow(
                    dispatch.offer(
                        Push(APNsRequest.sample(offered), deadline: now + time),
                        at: now
                    )
                )
                offered += 1
            }
            if let due = tick, due <= now { follow(dispatch.tick(at: now)) }
            if !woken.isEmpty {
                visit(
                    woken.remove(at: .random(in: woken.indices, using: &generator)),
                    isCalm: false
                )
            }
        }
        // Those that come last have time enough: where they jam it is over before they are sent.
        let last = (0..<20).map { number in
            Push(APNsRequest.sample(offered + number), deadline: now + .hours(9))
        }
        for push in last { follow(dispatch.offer(push, at: now)) }
        offered += last.count
        var steps = 0
        while !dispatch.queue.isDone, steps < 100_000 {
            steps += 1
            if woken.isEmpty { now = max(now, tick ?? now) }
            if let due = tick, due <= now { follow(dispatch.tick(at: now)) }
            if !woken.isEmpty { visit(woken.removeFirst(), isCalm: true) }
        }
        #expect(accepted.isSuperset(of: last.map(\.request.id)), "seed \(seed)")
        #expect(dispatch.queue.isDone, "seed \(seed)")
        #expect(ends.count == offered, "seed \(seed)")
        #expect(ends.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

struct HeartbeatTests {
    @Test func `a worker enrolls, renews every 20 seconds and starts pushes for 30`() {
        var heartbeat = Heartbeat()
        #expect(heartbeat.action(at: .zero) == .enroll)
        #expect(!heartbeat.mayStart(at: .zero))
        let worker = WorkerID()
        heartbeat.succeeded(as: worker, sent: .seconds(100))
        #expect(heartbeat.action(at: .seconds(105)) == .wait(.seconds(15)))
        #expect(heartbeat.action(at: .seconds(120)) == .renew(worker))
        #expect(heartbeat.mayStart(at: .milliseconds(129_999)))
        #expect(!heartbeat.mayStart(at: .seconds(130)))
    }

    @Test func `a renewal counts from when it was sent`() {
        var heartbeat = Heartbeat()
        let worker = WorkerID()
        heartbeat.succeeded(as: worker, sent: .zero)
        heartbeat.succeeded(as: worker, sent: .seconds(20))
        #expect(heartbeat.mayStart(at: .seconds(49)))
        #expect(!heartbeat.mayStart(at: .seconds(50)))
    }

    @Test func `a worker takes a new name when its heartbeat has lapsed`() {
        var heartbeat = Heartbeat()
        heartbeat.succeeded(as: WorkerID(), sent: .zero)
        #expect(heartbeat.action(at: .milliseconds(89_999)) != .enroll)
        #expect(heartbeat.action(at: .seconds(90)) == .enroll)
        heartbeat.lapsed()
        #expect(heartbeat.action(at: .seconds(1)) == .enroll)
        #expect(!heartbeat.mayStart(at: .seconds(1)))
    }

    @Test func `a worker stops starting pushes a minute before its leases end`() {
        #expect(Heartbeat.term - Heartbeat.startLimit >= .seconds(60))
        #expect(Heartbeat.interval < Heartbeat.startLimit)
    }
}

struct WorkerStateTests {
    private let worker = WorkerID(1)

    private func lease() throws -> Lease {
        let device = try SampleDevice().active()
        let message = QueuedMessage(
            id: OutboxID(1),
            pushID: PushID(),
            device: device.id,
            endpoint: EndpointID(1),
            isUrgent: true,
            isSingleAttempt: false,
            collapse: "c",
            collapses: false,
            bodyHash: EnvelopeHash(of: [1].span),
            expires: .latest,
            lane: LaneID(1),
            notBefore: SampleDevice.now
        )
        let token = try #require(device.token)
        return Lease(
            message: message,
            body: [],
            app: device.app,
            token: token,
            round: 0,
            at: SampleDevice.now
        )
    }

    @Test(.rules("C-53"))
    func `a message that is leased again before its result is dropped is not pushed meanwhile`()
        throws
    {
        let lease = try lease()
        var state = WorkerState()
        state.heartbeat.succeeded(as: worker, sent: .zero)
        #expect(state.take([lease], by: worker) == [lease])
        state.finish(Attempt(lease, .credentials), by: worker)
        let batch = try #require(state.batch())
        // The store wrote the result, and the message came again; the answer comes last, or was
        // lost.
        #expect(state.take([lease], by: worker) == [])
        #expect(state.batch() == batch)
        #expect(state.load(of: LaneID(1)) == 1)
        #expect(state.action(at: .zero) == .wait(.seconds(20)))
        state.settled(batch)
        // A renewal returns it at once.
        #expect(state.action(at: .zero) == .renew(worker))
        #expect(state.renewal() == [])
        #expect(state.action(at: .zero) == .wait(.seconds(20)))
        #expect(state.load(of: LaneID(1)) == 0)
        #expect(state.isDone)
        #expect(state.take([lease], by: worker) == [lease])
    }

    @Test func `a result under an older name is still written down`() throws {
        let lease = try lease()
        var state = WorkerState()
        state.take([lease], by: worker)
        state.finish(Attempt(lease, .accepted), by: worker)
        #expect(state.take([lease], by: WorkerID(2)) == [lease])
        let batch = try #require(state.batch())
        #expect(batch.worker == worker)
        state.settled(batch)
        #expect(state.heldIDs == [OutboxID(1)])
    }
}

struct LapseSweepTests {
    private let now = SampleDevice.now

    @Test(.rules("C-55"))
    func `the time is believed once both clocks agreed for as long as a lease holds`() {
        var sweep = LapseSweep()
        #expect(sweep.look(wall: now, steady: .zero) == nil)
        #expect(sweep.look(wall: now + .seconds(89), steady: .seconds(89)) == nil)
        let later = now + .seconds(95)
        #expect(sweep.look(wall: later, steady: .seconds(90)) == later)
        #expect(
            sweep.look(wall: later + .seconds(60), steady: .seconds(150)) == later + .seconds(60)
        )
    }

    @Test(.rules("C-55"), arguments: [-86_400, -6, 6, 86_400])
    func `the time is not believed after a clock was set, until both agreed as long again`(
        _ step: Int
    ) {
        var sweep = LapseSweep()
        #expect(sweep.look(wall: now, steady: .zero) == nil)
        let moved = now + .seconds(100 + step)
        #expect(sweep.look(wall: moved, steady: .seconds(100)) == nil)
        #expect(sweep.look(wall: moved + .seconds(89), steady: .seconds(189)) == nil)
        let end = moved + .seconds(90)
        #expect(sweep.look(wall: end, steady: .seconds(190)) == end)
    }

    @Test func `a push still ends before its lease if the clocks differ as much as they may`() {
        let shortest = Heartbeat.term - LapseSweep.tolerance * 2
        #expect(Heartbeat.startLimit + RelayWorker.pushLimit <= shortest)
    }
}

struct ExpirySweepTests {
    private let now = SampleDevice.now

    @Test(.rules("C-55")) func `what was expired at a look 15 minutes ago may be deleted`() {
        var sweep = ExpirySweep()
        #expect(sweep.look(wall: now, steady: .zero) == nil)
        #expect(sweep.look(wall: now + .seconds(899), steady: .seconds(899)) == nil)
        #expect(sweep.look(wall: now + .seconds(900), steady: .seconds(900)) == now)
        let next = now + .seconds(1800)
        #expect(sweep.look(wall: next, steady: .seconds(1800)) == now + .seconds(900))
    }

    @Test(.rules("C-55"), arguments: [-86_400, -31, 31, 86_400])
    func `nothing is deleted while the clocks disagree, nor for 15 minutes after that`(_ step: Int)
    {
        var sweep = ExpirySweep()
        #expect(sweep.look(wall: now, steady: .zero) == nil)
        let moved = now + .seconds(900 + step)
        #expect(sweep.look(wall: moved, steady: .seconds(900)) == nil)
        #expect(sweep.look(wall: moved + .seconds(899), steady: .seconds(1799)) == nil)
        #expect(sweep.look(wall: moved + .seconds(900), steady: .seconds(1800)) == moved)
    }

    @Test func `clocks may drift apart by half a minute between two looks`() {
        var sweep = ExpirySweep()
        #expect(sweep.look(wall: now, steady: .zero) == nil)
        #expect(sweep.look(wall: now + .seconds(930), steady: .seconds(900)) == now)
    }
}

struct LifetimeWatchTests {
    private let now = SampleDevice.now

    @Test func `the watch began at the first look, as long as the clocks agree`() {
        var watch = LifetimeWatch()
        #expect(watch.look(wall: now, steady: .zero) == now)
        for seconds in [1, 60, 86_400] {
            let wall = now + .seconds(seconds)
            #expect(watch.look(wall: wall, steady: .seconds(seconds)) == now)
        }
        #expect(watch.look(wall: now + .seconds(86_403), steady: .seconds(86_401)) == now)
    }

    @Test(arguments: [-86_400, -3, 3, 86_400])
    func `a clock that was set begins the watch anew`(_ step: Int) {
        var watch = LifetimeWatch()
        _ = watch.look(wall: now, steady: .zero)
        let moved = now + .seconds(60 + step)
        #expect(watch.look(wall: moved, steady: .seconds(60)) == moved)
        #expect(watch.look(wall: moved + .seconds(60), steady: .seconds(120)) == moved)
    }
}

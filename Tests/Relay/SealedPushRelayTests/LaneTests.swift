// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct LaneTests {
    private let now = SampleDevice.now

    private func note(
        _ change: Settlement.LaneChange,
        _ lane: inout Lane,
        round: Int32? = nil,
        at now: Timestamp
    ) -> Bool {
        lane.note(change, round: round ?? lane.round, at: now)
    }

    @Test func `an open lane stays as it is while pushes work`() {
        var lane = Lane()
        #expect(note(.works, &lane, at: now) == false)
        #expect(note(.nothing, &lane, at: now) == false)
        #expect(lane == Lane())
        #expect(lane.admission(at: now) == .open)
        #expect(lane.takeProbe(at: now) == false)
    }

    @Test func `pushes that fail together are one failure`() {
        var lane = Lane()
        let round = lane.round
        #expect(note(.fails(.unavailable), &lane, round: round, at: now) == true)
        let paused = lane
        for _ in 0..<500 {
            #expect(note(.fails(.unavailable), &lane, round: round, at: now) == false)
            #expect(note(.works, &lane, round: round, at: now) == false)
        }
        #expect(lane == paused)
    }

    @Test func `pauses grow from a second to 15 minutes`() {
        var lane = Lane()
        for failure in 0..<2000 {
            #expect(note(.fails(.unavailable), &lane, at: now) == true)
            let pause: Duration = min(.seconds(1) * (1 << min(failure, 20)), .seconds(900))
            #expect(lane.nextProbe == now + pause)
        }
    }

    @Test func `a paused lane lets one probe through, and the next one after 90 seconds`() throws {
        var lane = Lane()
        _ = note(.fails(.unavailable), &lane, at: now)
        let probe = try #require(lane.nextProbe)
        #expect(lane.admission(at: probe + .milliseconds(-1)) == .paused(until: probe))
        #expect(lane.takeProbe(at: probe + .milliseconds(-1)) == false)
        #expect(lane.takeProbe(at: probe) == true)
        #expect(lane.takeProbe(at: probe + .milliseconds(89_999)) == false)
        #expect(lane.takeProbe(at: probe + .seconds(90)) == true)
    }

    @Test func `a successful probe opens the lane, a failed one makes the pause longer`() throws {
        var lane = Lane()
        _ = note(.fails(.unavailable), &lane, at: now)
        #expect(lane.takeProbe(at: now + .seconds(1)) == true)
        _ = note(.fails(.credentials), &lane, at: now + .seconds(2))
        #expect(lane.failures == 2)
        #expect(lane.cause == .credentials)
        #expect(lane.takeProbe(at: now + .seconds(10)) == true)
        #expect(note(.works, &lane, at: now + .seconds(11)) == true)
        #expect(lane.admission(at: now) == .open)
        #expect(lane.cause == nil)
        #expect(lane.failures == 0)
    }

    @Test func `an operator opens a lane, and what was leased before does not pause it again`() {
        var lane = Lane()
        _ = note(.fails(.credentials), &lane, at: now)
        let round = lane.round
        lane.open()
        #expect(note(.fails(.credentials), &lane, round: round, at: now) == false)
        #expect(lane.admission(at: now) == .open)
    }

    @Test func `after the clock was set back a lane is probed at once`() {
        var lane = Lane()
        _ = note(.fails(.unavailable), &lane, at: now)
        #expect(lane.admission(at: now + .seconds(-86_400)) == .probe)
    }

    @Test(.rules("C-79"))
    func `what an operator pauses is not probed, and only an operator opens it`() {
        var lane = Lane()
        let round = lane.round
        lane.pause()
        #expect(lane.cause == .operator)
        #expect(lane.admission(at: now + .seconds(1_000_000)) == .paused(until: .latest))
        #expect(note(.works, &lane, round: round, at: now) == false)
        #expect(note(.fails(.unavailable), &lane, round: round, at: now) == false)
        let paused = lane
        lane.pause()
        #expect(lane == paused)
        lane.open()
        #expect(lane.admission(at: now) == .open)
    }

    @Test func `an operator's pause takes the place of another one`() {
        var lane = Lane()
        _ = note(.fails(.credentials), &lane, at: now)
        lane.pause()
        #expect(lane.cause == .operator)
        #expect(lane.admission(at: now + .seconds(1_000_000)) == .paused(until: .latest))
    }
}

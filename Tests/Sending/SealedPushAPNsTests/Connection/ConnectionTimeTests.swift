// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

/// How long a connection waits, for what, and what it does then.
struct ConnectionTimeTests: MachineSuite {
    @Test(arguments: [false, true])
    func `a connection is given up if it does not stand after 20 seconds`(_ hasTCP: Bool) {
        var machine = ConnectionMachine(at: .seconds(5))
        // TLS has its share of the same time.
        if hasTCP { machine.heard(at: .seconds(24)) }
        #expect(machine.nextTick(at: .seconds(5)) == .seconds(25))
        #expect(machine.tick(at: .seconds(25) - .milliseconds(1)) == .alive)
        var connected = machine
        #expect(machine.tick(at: .seconds(25)) == .dead)
        connected.opened(at: .seconds(24))
        #expect(connected.tick(at: .seconds(25)) == .alive)
    }

    @Test func `a connection that allows no stream for 10 seconds is left`() {
        var machine = machine(streams: 3)
        machine.settingsChanged(to: 0, at: .seconds(1))
        machine.settingsChanged(to: 0, at: .seconds(5))
        #expect(machine.nextTick(at: .seconds(1)) == .seconds(11))
        _ = machine.tick(at: .seconds(10))
        #expect(!machine.isLeaving)
        var other = machine
        other.settingsChanged(to: 1, at: .seconds(10))
        _ = other.tick(at: .seconds(11))
        #expect(!other.isLeaving)
        var answering = other
        // The times add up until something is answered.
        other.settingsChanged(to: 0, at: .seconds(12))
        #expect(other.nextTick(at: .seconds(12)) == .seconds(13))
        _ = other.tick(at: .seconds(13))
        #expect(other.isLeaving)
        let stream = start(1, on: &answering, at: .seconds(11))[0].stream
        _ = answering.head(of: stream, status: 200, isEnd: true, at: .seconds(12))
        answering.settingsChanged(to: 0, at: .seconds(12))
        _ = answering.tick(at: .seconds(21))
        #expect(!answering.isLeaving)
        _ = machine.tick(at: .seconds(11))
        #expect(machine.isDone)
    }

    @Test func `a connection that leaves waits a minute at most, whatever is answered meanwhile`() {
        var machine = machine()
        let pushes = start(3, on: &machine, at: .seconds(100))
        _ = machine.head(of: pushes[0].stream, status: 200, isEnd: true, at: .seconds(105))
        machine.leave()
        // Answers to PING are none to pushes.
        machine.heard(at: .seconds(120))
        #expect(machine.tick(at: .seconds(125)) == .alive)
        let stream = pushes[1].stream
        _ = machine.head(of: stream, status: 200, isEnd: true, at: .seconds(130))
        machine.heard(at: .seconds(160))
        #expect(machine.nextTick(at: .seconds(160)) <= .seconds(165))
        #expect(machine.tick(at: .seconds(164)) == .alive)
        machine.heard(at: .seconds(164))
        #expect(machine.tick(at: .seconds(165)) == .dead)
        #expect(machine.ended(at: .seconds(165)).count == 1)
    }

    @Test func `a connection on which a push waited in vain while nothing was answered is left`() {
        var machine = machine()
        let pushes = start(2, on: &machine, at: .seconds(100))
        #expect(!machine.isLeaving)
        _ = machine.abandon([pushes[0].push], at: .seconds(109))
        #expect(!machine.isLeaving)
        var other = machine
        _ = machine.abandon([pushes[1].push], at: .seconds(110))
        #expect(machine.isLeaving)
        let third = start(1, on: &other, at: .seconds(109))[0]
        _ = other.head(of: third.stream, status: 200, isEnd: true, at: .seconds(109))
        _ = other.abandon([pushes[1].push], at: .seconds(110))
        #expect(!other.isLeaving)
    }

    @Test func `it is left also where no single push is waited for so long`() {
        var machine = machine()
        for second in [0, 5] {
            let pushes = start(1, on: &machine, at: .seconds(second))
            #expect(!machine.isLeaving)
            _ = machine.abandon(pushes.map(\.push), at: .seconds(second + 5))
        }
        #expect(machine.isLeaving)
    }

    @Test func `while nothing is in flight nothing is waited for`() {
        var machine = machine()
        for hour in 0..<3 {
            let pushes = start(1, on: &machine, at: .hours(Int64(hour)))
            _ = machine.abandon(pushes.map(\.push), at: .hours(Int64(hour)) + .seconds(1))
        }
        #expect(!machine.isLeaving)
        // Nor by a connection that is to prove the token.
        var fresh = ConnectionMachine(at: .zero)
        fresh.opened(at: .zero)
        let first = start(1, on: &fresh)
        _ = fresh.abandon(first.map(\.push), at: .seconds(1))
        _ = start(1, on: &fresh, at: .hours(1))
        _ = fresh.tick(at: .hours(1))
        #expect(!fresh.isLeaving)
    }

    @Test func `a half-open connection is noticed also by pushes that have less time`() {
        var machine = machine()
        let pushes = start(1, on: &machine, at: .seconds(100))
        _ = machine.abandon(pushes.map(\.push), at: .seconds(105))
        #expect(machine.nextTick(at: .seconds(105)) == .seconds(110))
        _ = start(1, on: &machine, at: .seconds(109))
        #expect(machine.tick(at: .seconds(110)) == .ping)
        #expect(machine.tick(at: .seconds(120)) == .dead)
    }

    @Test func `a push that is to prove the token holds others up for 10 seconds at most`() {
        var machine = ConnectionMachine(at: .zero)
        machine.opened(at: .zero)
        let first = start(1, on: &machine)
        #expect(capacity(machine) == .held)
        #expect(machine.nextTick(at: .zero) == .seconds(10))
        _ = machine.tick(at: .seconds(9))
        #expect(!machine.isLeaving)
        #expect(machine.tick(at: .seconds(10)) == .ping)
        #expect(machine.isLeaving && !machine.isDone)
        let answered = machine.head(
            of: first[0].stream,
            status: 200,
            isEnd: true,
            at: .seconds(11)
        )?.answered
        #expect(answered?.push === first[0].push)
        #expect(machine.isDone)
    }

    @Test func `a connection that can't be made in time is given up`() {
        var machine = ConnectionMachine(at: .seconds(5))
        #expect(machine.tick(at: .seconds(24)) == .alive)
        #expect(machine.nextTick(at: .seconds(5)) <= .seconds(25))
        #expect(machine.tick(at: .seconds(25)) == .dead)
        var made = ConnectionMachine(at: .seconds(5))
        made.opened(at: .seconds(24))
        #expect(made.tick(at: .seconds(25)) == .alive)
    }

    @Test func `after an hour idle there is a PING, and a bounded wait for its answer`() {
        var machine = machine()
        #expect(machine.nextTick(at: .zero) == .hours(1))
        #expect(machine.tick(at: .minutes(59)) == .alive)
        #expect(machine.tick(at: .hours(1)) == .ping)
        #expect(machine.tick(at: .hours(1) + .seconds(9)) == .alive)
        #expect(machine.nextTick(at: .hours(1)) == .hours(1) + .seconds(10))
        var silent = machine
        #expect(silent.tick(at: .hours(1) + .seconds(10)) == .dead)
        machine.heard(at: .hours(1) + .seconds(9))
        #expect(machine.tick(at: .hours(1) + .seconds(10)) == .alive)
        #expect(machine.nextTick(at: .hours(1)) == .hours(2) + .seconds(9))
    }

    @Test func `a half-open connection is noticed by a push that waits 20 seconds`() {
        var machine = machine()
        _ = start(1, on: &machine, at: .minutes(30))
        #expect(machine.tick(at: .minutes(30)) == .alive)
        #expect(machine.nextTick(at: .minutes(30)) == .minutes(30) + .seconds(10))
        #expect(machine.tick(at: .minutes(30) + .seconds(10)) == .ping)
        #expect(machine.tick(at: .minutes(30) + .seconds(20)) == .dead)
    }

    @Test func `of what is in flight something is answered in time, also after a refusal`() {
        var machine = machine()
        let pushes = start(2, on: &machine)
        _ = machine.reset(pushes[0].stream, isRefused: true, at: .seconds(1))
        _ = machine.tick(at: .seconds(9))
        #expect(!machine.isLeaving)
        _ = machine.tick(at: .seconds(10))
        #expect(machine.isLeaving)
    }

    @Test func `a connection that refuses each stream for 10 seconds is left`() {
        var machine = machine()
        for second in 100..<110 {
            let push = start(1, on: &machine, at: .seconds(second))[0]
            _ = machine.reset(push.stream, isRefused: true, at: .seconds(second))
            _ = machine.tick(at: .seconds(second))
            #expect(!machine.isLeaving)
        }
        var other = machine
        let taken = start(1, on: &other, at: .seconds(109))[0]
        _ = other.head(of: taken.stream, status: 200, isEnd: true, at: .seconds(109))
        _ = other.tick(at: .seconds(110))
        #expect(!other.isLeaving)
        #expect(machine.nextTick(at: .seconds(109)) <= .seconds(110))
        _ = machine.tick(at: .seconds(110))
        #expect(machine.isLeaving)
    }

    @Test func `a hold ends by time, or earlier where its reason is gone`() {
        var machine = machine()
        machine.heldUntil = .seconds(50)
        #expect(count(machine, at: .seconds(49)) == 0)
        #expect(machine.nextTick(at: .seconds(1)) == .seconds(50))
        #expect(count(machine, at: .seconds(50)) > 0)
        machine.heldUntil = nil
        #expect(count(machine, at: .seconds(1)) > 0)
    }

    @Test func `after a minute of silence a PING goes before the next push`() {
        var machine = machine()
        let early = machine.probe(at: .seconds(59))
        #expect(!early && count(machine, at: .seconds(59)) > 0)
        let due = machine.probe(at: .seconds(60))
        #expect(due && capacity(machine, at: .seconds(60)) == .held)
        let again = machine.probe(at: .seconds(61))
        #expect(!again)
        var gone = machine
        #expect(machine.nextTick(at: .seconds(60)) == .seconds(70))
        #expect(gone.tick(at: .seconds(70)) == .dead)
        machine.heard(at: .seconds(61))
        #expect(count(machine, at: .seconds(61)) > 0)
    }

    @Test func `where pushes are in flight no PING holds the next one up`() {
        var machine = machine()
        _ = start(1, on: &machine, at: .seconds(59))
        let isProbed = machine.probe(at: .seconds(65))
        #expect(!isProbed && count(machine, at: .seconds(65)) > 0)
    }

    @Test func `how often an idle connection has a PING can be set`() {
        var machine = ConnectionMachine(
            at: .zero,
            pingInterval: .seconds(30),
            silenceLimit: .seconds(5)
        )
        machine.opened(at: .zero)
        #expect(machine.nextTick(at: .zero) == .seconds(30))
        let isProbed = machine.probe(at: .seconds(5))
        #expect(isProbed)
    }

    @Test(arguments: [Duration.zero, .seconds(-5), .milliseconds(20)])
    func `a limit of less than a second neither stops pushes nor sends PINGs alone`(
        _ limit: Duration
    ) {
        var machine = ConnectionMachine(at: .zero, pingInterval: limit, silenceLimit: limit)
        machine.opened(at: .zero)
        #expect(count(machine, at: .milliseconds(999)) == 1)
        #expect(machine.nextTick(at: .zero) == .seconds(1))
        #expect(machine.tick(at: .seconds(1)) == .ping)
        machine.heard(at: .seconds(1))
        #expect(count(machine, at: .seconds(1)) == 1)
    }

    @Test func `a connection on which HTTP 2 begins nothing for 10 seconds is left`() {
        var machine = machine(streams: 3)
        let push = start(1, on: &machine)[0]
        _ = machine.takeBack(push.stream)
        var other = machine
        other.unblocked(at: .seconds(9))
        _ = other.tick(at: .seconds(20))
        #expect(!other.isLeaving)
        _ = machine.tick(at: .seconds(10))
        #expect(machine.isLeaving)
    }
}

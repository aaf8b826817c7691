// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct ConnectionMachineTests {
    /// A connection at zero whose server has taken the token and serves `streams`.
    private func machine(streams: UInt32 = 100) -> ConnectionMachine {
        var machine = ConnectionMachine(at: .zero)
        machine.opened(at: .zero)
        machine.settingsChanged(to: streams, at: .zero)
        let stream = machine.start(.sample(9999), at: .zero)
        #expect(stream == 1)
        _ = machine.head(of: 1, status: 200, isEnd: true, at: .zero)
        return machine
    }

    /// A connection at zero that has answered nothing yet.
    private func fresh() -> ConnectionMachine {
        var machine = ConnectionMachine(at: .zero)
        machine.opened(at: .zero)
        return machine
    }

    private func answer(
        _ reason: APNsReason,
        on stream: UInt32,
        of machine: inout ConnectionMachine
    ) -> ConnectionMachine.Answered? {
        let body = Array(#"{"reason":"\#(reason.rawValue)"}"#.utf8)
        _ = machine.head(
            of: stream,
            status: reason.status,
            isEnd: false,
            at: .zero
        )
        return machine.body(of: stream, body, isEnd: true, at: .zero)
    }

    private func start(
        _ count: Int,
        on machine: inout ConnectionMachine,
        at now: Duration = .zero
    ) -> [(push: Push, stream: UInt32)] {
        (0..<count).compactMap { number in
            let push = Push.sample(number)
            return machine.start(push, at: now).map { (push, $0) }
        }
    }

    private func count(_ machine: ConnectionMachine, at now: Duration = .zero) -> Int {
        machine.capacity(at: now, isWritable: true).count
    }

    private func capacity(_ machine: ConnectionMachine, at now: Duration = .zero)
        -> Dispatch.Capacity
    {
        machine.capacity(at: now, isWritable: true).capacity
    }

    @Test func `nothing is sent before HTTP 2 may be spoken, then one push, then as SETTINGS say`()
    {
        var machine = ConnectionMachine(at: .zero)
        #expect(count(machine) == 0)
        #expect(capacity(machine) == .held)
        machine.settingsChanged(to: 3, at: .zero)
        machine.opened(at: .zero)
        #expect(count(machine) == 1)
        let first = start(1, on: &machine)
        #expect(first.map(\.stream) == [1])
        #expect(count(machine) == 0)
        #expect(capacity(machine) == .held)
        let answered = machine.head(of: 1, status: 200, isEnd: true, at: .seconds(2))
        #expect(answered?.push === first[0].push)
        #expect(answered?.time == .seconds(2))
        #expect(count(machine) == 3)
        #expect(capacity(machine) == .open)
        #expect(start(3, on: &machine).map(\.stream) == [3, 5, 7])
        #expect(count(machine) == 0)
        #expect(capacity(machine) == .full)
        machine.settingsChanged(to: 4, at: .zero)
        #expect(count(machine) == 1)
        machine.settingsChanged(to: 0, at: .zero)
        #expect(count(machine) == 0)
        #expect(capacity(machine) == .full)
    }

    @Test func `what the way has no room for is not taken`() {
        let machine = machine()
        #expect(machine.capacity(at: .zero, isWritable: false) == (0, .full))
    }

    @Test(arguments: [
        (APNsReason.expiredProviderToken, ConnectionMachine.Fault.credentials),
        (.invalidProviderToken, .credentials), (.tooManyProviderTokenUpdates, .credentials),
        (.badCertificate, .credentials), (.internalServerError, .server),
    ])
    func `a connection is left for an answer that says more of it than of the push`(
        _ reason: APNsReason,
        _ fault: ConnectionMachine.Fault
    ) {
        var machine = machine()
        let pushes = start(2, on: &machine)
        let request = machine.request(on: pushes[0].stream, tokenNumber: 7)
        #expect(request === pushes[0].push.request)
        let answered = answer(reason, on: pushes[0].stream, of: &machine)
        #expect(answered?.answer.rejection?.reason == reason)
        #expect(answered?.tokenNumber == 7)
        #expect(machine.request(on: pushes[0].stream, tokenNumber: 7) == nil)
        #expect(answered?.isFresh == false)
        #expect(machine.fault == fault && machine.hasWorked)
        #expect(machine.isLeaving && !machine.isDone)
        _ = machine.head(of: pushes[1].stream, status: 200, isEnd: true, at: .zero)
        #expect(machine.isDone)
    }

    @Test(arguments: [APNsReason.badDeviceToken, .tooManyRequests, .unregistered])
    func `a refusal of the push is an answer of use`(_ reason: APNsReason) {
        var machine = fresh()
        let push = start(1, on: &machine)[0]
        let answered = answer(reason, on: push.stream, of: &machine)
        #expect(answered?.isFresh == true)
        #expect(machine.fault == nil && machine.hasWorked && !machine.isLeaving)
    }

    @Test(arguments: [
        APNsReason.serviceUnavailable, .internalServerError, .expiredProviderToken, .idleTimeout,
    ])
    func `an answer that says nothing of the push is of none`(_ reason: APNsReason) {
        var machine = fresh()
        let push = start(1, on: &machine)[0]
        let answered = answer(reason, on: push.stream, of: &machine)
        #expect(answered?.isFresh == true)
        #expect(!machine.hasWorked)
    }

    @Test func `an answer is whole at the end of its stream, whatever comes before it`() {
        var machine = machine()
        let pushes = start(1, on: &machine)
        let stream = pushes[0].stream
        #expect(
            machine.head(of: stream, status: 103, isEnd: false, at: .zero) == nil
        )
        let head = machine.head(
            of: stream,
            status: 503,
            header: { $0 == "retry-after" ? "7" : nil },
            isEnd: false,
            at: .zero
        )
        #expect(head == nil)
        for part in [#"{"reason":"#, #""Service"#] {
            let answered = machine.body(
                of: stream,
                Array(part.utf8),
                isEnd: false,
                at: .zero
            )
            #expect(answered == nil)
        }
        let end = Array(#"Unavailable"}"#.utf8)
        let answered = machine.body(of: stream, end, isEnd: true, at: .zero)
        #expect(answered?.answer.rejection?.reason == .serviceUnavailable)
        #expect(answered?.answer.retryAfter == .seconds(7))
        let late = machine.body(of: stream, end, isEnd: true, at: .zero)
        #expect(late == nil)
    }

    @Test func `trailers end an answer and change nothing of it`() {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        _ = machine.head(of: stream, status: 200, isEnd: false, at: .zero)
        let answered = machine.head(of: stream, status: 0, isEnd: true, at: .zero)
        #expect(answered?.answer.status == 200)
    }

    @Test func `of a body no more is kept than APNs sends`() {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        _ = machine.head(of: stream, status: 400, isEnd: false, at: .zero)
        let reason = Array(#"{"reason":"BadTopic"}"#.utf8)
        let filler = [UInt8](repeating: 0x20, count: APNsBody.byteLimit)
        for part in [reason, filler, filler, filler] {
            #expect(machine.body(of: stream, part, isEnd: false, at: .zero) == nil)
        }
        let answered = machine.body(of: stream, reason, isEnd: true, at: .zero)
        #expect(answered?.answer.rejection?.status == 400)
        #expect(answered?.answer.rejection?.reason == nil)
    }

    @Test func `a refused stream was not looked at, any other reset may have been`() {
        var machine = machine()
        let pushes = start(2, on: &machine)
        guard
            case .returned(let first, .unseen) = machine.reset(
                pushes[0].stream,
                isRefused: true,
                at: .zero
            ),
            case .returned(let second, .broken) = machine.reset(pushes[1].stream, at: .zero)
        else {
            Issue.record("not returned")
            return
        }
        #expect(first === pushes[0].push)
        #expect(second === pushes[1].push)
        #expect(machine.reset(pushes[0].stream, isRefused: true, at: .zero) == nil)
    }

    @Test func `refused streams are not opened again at once, and each time later`() {
        var machine = machine()
        var now = Duration.zero
        for milliseconds in [100, 200, 400, 800, 1600, 3200, 6400, 6400] as [Int64] {
            let stream = start(1, on: &machine, at: now)[0].stream
            _ = machine.reset(stream, isRefused: true, at: now)
            #expect(count(machine, at: now) == 0)
            #expect(machine.nextTick(at: now) == now + .milliseconds(milliseconds))
            now += .milliseconds(milliseconds - 1)
            #expect(count(machine, at: now) == 0)
            now += .milliseconds(1)
            // Others would be refused as well, before one was answered.
            #expect(count(machine, at: now) == 1)
        }
        let stream = start(1, on: &machine, at: now)[0].stream
        _ = machine.head(of: stream, status: 200, isEnd: true, at: now)
        #expect(count(machine, at: now) == 64)
        let again = start(1, on: &machine, at: now)[0].stream
        _ = machine.reset(again, isRefused: true, at: now)
        #expect(machine.nextTick(at: now) == now + .milliseconds(100))
    }

    @Test func `streams that are refused together count once, and an answer ends the wait`() {
        var machine = machine()
        let pushes = start(50, on: &machine)
        for push in pushes[1...] {
            _ = machine.reset(push.stream, isRefused: true, at: .seconds(1))
        }
        #expect(count(machine, at: .milliseconds(1099)) == 0)
        #expect(machine.nextTick(at: .seconds(1)) == .milliseconds(1100))
        _ = machine.head(
            of: pushes[0].stream,
            status: 200,
            isEnd: true,
            at: .milliseconds(1001)
        )
        #expect(count(machine, at: .milliseconds(1001)) == 64)
    }

    @Test func `a reset behind the head of an answer takes nothing of it back`() {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        _ = machine.head(of: stream, status: 200, isEnd: false, at: .zero)
        guard case .answered(let answered) = machine.reset(stream, at: .zero) else {
            Issue.record("not answered")
            return
        }
        #expect(answered.answer.status == 200)
    }

    @Test func `GOAWAY gives back what lies above its last stream, and the rest is awaited`() {
        var machine = machine()
        let pushes = start(5, on: &machine)
        let graceful = GoAway(lastStreamID: 0x7FFF_FFFF, errorCode: 0, data: [])
        #expect(machine.goAway(graceful).isEmpty)
        #expect(count(machine) == 0)
        #expect(machine.isLeaving)
        let last = GoAway(lastStreamID: pushes[2].stream, errorCode: 0, data: [])
        let unseen = machine.goAway(last)
        #expect(unseen.isSame(as: pushes[3...].map(\.push)))
        // A last stream only ever goes down: none that was given up comes back.
        #expect(machine.goAway(graceful).isEmpty)
        #expect(machine.inFlight == 3)
        let lower = GoAway(lastStreamID: pushes[1].stream, errorCode: 2, data: [])
        #expect(machine.goAway(lower).isSame(as: [pushes[2].push]))
        #expect(machine.inFlight == 2)
        #expect(!machine.isDone)
        for (_, stream) in pushes[..<2] {
            #expect(
                machine.head(of: stream, status: 200, isEnd: true, at: .zero) != nil
            )
        }
        #expect(machine.isDone)
        #expect(machine.start(.sample(), at: .zero) == nil)
    }

    @Test func `what was in flight when the connection ends comes out once, answered or not`() {
        var machine = machine()
        let pushes = start(3, on: &machine)
        _ = machine.head(of: pushes[1].stream, status: 200, isEnd: false, at: .zero)
        let outcomes = machine.ended(at: .zero)
        let texts = outcomes.map { outcome in
            switch outcome {
            case .answered(let answered): "\(answered.push.request.id) \(answered.answer.status)"
            case .returned(let push, .broken): "\(push.request.id) broken"
            case .returned(let push, _): "\(push.request.id)"
            }
        }
        #expect(
            texts == [
                "\(pushes[0].push.request.id) broken", "\(pushes[1].push.request.id) 200",
                "\(pushes[2].push.request.id) broken",
            ]
        )
        #expect(machine.ended(at: .zero).isEmpty)
    }

    @Test(arguments: [200, 400, 403, 410, 503])
    func `an answer that does not come whole is one only where it accepts`(_ status: Int) {
        var machine = machine()
        let pushes = start(2, on: &machine)
        for (_, stream) in pushes {
            _ = machine.head(of: stream, status: status, isEnd: false, at: .zero)
            _ = machine.body(of: stream, Array(#"{"reas"#.utf8), isEnd: false, at: .zero)
        }
        let reset = machine.reset(pushes[0].stream, at: .zero)
        for outcome in [reset, machine.ended(at: .zero).first] {
            switch outcome {
            case .answered(let answered): #expect(status == 200 && answered.answer.status == 200)
            case .returned(_, .broken): #expect(status != 200)
            default: Issue.record("lost")
            }
        }
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
        other.settingsChanged(to: 0, at: .seconds(12))
        _ = other.tick(at: .seconds(21))
        #expect(!other.isLeaving)
        _ = machine.tick(at: .seconds(11))
        #expect(machine.isDone)
    }

    @Test func `where no stream is left the connection leaves`() {
        var machine = ConnectionMachine(at: .zero, firstStream: ConnectionMachine.lastStream - 2)
        machine.opened(at: .zero)
        let pushes = start(1, on: &machine)
        _ = machine.head(of: pushes[0].stream, status: 200, isEnd: true, at: .zero)
        #expect(!machine.isLeaving)
        #expect(start(1, on: &machine).map(\.stream) == [ConnectionMachine.lastStream])
        #expect(machine.isLeaving)
        #expect(machine.start(.sample(), at: .zero) == nil)
    }

    @Test func `a connection that leaves waits a minute at most from one answer to the next`() {
        var machine = machine()
        let pushes = start(2, on: &machine, at: .seconds(100))
        machine.leave()
        // Answers to PING are none to pushes.
        machine.heard(at: .seconds(120))
        #expect(machine.tick(at: .seconds(125)) == .alive)
        let stream = pushes[0].stream
        _ = machine.head(of: stream, status: 200, isEnd: true, at: .seconds(130))
        machine.heard(at: .seconds(180))
        #expect(machine.nextTick(at: .seconds(180)) == .seconds(190))
        #expect(machine.tick(at: .seconds(189)) == .alive)
        machine.heard(at: .seconds(189))
        #expect(machine.tick(at: .seconds(190)) == .dead)
        #expect(machine.ended(at: .seconds(190)).count == 1)
    }

    @Test(arguments: [("Shutdown", 503), ("IdleTimeout", 400)])
    func `a server that ends the connection is left`(_ reason: String, _ status: Int) {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        let body = Array(#"{"reason":"\#(reason)"}"#.utf8)
        _ = machine.head(of: stream, status: status, isEnd: false, at: .zero)
        _ = machine.body(of: stream, body, isEnd: true, at: .zero)
        #expect(machine.isDone)
    }

    @Test func `an abandoned push frees its stream`() {
        var machine = machine()
        let pushes = start(3, on: &machine)
        let streams = machine.abandon([pushes[0].push, pushes[2].push], at: .seconds(1))
        #expect(streams == [pushes[0].stream, pushes[2].stream])
        #expect(machine.inFlight == 1)
        #expect(!machine.isLeaving)
        #expect(machine.abandon([pushes[0].push], at: .seconds(1)).isEmpty)
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

    @Test func `a promise behind the answer is a trailer, and may end it`() {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        let head = machine.head(of: stream, status: 200, isEnd: false, at: .zero)
        #expect(head == nil)
        let end = machine.head(of: stream, status: 103, isEnd: true, at: .zero)
        #expect(end?.answer.status == 200)
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
        )
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
        let pushes = start(3, on: &machine)
        _ = machine.reset(pushes[0].stream, isRefused: true, at: .seconds(1))
        _ = machine.tick(at: .seconds(10))
        #expect(!machine.isLeaving)
        machine.heard(at: .seconds(10))
        _ = machine.tick(at: .seconds(11))
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

    @Test func `what HTTP 2 does not begin comes back, and nothing else is sent until it may`() {
        var machine = machine(streams: 3)
        let pushes = start(2, on: &machine)
        let back = machine.takeBack(pushes[1].stream)
        #expect(back === pushes[1].push)
        #expect(machine.takeBack(pushes[1].stream) == nil)
        #expect(machine.inFlight == 1)
        #expect(count(machine) == 0)
        #expect(capacity(machine) == .full)
        machine.unblocked(at: .seconds(1))
        #expect(count(machine, at: .seconds(1)) == 2)
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

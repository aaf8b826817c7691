// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

/// What answers, resets and ends mean, and how many pushes there may be.
struct ConnectionMachineTests: MachineSuite {
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
        let answered = machine.head(of: 1, status: 200, isEnd: true, at: .seconds(2))?.answered
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
        let answered = machine.body(of: stream, end, isEnd: true, at: .zero)?.answered
        #expect(answered?.answer.rejection?.reason == .serviceUnavailable)
        #expect(answered?.answer.retryAfter == .seconds(7))
        let late = machine.body(of: stream, end, isEnd: true, at: .zero)
        #expect(late == nil)
    }

    @Test func `trailers end an answer and change nothing of it`() {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        _ = machine.head(of: stream, status: 200, isEnd: false, at: .zero)
        let answered = machine.head(of: stream, status: 0, isEnd: true, at: .zero)?.answered
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
        let answered = machine.body(of: stream, reason, isEnd: true, at: .zero)?.answered
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
        for milliseconds in [100, 200, 400, 800, 1600, 3200] as [Int64] {
            let stream = start(1, on: &machine, at: now)[0].stream
            _ = machine.reset(stream, isRefused: true, at: now)
            #expect(count(machine, at: now) == 0)
            let wait = machine.nextTick(at: now) - now
            #expect((.milliseconds(milliseconds)...(.milliseconds(milliseconds * 3 / 2))) ~= wait)
            now += wait - .milliseconds(1)
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
        #expect(machine.nextTick(at: now) <= now + .milliseconds(150))
    }

    @Test func `streams that are refused together count once, and an answer ends the wait`() {
        var machine = machine()
        let pushes = start(50, on: &machine)
        for push in pushes[1...] {
            _ = machine.reset(push.stream, isRefused: true, at: .seconds(1))
        }
        #expect(count(machine, at: .milliseconds(1099)) == 0)
        #expect(machine.nextTick(at: .seconds(1)) <= .milliseconds(1150))
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
        let unseen = machine.goAway(last).compactMap(\.unseen)
        #expect(unseen.isSame(as: pushes[3...].map(\.push)))
        // A last stream only ever goes down: none that was given up comes back.
        #expect(machine.goAway(graceful).isEmpty)
        #expect(machine.inFlight == 3)
        let lower = GoAway(lastStreamID: pushes[1].stream, errorCode: 2, data: [])
        #expect(machine.goAway(lower).compactMap(\.unseen).isSame(as: [pushes[2].push]))
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

    @Test func `a promise behind the answer is a trailer, and may end it`() {
        var machine = machine()
        let stream = start(1, on: &machine)[0].stream
        let head = machine.head(of: stream, status: 200, isEnd: false, at: .zero)
        #expect(head == nil)
        let end = machine.head(of: stream, status: 103, isEnd: true, at: .zero)?.answered
        #expect(end?.answer.status == 200)
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
}

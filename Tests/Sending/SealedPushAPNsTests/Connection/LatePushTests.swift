// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SealedPushAPNs

/// When a connection is left that answers some pushes, or PINGs, and leaves others lying.
struct LatePushTests: MachineSuite {
    /// What comes on a connection while pushes wait, second by second.
    enum Sign: Sendable, CaseIterable {
        /// Answers to PING, or PINGs of the server's own.
        case frames
        /// A header that promises an answer to each push.
        case promises
        /// Parts of bodies that do not end.
        case bodies
        /// Answers to other pushes.
        case answers
    }

    private func give(
        _ sign: Sign,
        to pushes: [(push: Push, stream: UInt32)],
        on machine: inout ConnectionMachine,
        at now: Duration
    ) {
        machine.heard(at: now)
        switch sign {
        case .frames: break
        case .promises:
            for (_, stream) in pushes {
                _ = machine.head(of: stream, status: 103, isEnd: false, at: now)
            }
        case .bodies:
            for (_, stream) in pushes {
                _ = machine.head(of: stream, status: 400, isEnd: false, at: now)
                _ = machine.body(of: stream, [0x7B], isEnd: false, at: now)
            }
        case .answers:
            for (_, stream) in start(1, on: &machine, at: now) {
                _ = machine.head(of: stream, status: 200, isEnd: true, at: now)
            }
        }
    }

    @Test(.rules("C-39"), arguments: Sign.allCases)
    func `of two pushes that wait 10 seconds each is sent again elsewhere, whatever else comes`(
        _ sign: Sign
    ) {
        var machine = machine()
        let pushes = start(3, on: &machine, at: .seconds(100))
        for second in 101..<110 {
            give(sign, to: pushes, on: &machine, at: .seconds(second))
            _ = machine.tick(at: .seconds(second))
            #expect(machine.takeLate(at: .seconds(second)).isEmpty && !machine.isLeaving)
        }
        #expect(machine.nextTick(at: .seconds(109)) <= .seconds(110))
        #expect(machine.tick(at: .seconds(110)) == .alive)
        #expect(machine.isLeaving)
        let late = machine.takeLate(at: .seconds(110))
        #expect(late.map(\.stream) == pushes.map(\.stream))
        #expect(late.map(\.push).isSame(as: pushes.map(\.push)))
        #expect(machine.isDone)
    }

    @Test func `a push alone is late where nothing at all is answered`() {
        var machine = machine()
        _ = start(1, on: &machine, at: .seconds(100))
        machine.heard(at: .seconds(109))
        _ = machine.tick(at: .seconds(110))
        #expect(machine.isLeaving)
        #expect(machine.takeLate(at: .seconds(110)).count == 1)
    }

    @Test func `a push alone among answered ones is waited for until its time ends`() {
        var machine = machine()
        _ = start(1, on: &machine, at: .seconds(100))
        for second in 101..<160 {
            give(.answers, to: [], on: &machine, at: .seconds(second))
            _ = machine.tick(at: .seconds(second))
            #expect(!machine.isLeaving && machine.takeLate(at: .seconds(second)).isEmpty)
        }
        // The second one is.
        _ = start(1, on: &machine, at: .seconds(155))
        give(.answers, to: [], on: &machine, at: .seconds(164))
        #expect(machine.nextTick(at: .seconds(164)) <= .seconds(170))
        _ = machine.tick(at: .seconds(165))
        #expect(machine.takeLate(at: .seconds(165)).count == 2)
    }

    @Test(.rules("C-39")) func `what may not be sent again is waited for, a minute at most`() {
        var machine = machine()
        let pushes = (0..<4).map { Push.sample($0, until: 10_000, resends: $0 < 2) }
        for push in pushes { _ = machine.start(push, at: .seconds(100)) }
        for second in 101...159 {
            machine.heard(at: .seconds(second))
            let verdict = machine.tick(at: .seconds(second))
            #expect(verdict == .alive)
            let late = machine.takeLate(at: .seconds(second)).map(\.push)
            #expect(late.isSame(as: second == 110 ? pushes.prefix(2) : []))
        }
        machine.heard(at: .seconds(160))
        #expect(machine.tick(at: .seconds(160)) == .dead)
        #expect(machine.ended(at: .seconds(160)).count == 2)
    }

    @Test func `each push has its 10 seconds, also on a connection that is left`() {
        var machine = machine()
        let early = start(2, on: &machine, at: .seconds(100))
        let later = start(2, on: &machine, at: .seconds(107))
        machine.heard(at: .seconds(108))
        _ = machine.tick(at: .seconds(110))
        #expect(machine.takeLate(at: .seconds(110)).map(\.push).isSame(as: early.map(\.push)))
        #expect(machine.nextTick(at: .seconds(110)) == .seconds(117))
        machine.heard(at: .seconds(116))
        _ = machine.tick(at: .seconds(117))
        #expect(machine.takeLate(at: .seconds(117)).map(\.push).isSame(as: later.map(\.push)))
    }

    @Test func `while nothing comes it is first seen whether the server is there`() {
        var machine = machine()
        _ = start(2, on: &machine, at: .seconds(100))
        #expect(machine.tick(at: .seconds(110)) == .ping)
        #expect(machine.takeLate(at: .seconds(110)).isEmpty)
        #expect(machine.nextTick(at: .seconds(110)) == .seconds(120))
        var gone = machine
        #expect(gone.tick(at: .seconds(120)) == .dead)
        machine.heard(at: .seconds(112))
        #expect(machine.nextTick(at: .seconds(112)) == .seconds(112))
        _ = machine.tick(at: .seconds(112))
        #expect(machine.takeLate(at: .seconds(112)).count == 2)
    }

    @Test(.rules("C-39")) func `what its head accepts is not sent again`() {
        var machine = machine()
        let pushes = start(3, on: &machine, at: .seconds(100))
        _ = machine.head(of: pushes[0].stream, status: 200, isEnd: false, at: .seconds(101))
        machine.heard(at: .seconds(109))
        _ = machine.tick(at: .seconds(110))
        let late = machine.takeLate(at: .seconds(110)).map(\.push)
        #expect(late.isSame(as: pushes.dropFirst().map(\.push)))
        #expect(machine.ended(at: .seconds(111)).first?.answered?.push === pushes[0].push)
    }

    @Test func `a connection that is not late has a look each 10 seconds at most`() {
        var machine = machine()
        var looks = 0
        var stream: [UInt32] = []
        for step in 0..<10_000 {
            let now = Duration.milliseconds(step * 10)
            if machine.nextTick(at: now) <= now {
                looks += 1
                _ = machine.tick(at: now)
            }
            stream += start(1, on: &machine, at: now).map(\.stream)
            machine.heard(at: now)
            guard stream.count > 3 else { continue }
            _ = machine.head(of: stream.removeFirst(), status: 200, isEnd: true, at: now)
        }
        #expect(!machine.isLeaving)
        #expect(looks <= 20)
    }

    @Test(arguments: [Sign.frames, .promises])
    func `more than 1,000 frames in a second that end nothing are a flood`(_ sign: Sign) {
        var machine = machine()
        let pushes = start(1, on: &machine, at: .seconds(100))
        for step in 0..<5000 {
            // 500 a second are none.
            give(sign, to: pushes, on: &machine, at: .seconds(101) + .milliseconds(step * 2))
        }
        #expect(!machine.isFlooded)
        for _ in 0..<990 { give(sign, to: pushes, on: &machine, at: .seconds(120)) }
        #expect(!machine.isFlooded)
        var other = machine
        for _ in 0..<20 { give(sign, to: pushes, on: &machine, at: .seconds(120)) }
        #expect(machine.isFlooded)
        // An answer ends the count, and requests bring windows.
        var answering = other
        _ = answering.head(of: pushes[0].stream, status: 200, isEnd: true, at: .seconds(120))
        for _ in 0..<990 { give(sign, to: [], on: &answering, at: .seconds(120)) }
        #expect(!answering.isFlooded)
        let more = start(500, on: &other, at: .seconds(120))
        for _ in 0..<990 { give(sign, to: [], on: &other, at: .seconds(120)) }
        #expect(!other.isFlooded)
        for push in more.prefix(200) {
            _ = other.start(push.push, at: .seconds(120))
            for _ in 0..<4 { other.heard(at: .seconds(120)) }
        }
        #expect(!other.isFlooded)
    }
}

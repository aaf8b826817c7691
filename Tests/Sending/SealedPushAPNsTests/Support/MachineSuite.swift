// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SealedPushAPNs

/// What suites of ``ConnectionMachine`` have in common.
protocol MachineSuite {}

extension MachineSuite {
    /// A connection at zero whose server has taken the token and serves `streams`.
    func machine(streams: UInt32 = 100) -> ConnectionMachine {
        var machine = ConnectionMachine(at: .zero)
        machine.opened(at: .zero)
        machine.settingsChanged(to: streams, at: .zero)
        let stream = machine.start(.sample(9999), at: .zero)
        #expect(stream == 1)
        _ = machine.head(of: 1, status: 200, isEnd: true, at: .zero)
        return machine
    }

    /// A connection at zero that has answered nothing yet.
    func fresh() -> ConnectionMachine {
        var machine = ConnectionMachine(at: .zero)
        machine.opened(at: .zero)
        return machine
    }

    func answer(
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
        return machine.body(of: stream, body, isEnd: true, at: .zero)?.answered
    }

    func start(
        _ count: Int,
        on machine: inout ConnectionMachine,
        at now: Duration = .zero
    ) -> [(push: Push, stream: UInt32)] {
        (0..<count).compactMap { number in
            let push = Push.sample(number)
            return machine.start(push, at: now).map { (push, $0) }
        }
    }

    func count(_ machine: ConnectionMachine, at now: Duration = .zero) -> Int {
        machine.capacity(at: now, isWritable: true).count
    }

    func capacity(_ machine: ConnectionMachine, at now: Duration = .zero)
        -> Dispatch.Capacity
    {
        machine.capacity(at: now, isWritable: true).capacity
    }
}

extension ConnectionMachine.Outcome {
    /// The answer, if it is one.
    var answered: ConnectionMachine.Answered? {
        if case .answered(let answered) = self { answered } else { nil }
    }

    /// The push that comes back as one that APNs has not looked at.
    var unseen: Push? {
        if case .returned(let push, .unseen) = self { push } else { nil }
    }
}

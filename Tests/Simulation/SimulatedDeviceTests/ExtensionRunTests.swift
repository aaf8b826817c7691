// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SimulatedDevice

struct ExtensionRunTests {
    typealias Event = ExtensionRun<String>.Event
    typealias Action = ExtensionRun<String>.Action

    /// What a run does at the last of these events.
    static func last(_ events: [Event]) -> Action {
        var run = ExtensionRun<String>()
        return events.reduce(.nothing) { _, event in run.handle(event) }
    }

    @Test(
        arguments: [
            ([.handedOver("a")], Action.finish("a")),
            ([.received, .handedOver("a")], .finish("a")),
            ([.received, .timeOver], .warn),
            ([.received, .timeOver, .handedOver("a")], .finishAtWarning("a")),
            ([.received, .timeOver, .lastChanceOver], .kill(.timedOut)),
            ([.received, .startUpOver], .nothing),
            ([.startUpOver], .kill(.slowStart)),
            ([.timeOver], .kill(.slowStart)),
            ([.received, .lastChanceOver], .nothing),
            ([.received, .timeOver, .timeOver], .nothing),
            ([.crashed], .giveUp(.crashed)),
            ([.received, .timeOver, .crashed], .giveUp(.crashed)),
            ([.received, .memoryExceeded], .kill(.killedForMemory)),
            ([.received, .received], .nothing),
            ([.handedOver("a"), .memoryExceeded], .clear),
            ([.handedOver("a"), .memoryExceeded, .memoryExceeded], .nothing),
        ] as [([Event], Action)]
    )
    func `a run ends as the system ends it`(_ events: [Event], _ action: Action) {
        #expect(Self.last(events) == action)
    }

    static let endings: [([Event], Action)] = [
        ([.handedOver("a")], .noteSecond),
        ([.received, .timeOver, .handedOver("a")], .noteSecond),
        ([.handedOver("a"), .memoryExceeded], .noteLate),
        ([.startUpOver], .noteLate),
        ([.crashed], .noteLate),
        ([.memoryExceeded], .noteLate),
        ([.received, .timeOver, .lastChanceOver], .noteLate),
    ]

    @Test(arguments: endings)
    func `after its end a run changes nothing, and a hand-over is noted`(
        _ events: [Event],
        _ note: Action
    ) {
        #expect(Self.last(events + [.handedOver("b")]) == note)
        for event in [
            Event.received, .startUpOver, .timeOver, .lastChanceOver, .crashed,
        ] {
            #expect(Self.last(events + [event]) == .nothing)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushRelayTesting
import TestSupport
import Testing

/// What is explored: the messages, how often half a minute passes, and what goes wrong beside kills and pauses.
struct OutboxCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let messages: [Int]
    let ticks: Int
    let troubles: Set<OutboxTrouble>
    /// The faults that can be found here.
    var plants: [RelayModel.Plant] = []

    static let all = [
        OutboxCase(
            testDescription: "two messages of which one replaces the other",
            messages: [0, 1],
            ticks: 3,
            troubles: [],
            plants: [.noFence, .deletesWhileLeased, .collapsesWhileLeased, .requeuesSuperseded]
        ),
        OutboxCase(
            testDescription: "a new token, and refusals of the old one and of a live one",
            messages: [0],
            ticks: 1,
            troubles: [.newToken, .refusal],
            plants: [.noTokenVersion, .unconditionalGone]
        ),
        OutboxCase(
            testDescription: "faults of the push service and of the credentials",
            messages: [0],
            ticks: 2,
            troubles: [.fault, .credentials]
        ),
        OutboxCase(
            testDescription: "a message, and a clock that is set forward",
            messages: [0],
            ticks: 3,
            troubles: [.clockStep],
            plants: [.believesAnyClock]
        ),
        OutboxCase(
            testDescription: "three messages, of which a limit allows two",
            messages: [0, 1, 2],
            ticks: 0,
            troubles: [],
            plants: [.recentWithoutMessage]
        ),
    ]

    static let long = [
        OutboxCase(
            testDescription: "two messages, and a clock that is set forward",
            messages: [0, 1],
            ticks: 3,
            troubles: [.clockStep]
        ),
        OutboxCase(
            testDescription: "everything at once",
            messages: [0, 1, 2],
            ticks: 1,
            troubles: [.newToken, .refusal, .credentials]
        ),
    ]

    func search(plant: RelayModel.Plant? = nil) throws -> (OutboxSearch, OutboxSearch.Violation?) {
        let scenario = try OutboxScenario()
        var search = OutboxSearch(scenario)
        let world = try scenario.world(messages, ticks: ticks, troubles, plant: plant)
        let violation = search.search(from: world)
        let found = violation.map { ": \($0)" } ?? ""
        print("explored \(testDescription): \(search.states) states, \(search.steps) steps\(found)")
        return (search, violation)
    }
}

@Suite(.serialized)
struct OutboxExplorationTests {
    @Test(.rules("C-52 C-55"), arguments: OutboxCase.all + (LongRun.isOn ? OutboxCase.long : []))
    func `no order of the steps of two workers breaks a rule`(_ one: OutboxCase) throws {
        let (_, violation) = try one.search()
        if let violation { Issue.record("\(violation)") }
    }

    @Test(arguments: OutboxCase.all.flatMap { one in one.plants.map { (one, $0) } })
    func `a planted fault of the outbox is found`(
        _ one: OutboxCase,
        _ plant: RelayModel.Plant
    ) throws {
        let (_, violation) = try one.search(plant: plant)
        #expect(violation != nil)
    }

    @Test func `each fault is planted somewhere`() {
        #expect(Set(OutboxCase.all.flatMap(\.plants)) == Set(RelayModel.Plant.allCases))
    }
}

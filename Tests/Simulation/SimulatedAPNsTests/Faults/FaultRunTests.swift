// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import SimulatedAPNs

struct FaultRunTests {
    private let request = Draft().request

    /// The numbers of the pushes that a rule meets, of a hundred.
    private func hits(_ rule: FaultRule, seed: UInt64 = 1) -> [Int] {
        var run = FaultRun(FaultScript([rule], seed: seed))
        return (1...100).filter { _ in run.hit(request).fault != nil }
    }

    @Test(arguments: [
        (FaultRule.Occasion.always, Array(1...100)), (.first(3), [1, 2, 3]), (.first(0), []),
        (.number(7), [7]), (.number(0), []), (.every(40), [40, 80]), (.every(0), []),
        (.chance(1), Array(1...100)), (.chance(0), []),
    ])
    func `a rule meets the pushes that it counts`(_ occasion: FaultRule.Occasion, _ numbers: [Int])
    {
        #expect(hits(FaultRule(.drop(.before), occasion)) == numbers)
    }

    @Test func `chance is the seed's`() {
        let rule = FaultRule(.refusedStream, .chance(0.25))
        let numbers = hits(rule, seed: 5)
        #expect(hits(rule, seed: 5) == numbers)
        #expect(hits(rule, seed: 6) != numbers)
        #expect((10...45).contains(numbers.count))
    }

    @Test func `a rule counts the pushes that it is for`() {
        let rule = FaultRule(.drop(.after), .number(2)) { $0["apns-priority"] == "5" }
        var run = FaultRun(FaultScript([rule]))
        var draft = Draft()
        let hits = ["5", "10", "10", "5", "5"].map { priority in
            draft["apns-priority"] = priority
            return run.hit(draft.request).fault != nil
        }
        #expect(hits == [false, false, false, true, false])
    }

    @Test func `latencies add up, the last limit counts, and of other faults the first`() {
        var run = FaultRun(
            FaultScript([
                FaultRule(.latency(.milliseconds(3))), FaultRule(.streamLimit(1)),
                FaultRule(.silence(.before), .number(2)), FaultRule(.drop(.before)),
                FaultRule(.latency(.milliseconds(4)), .number(2)),
                FaultRule(.streamLimit(nil), .number(2)),
            ])
        )
        let first = run.hit(request)
        #expect(first.latency == .milliseconds(3))
        #expect(first.streamLimit == .some(1))
        #expect(first.fault == .drop(.before))
        let second = run.hit(request)
        #expect(second.latency == .milliseconds(7))
        #expect(second.streamLimit == .some(nil))
        #expect(second.fault == .silence(.before))
    }

    @Test func `nothing goes wrong without a rule`() {
        var run = FaultRun(FaultScript())
        let hit = run.hit(request)
        #expect(hit.latency == .zero)
        #expect(hit.streamLimit == nil)
        #expect(hit.fault == nil)
        #expect(run.connectionFault() == nil)
    }

    @Test func `connections have faults of their own, the first that meets them`() {
        var run = FaultRun(
            FaultScript(connections: [
                ConnectionFaultRule(.refused, .number(2)), ConnectionFaultRule(.silent, .first(2)),
                ConnectionFaultRule(.slowSettings(.seconds(1)), .every(4)),
            ])
        )
        let faults = (1...4).map { _ in run.connectionFault() }
        #expect(faults == [.silent, .refused, nil, .slowSettings(.seconds(1))])
    }
}

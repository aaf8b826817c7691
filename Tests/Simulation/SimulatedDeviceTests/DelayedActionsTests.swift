// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing

@testable import SimulatedDevice

struct DelayedActionsTests {
    @Test func `actions are done in order after the delay, and not when they are cancelled`()
        async throws
    {
        let done = Mutex<[Int]>([])
        let actions = DelayedActions(delay: .milliseconds(5))
        // The second time the thread of the first has ended.
        for round in 0..<2 {
            let start = ContinuousClock.now
            let tickets = (0..<10).map { number in
                actions.add { done.withLock { $0.append(round * 10 + number) } }
            }
            for ticket in tickets where ticket === tickets[3] || ticket === tickets[7] {
                ticket.cancel()
            }
            try await until { done.withLock(\.count) == (round + 1) * 8 }
            #expect(start.duration(to: .now) >= .milliseconds(5))
            withExtendedLifetime(tickets) {}
        }
        let expected = (0..<20).filter { $0 % 10 != 3 && $0 % 10 != 7 }
        #expect(done.withLock(\.self) == expected)
    }

    @Test func `an action whose ticket is gone is not done`() async throws {
        let done = Mutex<[String]>([])
        let actions = DelayedActions(delay: .milliseconds(200))
        _ = actions.add { done.withLock { $0.append("given up") } }
        let last = actions.add { done.withLock { $0.append("last") } }
        try await until { !done.withLock(\.isEmpty) }
        #expect(done.withLock(\.self) == ["last"])
        withExtendedLifetime(last) {}
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TestSupport
import Testing

@testable import SealedPushServiceExtension

/// Questions to a system that may not answer.
struct ReplyTimeoutTests {
    private let clock = ManualClock()

    @Test func `what is answered in time is the answer`() async {
        let answer = await ReplyTimeout(of: .seconds(5), clock).answer { answer in answer(7) }
        #expect(answer == 7)
    }

    @Test func `what is not answered in time has no answer, and a late one is of no matter`()
        async
    {
        let handlers = Mutex<[@Sendable (Int) -> Void]>([])
        async let advanced: Void = {
            await clock.waitForSleeper()
            clock.advance(by: .seconds(5))
        }()
        let answer = await ReplyTimeout(of: .seconds(5), clock).answer { answer in
            handlers.withLock { $0.append(answer) }
        }
        await advanced
        #expect(answer == nil)
        for handler in handlers.withLock({ $0 }) { handler(7) }
    }

    @Test func `a task that is cancelled does not wait`() async {
        let answer = await withTaskGroup(of: Int?.self) { group in
            group.addTask { [clock] in
                await ReplyTimeout(of: .seconds(5), clock).answer { _ in }
            }
            await clock.waitForSleeper()
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect(answer == nil)
    }
}

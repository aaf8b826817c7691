// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import SealedPushStore

/// Signals that come while a call waits.
struct InterruptionTests {
    @Test(.rules("C-27"))
    func `a call that signals interrupt is made again until it has a result`() throws {
        // A handler that does nothing, and no restart by the system: the call returns with EINTR.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        var earlier = sigaction()
        unsafe sigaction(SIGUSR2, &action, &earlier)
        defer { unsafe sigaction(SIGUSR2, &earlier, nil) }
        // Threads that tasks run on let no signal through.
        var signals = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGUSR2)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let calls = Atomic(0)
        let (reading, writing) = (ends[0], ends[1])
        let reader = pthread_self()
        Thread.detachNewThread {
            let end = ContinuousClock.now.advanced(by: .seconds(60))
            while calls.load(ordering: .relaxed) < 4, ContinuousClock.now < end {
                pthread_kill(reader, SIGUSR2)
                sched_yield()
            }
            _ = unsafe write(writing, [7 as UInt8], 1)
        }
        var byte: UInt8 = 0
        let count = try POSIXCall.result {
            calls.add(1, ordering: .relaxed)
            return unsafe read(reading, &byte, 1)
        }
        #expect(count == 1 && byte == 7)
        #expect(calls.load(ordering: .relaxed) >= 4)
    }
}

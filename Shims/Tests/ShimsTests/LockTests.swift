// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import os.lock
import os.log

struct LockTests {
    @Test func `one thread at a time is in a lock that guards a state`() {
        let lock = OSAllocatedUnfairLock(initialState: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<20_000 { lock.withLock { $0 += 1 } }
        }
        #expect(lock.withLock(\.self) == 160_000)
    }

    @Test func `a lock that is taken is not available`() {
        let lock = OSAllocatedUnfairLock()
        lock.lock()
        #expect(!lock.lockIfAvailable())
        #expect(lock.withLockIfAvailable {} == nil)
        lock.unlock()
        #expect(lock.lockIfAvailable())
        lock.unlock()
    }

    @Test func `the C lock can be taken once`() {
        var lock = os_unfair_lock()
        unsafe os_unfair_lock_lock(&lock)
        #expect(unsafe !os_unfair_lock_trylock(&lock))
        unsafe os_unfair_lock_unlock(&lock)
        #expect(unsafe os_unfair_lock_trylock(&lock))
        unsafe os_unfair_lock_unlock(&lock)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ServerStore
import Synchronization
import TestSupport
import Testing

@testable import SealedPushRelay

struct WriteCheckTests {
    private let clock = ManualClock()

    /// A disk that counts writes, and takes them or not.
    private final class Disk: Sendable {
        private let state = Mutex((writes: 0, isFull: false))

        var writes: Int { state.withLock(\.writes) }

        func set(isFull: Bool) { state.withLock { $0.isFull = isFull } }

        func touch() throws(ServerStoreError) {
            let isFull = state.withLock { state in
                state.writes += 1
                return state.isFull
            }
            if isFull { throw .diskFull }
        }
    }

    @Test func `a disk is written once in an interval, however many ask`() async throws {
        let disk = Disk()
        let check = WriteCheck(time: WorkerTime(clock)) { () throws(ServerStoreError) in
            await Task.yield()
            try disk.touch()
        }
        for round in 1...3 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<100 { group.addTask { try await check() } }
                try await group.waitForAll()
            }
            for _ in 0..<100 { try await check() }
            #expect(disk.writes == round)
            clock.advance(by: WriteCheck.interval - .nanoseconds(1))
            try await check()
            #expect(disk.writes == round)
            clock.advance(by: .nanoseconds(1))
        }
    }

    @Test func `a failure is kept as long as a success, and both end`() async throws {
        let disk = Disk()
        let check = WriteCheck(time: WorkerTime(clock)) { () throws(ServerStoreError) in
            try disk.touch()
        }
        for isFull in [true, false, true, true, false] {
            let writes = disk.writes
            disk.set(isFull: isFull)
            for _ in 0..<3 {
                if isFull {
                    await #expect(throws: ServerStoreError.diskFull) { try await check() }
                } else {
                    try await check()
                }
            }
            #expect(disk.writes == writes + 1)
            disk.set(isFull: !isFull)
            clock.advance(by: WriteCheck.interval)
        }
    }

    @Test func `a client that goes away leaves no failure for others`() async throws {
        let disk = Disk()
        disk.set(isFull: true)
        let check = WriteCheck(time: WorkerTime(clock)) { () throws(ServerStoreError) in
            try disk.touch()
        }
        let gone = Task {
            while !Task.isCancelled { await Task.yield() }
            await #expect(throws: ServerStoreError.self) { try await check() }
        }
        gone.cancel()
        await gone.value
        disk.set(isFull: false)
        try await check()
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import PostgreSQLServer
import SealedPush
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct LockOrderTests {
    @Test func `a renewal locks devices in their order, whatever the order of the messages`()
        async throws
    {
        let address = try await PostgreSQLServer.sharedDatabase()
        try await PostgreSQLRelayStore.with(address) { store in
            let made = [try await store.newEndpoint(), try await store.newEndpoint()]
            let endpoints = made.sorted { $0.device.number < $1.device.number }
            let (low, high) = (endpoints[0], endpoints[1])
            let messages = [try Submission(1, to: high), try Submission(2, to: low)]
            #expect(try await store.accept(messages) == [.queued, .queued])
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            for partition in try await store.read({ try $0.due() }) {
                let request = LeaseRequest(worker: worker, partition: partition, limit: 2)
                _ = try await store.write { try $0.lease(request) }
            }
            let lock = "SELECT id FROM device WHERE id = ? FOR NO KEY UPDATE"
            let renewal = DispatchSemaphore(value: 0)
            let (locked, isLocked) = AsyncStream<Void>.makeStream()
            let other = Task {
                try await store.write { transaction in
                    _ = try transaction.rows(lock, low.device)
                    isLocked.finish()
                    // It blocks the connection's own thread.
                    renewal.wait()
                    _ = try transaction.rows("\(lock) NOWAIT", high.device)
                }
            }
            for await _ in locked {}
            let renewed = Task { try await store.write { try $0.renew(worker, holding: []) } }
            let blocked = """
                SELECT count(*) AS number FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            while try await store.number(blocked) == 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            renewal.signal()
            try await other.value
            #expect(try await renewed.value)
            let waiting = "SELECT count(*) AS number FROM queue WHERE lease IS NULL"
            #expect(try await store.number(waiting) == 2)
        }
    }
}

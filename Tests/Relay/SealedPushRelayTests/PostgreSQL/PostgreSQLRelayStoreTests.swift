// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct PostgreSQLRelayStoreTests {
    private let address: String

    init() async throws {
        address = try await PostgreSQLServer.sharedDatabase()
    }

    @Test func `the time is the database's`() async throws {
        try await PostgreSQLRelayStore.with(address) { store in
            let milliseconds =
                "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS number"
            let before = try await store.number(milliseconds)
            let now = try await store.now()
            let after = try await store.number(milliseconds)
            #expect((before...after).contains(Int(now.milliseconds)))
        }
    }

    @Test(
        .rules("C-58"),
        arguments: [
            "UPDATE device SET environment = 'moon'", "UPDATE device SET identity = '\\x01'",
            "UPDATE device SET codes = '\\x0102'", "UPDATE device SET fingerprint = '\\x01'",
            "UPDATE device SET version = -1", "UPDATE queue SET push_id = '\\x01'",
            "UPDATE queue SET body_hash = '\\x01'", "UPDATE lane SET environment = 'moon'",
        ]
    )
    func `no damaged value traps, whatever is asked`(_ sql: String) async throws {
        try await PostgreSQLRelayStore.with(address) { store in
            let endpoint = try await store.newEndpoint()
            let message = try Submission(1, to: endpoint)
            #expect(try await store.accept([message]) == [.queued])
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            try await store.write { try $0.run(sql) }
            let partition = OutboxPartition(
                lane: LaneID(1),
                shard: endpoint.device.shard(),
                isUrgent: message.options.isUrgent
            )
            let request = LeaseRequest(worker: worker, partition: partition, limit: 1)
            var isDamaged = false
            do {
                let lanes = try await store.read { try $0.lanes() }
                _ = try await store.read { try $0.device(endpoint.device) }
                let leases = try await store.write { try $0.lease(request) }
                // What stands in the way of nothing else is left out.
                isDamaged = lanes.isEmpty || leases.isEmpty
            } catch ServerStoreError.damaged {
                isDamaged = true
            }
            #expect(isDamaged)
        }
    }
}

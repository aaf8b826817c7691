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

    @Test func `what was accepted is there after the database is opened again`() async throws {
        let message = try await PostgreSQLRelayStore.with(address) { store in
            let message = try Submission(1, to: await store.newEndpoint())
            #expect(try await store.accept([message]) == [.queued])
            #expect(try await store.write { try $0.reserveIDs() } == 1...4096)
            return message
        }
        try await PostgreSQLRelayStore.with(address) { store in
            let again = try await store.accept([message])
            #expect(again == [.repeated(OutboxID(1))])
            #expect(try await store.write { try $0.reserveIDs() } == 4097...8192)
        }
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

    @Test func `a row that cannot be read is damaged, and others are read`() async throws {
        try await PostgreSQLRelayStore.with(address) { store in
            let endpoint = try await store.newEndpoint()
            let other = try await store.newEndpoint()
            try await store.write { transaction in
                try transaction.run(
                    "UPDATE device SET state = 'asleep' WHERE id = ?",
                    endpoint.device
                )
            }
            await #expect(throws: ServerStoreError.damaged) {
                try await store.read { try $0.device(endpoint.device) }
            }
            await #expect(throws: ServerStoreError.damaged) {
                try await store.accept([Submission(1, to: endpoint)])
            }
            #expect(try await store.accept([Submission(2, to: other)]) == [.queued])
        }
    }

    @Test(arguments: [
        "UPDATE device SET environment = 'moon'", "UPDATE device SET identity = '\\x01'",
        "UPDATE device SET codes = '\\x0102'", "UPDATE device SET fingerprint = '\\x01'",
        "UPDATE device SET version = -1", "UPDATE queue SET push_id = '\\x01'",
        "UPDATE queue SET body_hash = '\\x01'", "UPDATE lane SET environment = 'moon'",
    ])
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

    @Test(arguments: [
        "UPDATE queue SET push_id = '\\x01' WHERE id = 1",
        "UPDATE device SET fingerprint = '\\x01' WHERE id = (SELECT device FROM queue WHERE id = 1)",
        "DELETE FROM device WHERE id = (SELECT device FROM queue WHERE id = 1)",
        "DELETE FROM body WHERE id = 1",
    ])
    func `a message that cannot be read does not keep others from being leased`(_ sql: String)
        async throws
    {
        let time = SharedTime()
        let clock: @Sendable () -> Timestamp = { time.now }
        try await PostgreSQLRelayStore.with(address, clock: clock) { store in
            var endpoints = [try await store.newEndpoint()]
            while endpoints.count < 2 {
                let endpoint = try await store.newEndpoint()
                if endpoint.device.shard() == endpoints[0].device.shard() {
                    endpoints.append(endpoint)
                }
            }
            for (index, endpoint) in endpoints.enumerated() {
                let message = try Submission(Int64(index + 1), to: endpoint)
                #expect(try await store.accept([message]) == [.queued])
            }
            let partition = try #require(try await store.read { try $0.due() }.first)
            try await store.write { try $0.run(sql) }
            let worker = WorkerID()
            try await store.write { try $0.enroll(worker) }
            let request = LeaseRequest(worker: worker, partition: partition, limit: 1)
            #expect(try await store.write { try $0.lease(request) }.isEmpty)
            #expect(
                try await store.write { try $0.lease(request) }.map(\.message.id) == [OutboxID(2)]
            )
            #expect(try await store.read { try $0.due() } == [])
            // It is looked at again later.
            time.now = time.now + .seconds(1200)
            #expect(try await store.read { try $0.due() } == [partition])
        }
    }

    // Even seeds keep to one device and one topic, so that messages often replace one another.
    @Test(arguments: 1...20)
    func `a store on PostgreSQL answers every random call as the model does`(_ seed: UInt64)
        async throws
    {
        let time = SharedTime()
        try await PostgreSQLRelayStore.with(
            address,
            limits: RandomCalls.limits,
            clock: { time.now },
            { store in
                let report = try await RandomCalls(
                    store,
                    shards: 64,
                    isNarrow: seed.isMultiple(of: 2)
                ) {
                    time.now = $0
                }
                .run(1200, using: SeededGenerator(seed: seed))
                #expect(report.difference == nil)
                #expect(report.settled > 2, "hardly a message was sent")
            }
        )
    }
}

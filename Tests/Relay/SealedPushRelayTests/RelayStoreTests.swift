// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

/// What holds of a store on SQLite and on PostgreSQL alike.
struct RelayStoreTests {
    @Test(.rules("C-33"), arguments: StorePlace.Kind.allCases)
    func `what was accepted is there after the database is opened again`(
        _ kind: StorePlace.Kind
    ) async throws {
        try await StorePlace.with(kind) { place in
            let message = try await place.open { store in
                let message = try Submission(1, to: await store.newEndpoint())
                #expect(try await store.accept([message]) == [.queued])
                #expect(try await store.write { try $0.reserveIDs() } == 1...4096)
                return message
            }
            try await place.open { store in
                let again = try await store.accept([message])
                #expect(again == [.repeated(OutboxID(1))])
                #expect(try await store.write { try $0.reserveIDs() } == 4097...8192)
            }
        }
    }

    @Test(.rules("C-58"), arguments: StorePlace.Kind.allCases)
    func `a row that cannot be read is damaged, and others are read`(
        _ kind: StorePlace.Kind
    ) async throws {
        try await StorePlace.with(kind) { place in
            try await place.open { store in
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
    }

    @Test(
        .rules("C-58"),
        arguments: StorePlace.Kind.allCases,
        [
            ("UPDATE queue SET push_id = ? WHERE id = 1", [[1]]),
            (
                "UPDATE device SET fingerprint = ? WHERE id = (SELECT device FROM queue WHERE id = 1)",
                [[1]]
            ),
            ("DELETE FROM device WHERE id = (SELECT device FROM queue WHERE id = 1)", []),
            ("DELETE FROM body WHERE id = 1", []),
        ] as [(String, [[UInt8]])]
    )
    func `a message that cannot be read does not keep others from being leased`(
        _ kind: StorePlace.Kind,
        _ damage: (sql: String, values: [[UInt8]])
    ) async throws {
        let time = SharedTime()
        try await StorePlace.with(kind) { place in
            try await place.open(clock: { time.now }) { store in
                var endpoints = [try await store.newEndpoint()]
                func shard(_ endpoint: Endpoint) -> Int16 {
                    endpoint.device.shard(of: kind.shards)
                }
                while endpoints.count < 2 {
                    let endpoint = try await store.newEndpoint()
                    if shard(endpoint) == shard(endpoints[0]) { endpoints.append(endpoint) }
                }
                for (index, endpoint) in endpoints.enumerated() {
                    let message = try Submission(Int64(index + 1), to: endpoint)
                    #expect(try await store.accept([message]) == [.queued])
                }
                let partition = try #require(try await store.read { try $0.due() }.first)
                _ = try await store.write { try $0.change(damage.sql, values: damage.values) }
                let worker = WorkerID()
                try await store.write { try $0.enroll(worker) }
                let request = LeaseRequest(worker: worker, partition: partition, limit: 1)
                #expect(try await store.write { try $0.lease(request) }.isEmpty)
                let next = try await store.write { try $0.lease(request) }
                #expect(next.map(\.message.id) == [OutboxID(2)])
                #expect(try await store.read { try $0.due() } == [])
                // It is looked at again later.
                time.now = time.now + .seconds(1200)
                #expect(try await store.read { try $0.due() } == [partition])
            }
        }
    }

    // Even seeds keep to one device and one topic, so that messages often replace one another.
    @Test(.rules("C-66"), arguments: StorePlace.Kind.allCases, 1...20 as ClosedRange<UInt64>)
    func `a store answers every random call as the model does`(
        _ kind: StorePlace.Kind,
        _ seed: UInt64
    ) async throws {
        let time = SharedTime()
        try await StorePlace.with(kind) { place in
            try await place.open(limits: RandomCalls.limits, clock: { time.now }) { store in
                let calls = try RandomCalls(
                    store,
                    shards: kind.shards,
                    isNarrow: seed.isMultiple(of: 2)
                ) {
                    time.now = $0
                }
                let report = try await calls.run(1200, using: SeededGenerator(seed: seed))
                #expect(report.difference == nil)
                let least = kind == .sqlite ? 5 : 2
                #expect(report.settled > least, "hardly a message was sent")
            }
        }
    }
}

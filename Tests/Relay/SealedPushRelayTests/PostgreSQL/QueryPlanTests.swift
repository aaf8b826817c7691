// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLServer
import RegexBuilder
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct QueryPlanTests {
    /// Tables with a row for each app, server or worker, or with one row.
    private static let small = ["lane", "reserved", "worker", "sealedpush_relay_3"]

    /// `make long` has ten times as many.
    private static let count = LongRun.isOn ? 1_000_000 : 100_000

    @Test func `no statement reads a whole table, with 100,000 rows or more in each`() async throws
    {
        try await expectIndexes { Self.rows(like: $0) + "; ANALYZE" }
    }

    @Test
    func `no statement reads a whole table with statistics from when there were few messages`()
        async throws
    {
        try await expectIndexes { endpoint in
            """
            \(Self.few); ANALYZE;
            ALTER TABLE queue SET (autovacuum_enabled = off); ALTER TABLE body SET (autovacuum_enabled = off);
            ALTER TABLE device SET (autovacuum_enabled = off); \(Self.rows(like: endpoint))
            """
        }
    }

    private func expectIndexes(_ rows: @escaping @Sendable (Endpoint) -> String) async throws {
        let address = try await PostgreSQLServer.sharedDatabase()
        let store = try await PostgreSQLRelayStore.open(
            address,
            timeLimit: .seconds(300),
            connections: 1
        )
        let endpoint = try await store.newEndpoint()
        try await onThread {
            try PostgreSQLConnection.execute(
                rows(endpoint),
                at: address,
                within: .seconds(600)
            )
        }
        try await callEverything(store, endpoint)
        var count = 0
        for pool in [store.writer, store.workers, store.readers] {
            for (statement, plan) in try await plans(of: store, on: pool) {
                count += 1
                let scanned = plan.matches(of: /Seq Scan on (\w+)/).map { String($0.1) }
                let large = Set(scanned).subtracting(Self.small)
                #expect(large == [], "\(statement)\n\(plan)")
                // It reads one index from end to end to narrow what another finds in a few rows.
                #expect(!plan.contains("BitmapAnd"), "\(statement)\n\(plan)")
                // It reads all rows of a table once, to look some of them up.
                #expect(!plan.contains("hashed"), "\(statement)\n\(plan)")
                // It reads the messages of all devices, or all messages, to find those of one.
                // A condition that says only that a column has a value bounds nothing.
                let scan = /(using|Index Scan on) (queue_(?!held)|body_)\w+ .*\n/
                let bounded = /.*Cond: (?!\(\w+ IS NOT NULL\)\n)/
                let unbounded = (plan + "\n").matches(
                    of: Regex {
                        scan
                        NegativeLookahead { bounded }
                    }
                )
                #expect(unbounded.isEmpty, "\(statement)\n\(plan)")
                // Every lease and every look for work asks for its part of the queue.
                if statement.contains("SKIP LOCKED") && statement.contains("shard") {
                    #expect(plan.contains("Index Scan using queue_due"), "\(plan)")
                    #expect(plan.contains("using queue_sibling"), "\(plan)")
                }
            }
        }
        #expect(count > 60)
        await store.close()
    }

    /// The statements that the one connection of a pool has prepared, with the plans for any values.
    private func plans(
        of store: PostgreSQLRelayStore,
        on pool: PostgreSQLPool
    ) async throws -> [(statement: String, plan: String)] {
        try await store.run(on: pool, isReading: false) { transaction in
            try transaction.run("SET LOCAL plan_cache_mode = force_generic_plan")
            let prepared = try transaction.rows(
                """
                SELECT name, statement, coalesce(cardinality(parameter_types), 0) AS count
                FROM pg_prepared_statements WHERE statement ~ '(SELECT|INSERT|UPDATE|DELETE)'
                    AND statement !~ '^EXPLAIN' AND statement !~ 'pg_'
                """
            )
            return try prepared.map { row in
                let count: Int = try row.value("count")
                let name: String = try row.value("name")
                let values = [String](repeating: "NULL", count: count).joined(separator: ",")
                let lines = try transaction.rows(
                    "EXPLAIN EXECUTE \(name)\(count > 0 ? "(\(values))" : "")"
                )
                let plan = try lines.map { try $0.value("QUERY PLAN") as String }
                return (try row.value("statement"), plan.joined(separator: "\n"))
            }
        }
    }

    /// Calls each method, so that each statement is prepared.
    private func callEverything(_ store: PostgreSQLRelayStore, _ endpoint: Endpoint) async throws {
        let device = endpoint.device
        let worker = WorkerID()
        let message = Destination.Message(
            PrekeyRecord.ID([UInt8](repeating: 1, count: 8)),
            EnvelopeHash([UInt8](repeating: 1, count: 16))
        )
        _ = try await store.destinations(of: [Destination.Request(endpoint.digest, message)])
        _ = try await store.write {
            try $0.change(device) { device, now in
                device.noteRefusal(of: .first, deadSince: .latest, leased: now, at: now)
            }
        }
        _ = try await store.write { try $0.changePrekeys(of: device) { _, _ in } }
        _ = try await store.read { try $0.outbox(of: device) }
        _ = try await store.read { try $0.published(of: device) }
        try await store.write { try $0.replaceStock(of: device, by: nil) }
        _ = try await store.write { try $0.claim(for: endpoint.id) }
        _ = try await store.read { try $0.wantedStock(of: device) }
        let other = try await store.newEndpoint()
        let messages = try (0..<6).map { number in
            try Submission(Int64(number + 1), to: other, topic: number < 3 ? "a" : nil)
        }
        _ = try await store.accept(messages + messages.prefix(2))
        try await store.write { try $0.withdraw(OutboxID(900_000)) }
        try await store.write { try $0.enroll(worker) }
        var leases: [Lease] = []
        for isUrgent in [true, false] {
            _ = try await store.read { try $0.due() }
            let partition = OutboxPartition(
                lane: LaneID(1),
                shard: other.device.shard(),
                isUrgent: isUrgent
            )
            let request = LeaseRequest(worker: worker, partition: partition, limit: 10_000)
            leases += try await store.write { try $0.lease(request) }
        }
        let own = leases.filter { $0.message.id.number <= 6 }
        #expect(own.count >= 4)
        let outcomes: [PushOutcome] = [
            .accepted, .throttled(after: .seconds(1)), .rejected(reason: "no"),
            .tokenRefused(deadSince: nil),
        ]
        let attempts = zip(own, outcomes).map { Attempt($0, $1) }
        try await store.write(.settlement) { try $0.settle(attempts, by: worker) }
        _ = try await store.write { try $0.renew(worker, holding: []) }
        try await store.write { try $0.leave(worker) }
        try await store.write { try $0.openLane(LaneID(1)) }
        try await store.sweep(
            // The worker that has renewed last is alive.
            lapsedBefore: Timestamp(clamping: 3_999_999_999_000),
            expiredBefore: SampleDevice.now
        )
        let box = [UInt8](repeating: 1, count: Drop.boxCount)
        let drop = try #require(
            Drop(Capability().digest, of: other.device, box: box, for: .seconds(60))
        )
        for _ in 0..<2 { _ = try await store.write { try $0.leave(drop) } }
        _ = try await store.boxes(of: [drop.digest])
        let first = Endpoint(
            id: EndpointID(),
            device: other.device,
            digest: Capability().digest,
            sender: .firstKey
        )
        _ = try await store.write { try $0.add(first) }
        _ = try await store.write { try $0.bind(first.id, to: [4]) }
        _ = try await store.read { try $0.devices(after: nil, limit: 10) }
        _ = try await store.read { try $0.deadLetters(after: nil, limit: 10) }
        try await store.write { try $0.revoke(endpoint.id, of: device) }
    }

    /// A hundred messages of each of ten devices.
    private static let few = """
        INSERT INTO body SELECT n, n % 10, n % 10, '\\x00' FROM generate_series(2000001, 2001000) AS n;
        INSERT INTO queue SELECT n, decode(lpad(to_hex(n), 32, '0'), 'hex'), n & 7, 1, FALSE, FALSE, n % 10, n % 10,
            't', FALSE, decode(lpad(to_hex(n), 32, '0'), 'hex'), 4000000000000, n, 0, NULL, FALSE
        FROM generate_series(2000001, 2001000) AS n
        """

    /// Devices, endpoints and messages, a tenth of which are leased, urgent or without a lane.
    private static func rows(like endpoint: Endpoint) -> String {
        let device = endpoint.device.number
        return """
            INSERT INTO device SELECT 1000 + n, app, environment, identity, credential, state, since, version,
                decode(lpad(to_hex(n), 64, '0'), 'hex'), sealed, registered, registered, NULL, NULL, NULL, NULL, codes
            FROM device, generate_series(1, \(count)) AS n WHERE id = \(device);
            INSERT INTO endpoint SELECT 1000 + n, 1000 + n, decode(lpad(to_hex(n), 64, '0'), 'hex'), NULL, NULL
            FROM generate_series(1, \(count)) AS n;
            INSERT INTO body SELECT 1000 + n, 1000 + n, 1000 + n, '\\x00' FROM generate_series(1, \(count)) AS n;
            INSERT INTO queue SELECT 1000 + n, decode(lpad(to_hex(n), 32, '0'), 'hex'), (1000 + n) & 63,
                CASE WHEN n % 10 = 1 THEN 0 ELSE 1 END, n % 10 = 2, FALSE, 1000 + n, 1000 + n, 't', n % 2 = 0,
                decode(lpad(to_hex(n), 32, '0'), 'hex'), 4000000000000, 1000 + n, 0,
                CASE WHEN n % 10 = 4 THEN 5 END, FALSE
            FROM generate_series(1, \(count)) AS n;
            INSERT INTO recent SELECT endpoint % 3000, body_hash, id, 4000000000000 FROM queue;
            INSERT INTO claim
            SELECT device % 3000, endpoint % 3000, 4000000000000, id, '\\x0101010101010101' FROM queue;
            INSERT INTO published SELECT DISTINCT device, '\\x00'::bytea, ''::bytea FROM queue;
            INSERT INTO stock SELECT DISTINCT device, 0, 1, 4000000000000, 1 FROM queue;
            INSERT INTO stock_records SELECT DISTINCT device, '\\x00'::bytea, '\\x00'::bytea FROM queue;
            INSERT INTO dead_letter SELECT id, 'no', 4000000000000 FROM queue;
            INSERT INTO drop_box SELECT sha256(body_hash), device % 3000, NULLIF(body_hash, decode('', 'hex')),
                4000000000000, 4000000000000 FROM queue;
            INSERT INTO worker VALUES (5, 4000000000000)
            """
    }
}

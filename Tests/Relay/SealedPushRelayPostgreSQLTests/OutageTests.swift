// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushRelay
import Testing

@testable import SealedPushRelayPostgreSQL

/// What happens to a server of their own.
@Suite(.serialized)
struct OutageTests {
    private static let server = Result { try PostgreSQLServer() }
    private let server: PostgreSQLServer
    private let limit: Duration = .seconds(2)

    init() throws {
        server = try Self.server.get()
    }

    /// Waits until a call succeeds, and returns whether all were over in time.
    private func recovers(_ store: PostgreSQLRelayStore) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            let start = ContinuousClock.now
            let isThere = (try? await store.now()) != nil
            guard ContinuousClock.now - start < limit * 2 + .seconds(1) else { return false }
            if isThere { return true }
        }
        return false
    }

    @Test func `what was acknowledged before the server was killed is there, and calls work again`()
        async throws
    {
        let address = try server.database()
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 100_000
        limits.queuedPerDevice = 100_000
        limits.acceptedPerDay = 100_000
        try await PostgreSQLRelayStore.with(address, limits: limits, timeLimit: limit) { store in
            let endpoint = try await store.newEndpoint()
            let posters = (0..<3).map { poster in
                Task { () throws -> ([Int64], Set<RelayStoreError>) in
                    var acknowledged: [Int64] = []
                    var failures: Set<RelayStoreError> = []
                    var number = Int64(poster) * 1_000_000
                    while !Task.isCancelled {
                        number += 1
                        let message = try Submission(number, to: endpoint)
                        do {
                            let answer = try await store.accept([message])
                            if answer == [.queued] { acknowledged.append(number) }
                        } catch let error as RelayStoreError {
                            failures.insert(error)
                        }
                    }
                    return (acknowledged, failures)
                }
            }
            for _ in 0..<2 {
                while try await store.number("SELECT count(*) AS number FROM queue") < 20 {}
                try server.kill()
                await #expect(throws: RelayStoreError.unavailable) { try await store.now() }
                try server.start()
                #expect(try await recovers(store))
            }
            for poster in posters { poster.cancel() }
            for poster in posters {
                let (acknowledged, failures) = try await poster.value
                #expect(failures.subtracting([.unavailable]) == [])
                #expect(acknowledged.count > 5)
                for chunk in stride(from: 0, to: acknowledged.count, by: 1000) {
                    let ids = acknowledged[chunk..<min(chunk + 1000, acknowledged.count)]
                    let list = ids.map { "\($0)" }.joined(separator: ",")
                    let count = try await store.number(
                        """
                        SELECT count(*) AS number FROM queue JOIN body USING (id) WHERE id IN (\(list))
                        """
                    )
                    #expect(count == ids.count)
                }
            }
        }
    }

    @Test func `a server that has stopped is unavailable within the time limit`() async throws {
        let address = try server.database()
        try await PostgreSQLRelayStore.with(address, timeLimit: limit) { store in
            let endpoint = try await store.newEndpoint()
            let message = try Submission(1, to: endpoint)
            server.suspend()
            let start = ContinuousClock.now
            let failures = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<5 {
                    group.addTask { (try? await store.accept([message])) == nil }
                    group.addTask { (try? await store.device(endpoint.device)) == nil }
                    group.addTask { (try? await store.reserveIDs()) == nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            let duration = ContinuousClock.now - start
            server.resume()
            #expect(failures == 15)
            #expect(duration < limit * 2 + .seconds(1))
            #expect(try await recovers(store))
            let answer = try await store.accept([message])
            #expect(answer == [.queued] || answer == [.repeated(OutboxID(1))])
        }
    }

    @Test func `a claim writes few bytes to the log`() async throws {
        var limits = RelayLimits()
        limits.claimsPerDay = 1000
        try await PostgreSQLRelayStore.with(server.database(), limits: limits) { store in
            let endpoint = try await store.newEndpoint()
            let device = endpoint.device
            try await store.write { transaction in
                let records = [UInt8](repeating: 7, count: 100 * 1306)
                let ids = [UInt8](repeating: 7, count: 800)
                try transaction.run(
                    "INSERT INTO stock VALUES (?, 0, 100, ?, 1)",
                    device,
                    Timestamp.latest
                )
                try transaction.run(
                    "INSERT INTO stock_records VALUES (?,?,?)",
                    device,
                    ids,
                    records
                )
            }
            // What is written in full after a checkpoint is not a claim's.
            for _ in 0..<5 { #expect(try await store.claim(for: endpoint.id) != nil) }
            let start = try await store.number(
                "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS number"
            )
            for _ in 0..<50 { #expect(try await store.claim(for: endpoint.id) != nil) }
            let end = try await store.number(
                "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS number"
            )
            // The cursor, the claim with its three indexes, the lock of the endpoint and the commit.
            #expect((end - start) / 50 < 600)
            let plan = try await store.write { transaction in
                try transaction.rows(
                    """
                    EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF)
                    UPDATE stock SET next = next + 1 WHERE device = \(device.number)
                    """
                ).map { try $0.value("QUERY PLAN") as String }.joined()
            }
            // The cursor alone, which the records do not weigh down.
            let bytes = try #require(plan.firstMatch(of: /WAL: records=1 bytes=(\d+)/)?.1)
            #expect(Int(bytes).map { $0 <= 218 } == true)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import Testing

@testable import SealedPushRelay
@testable import ServerStore

/// What happens to a server of their own.
@Suite(.serialized)
struct OutageTests {
    private static let server = Result { try PostgreSQLServer() }
    private let server: PostgreSQLServer
    private let limit: Duration = .seconds(2)

    init() async throws {
        server = try await onThread { try Self.server.get() }
    }

    private func database() async throws -> String {
        try await onThread { [server] in try server.database() }
    }

    /// Waits until a call succeeds, and returns whether one did within a minute.
    private func recovers(_ store: PostgreSQLRelayStore) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if (try? await store.now()) != nil { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    /// Repeats a call until it succeeds: each connection needs its time to recover.
    private func repeated<Value>(_ call: () async throws -> Value) async throws -> Value {
        for _ in 0..<200 {
            if let value = try? await call() { return value }
            try await Task.sleep(for: .milliseconds(50))
        }
        return try await call()
    }

    @Test func `what was acknowledged before the server was killed is there, and calls work again`()
        async throws
    {
        let address = try await database()
        var limits = RelayLimits()
        limits.queuedPerEndpoint = 100_000
        limits.queuedPerDevice = 100_000
        limits.acceptedPerDay = 100_000
        try await PostgreSQLRelayStore.with(address, limits: limits, timeLimit: limit) { store in
            let endpoint = try await store.newEndpoint()
            let posters = (0..<3).map { poster in
                Task { () throws -> (acknowledged: [Submission], unknown: [Submission]) in
                    var acknowledged: [Submission] = []
                    var unknown: [Submission] = []
                    var number = Int64(poster) * 1_000_000
                    while !Task.isCancelled {
                        number += 1
                        let message = try Submission(number, to: endpoint)
                        do {
                            let answer = try await store.accept([message])
                            #expect(answer == [.queued])
                            acknowledged.append(message)
                        } catch ServerStoreError.unavailable {
                            unknown.append(message)
                            try? await Task.sleep(for: .milliseconds(20))
                        }
                    }
                    return (acknowledged, unknown)
                }
            }
            let queued = "SELECT count(*) AS number FROM queue JOIN body USING (id)"
            for _ in 0..<2 {
                let before = try await repeated { try await store.number(queued) }
                while try await repeated({ try await store.number(queued) }) < before + 20 {}
                try await onThread { [server] in try server.kill() }
                await #expect(throws: ServerStoreError.unavailable) {
                    try await store.now()
                }
                try await onThread { [server] in try server.start() }
                #expect(try await recovers(store))
            }
            var count = 0
            for poster in posters {
                poster.cancel()
                let (acknowledged, unknown) = try await poster.value
                #expect(acknowledged.count > 5)
                #expect(!unknown.isEmpty)
                // Whether or not they were written, a sender that repeats them has posted them
                // once.
                let answers = try await repeated { try await store.accept(unknown) }
                for (message, answer) in zip(unknown, answers) {
                    #expect(answer == .queued || answer == .repeated(message.id))
                }
                count += acknowledged.count + unknown.count
            }
            // No other message was posted, so each of these is there.
            #expect(try await repeated { try await store.number(queued) } == count)
        }
    }

    // Without a time limit of the store's this would never end.

    @Test func `a server that has stopped is unavailable`() async throws {
        let address = try await database()
        try await PostgreSQLRelayStore.with(address, timeLimit: limit) { store in
            let endpoint = try await store.newEndpoint()
            let message = try Submission(1, to: endpoint)
            server.suspend()
            let failures = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<5 {
                    group.addTask { (try? await store.accept([message])) == nil }
                    group.addTask {
                        (try? await store.read { try $0.device(endpoint.device) }) == nil
                    }
                    group.addTask { (try? await store.write { try $0.reserveIDs() }) == nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            server.resume()
            #expect(failures == 15)
            #expect(try await recovers(store))
            let answer = try await store.accept([message])
            #expect(answer == [.queued] || answer == [.repeated(OutboxID(1))])
        }
    }

    @Test func `a claim writes few bytes to the log`() async throws {
        var limits = RelayLimits()
        limits.claimsPerDay = 1000
        try await PostgreSQLRelayStore.with(database(), limits: limits) { store in
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
            for _ in 0..<5 {
                #expect(try await store.write { try $0.claim(for: endpoint.id) } != nil)
            }
            var least = Int.max
            // The log is the whole server's, whose vacuum may write into one round.
            for _ in 0..<3 {
                let start = try await store.number(
                    "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS number"
                )
                for _ in 0..<30 {
                    #expect(try await store.write { try $0.claim(for: endpoint.id) } != nil)
                }
                let end = try await store.number(
                    "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS number"
                )
                least = min(least, (end - start) / 30)
            }
            // The cursor, the claim with its indexes, the lock of the endpoint and the commit.
            #expect(least < 600)
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

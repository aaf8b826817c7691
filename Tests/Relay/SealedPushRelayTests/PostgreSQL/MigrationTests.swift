// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import TestSupport
import Testing

@testable import SealedPushRelay
@testable import ServerStore

struct MigrationTests {
    private let address: String

    init() async throws {
        address = try await PostgreSQLServer.sharedDatabase()
    }

    /// The schema with further migrations.
    private func schema(_ more: PostgreSQLMigration...) -> PostgreSQLSchema {
        var schema = PostgreSQLSchema.relay
        schema.migrations += more
        return schema
    }

    private let column = PostgreSQLMigration(
        compatibleSince: 1,
        change: .transaction("ALTER TABLE device ADD note text; ALTER TABLE queue ADD note text")
    )
    private let index = PostgreSQLMigration(
        compatibleSince: 1,
        change: .concurrently([
            "DROP INDEX CONCURRENTLY IF EXISTS queue_note",
            "CREATE INDEX CONCURRENTLY queue_note ON queue (note)",
        ])
    )
    private let rupture = PostgreSQLMigration(
        compatibleSince: 2,
        change: .transaction("ALTER TABLE device RENAME state TO condition")
    )

    private func open(_ schema: PostgreSQLSchema) async throws -> PostgreSQLRelayStore {
        try await PostgreSQLRelayStore.open(
            address,
            timeLimit: .seconds(20),
            connections: 1,
            schema: schema
        )
    }

    @Test func `servers that make the tables at once all find them made`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let store = try await open(.relay)
                    _ = try await store.newEndpoint()
                    await store.close()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.rules("C-70"))
    func `an older server goes on while a newer one changes the tables under it`() async throws {
        let old = try await open(.relay)
        let endpoint = try await old.newEndpoint()
        let poster = Task {
            var count: Int64 = 0
            repeat {
                count += 1
                let answers = try await old.accept([Submission(count, to: endpoint, topic: "a")])
                guard answers == [.queued] else { return answers }
                _ = try await old.read { try $0.device(endpoint.device) }
                _ = try await old.write {
                    try $0.change(endpoint.device) { device, now in device.age(to: now) }
                }
            } while !Task.isCancelled
            return [.queued]
        }
        let new = try await open(schema(column, index))
        #expect(try await new.accept([Submission(1_000_000, to: endpoint)]) == [.queued])
        for number in 1..<20 {
            let answers = try await old.accept([
                Submission(Int64(2_000_000 + number), to: endpoint)
            ])
            #expect(answers == [.queued])
        }
        poster.cancel()
        #expect(try await poster.value == [.queued])
        let third = try await open(.relay)
        #expect(try await third.number("SELECT version AS number FROM sealedpush_relay_3") == 3)
        for store in [old, new, third] { await store.close() }
    }

    @Test func `a migration holds up no calls while it waits for a lock`() async throws {
        let old = try await open(.relay)
        let endpoint = try await old.newEndpoint()
        let isMigrated = Task { try await open(schema(column)).close() }
        try await old.write { transaction in
            // Holds the table for two patiences of the migration.
            try transaction.run("UPDATE device SET since = since WHERE id = ?", endpoint.device)
            _ = try transaction.rows("SELECT pg_sleep(1)")
        }
        try await isMigrated.value
        #expect(try await old.read { try $0.device(endpoint.device) } != nil)
        await old.close()
    }

    @Test func `tables of a version that is not compatible are refused`() async throws {
        await (try open(schema(rupture))).close()
        await #expect(throws: ServerStoreError.foreign) { try await open(.relay) }
    }

    @Test(.rules("C-70"))
    func `a server that runs stops when the tables become incompatible with it`() async throws {
        let old = try await open(.relay)
        let endpoint = try await old.newEndpoint()
        let message = try Submission(1, to: endpoint)
        #expect(try await old.accept([message]) == [.queued])
        let new = try await open(schema(rupture))
        await #expect(throws: ServerStoreError.foreign) { try await old.accept([message]) }
        await #expect(throws: ServerStoreError.foreign) {
            try await old.read { try $0.device(endpoint.device) }
        }
        await #expect(throws: ServerStoreError.foreign) {
            try await old.write { try $0.reserveIDs() }
        }
        _ = try await new.now()
        for store in [old, new] { await store.close() }
    }

    @Test(arguments: ["Relay", "push-relay"])
    func `the tables may be in a schema of any name`(_ name: String) async throws {
        try await onThread { [address] in
            try PostgreSQLConnection.execute("CREATE SCHEMA \"\(name)\"", at: address)
        }
        let own = "\(address) options='-c search_path=\"\(name)\"'"
        for _ in 0..<2 {
            try await PostgreSQLRelayStore.with(own) { store in _ = try await store.newEndpoint() }
        }
        let count = try await PostgreSQLRelayStore.with(own) { store in
            try await store.number(
                "SELECT count(*) AS number FROM pg_tables WHERE schemaname = '\(name)'"
            )
        }
        #expect(count > 10)
    }

    @Test func `a database of another program is refused and not changed`() async throws {
        try await onThread { [address] in
            try PostgreSQLConnection.execute("CREATE TABLE mail (id bigint)", at: address)
        }
        await #expect(throws: ServerStoreError.foreign) { try await open(.relay) }
        let tables = try await onThread { [address] in
            try PostgreSQLConnection(address, deadline: .now + .seconds(20)).query(
                "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
            ).rows.map { try $0.value("relname") as String }
        }
        #expect(tables == ["mail"])
    }

    @Test(.rules("C-68")) func `a server that is not there is unavailable`() async throws {
        await #expect(throws: ServerStoreError.unavailable) {
            try await PostgreSQLRelayStore.open("host=/nowhere dbname=relay")
        }
    }
}

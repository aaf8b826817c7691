// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PostgreSQLServer
import SealedPush
import SealedPushRelay
import Testing

@testable import SealedPushRelayPostgreSQL

struct ConnectionTests {
    private let address: String

    init() async throws {
        address = try await PostgreSQLServer.sharedDatabase()
    }

    @Test func `no call fails because the server ended idle connections`() async throws {
        try await PostgreSQLRelayStore.with(address) { store in
            let endpoint = try await store.newEndpoint()
            let message = try Submission(1, to: endpoint)
            #expect(try await store.accept([message]) == [.queued])
            _ = try await store.now()
            let others = """
                FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND backend_type = 'client backend'
                """
            try await onThread { [address] in
                let connection = try PostgreSQLConnection(address, deadline: .now + .seconds(20))
                let ended = try connection.query("SELECT pg_terminate_backend(pid) \(others)").rows
                #expect(ended.count >= 3)
                while try !connection.query("SELECT pid \(others)").rows.isEmpty {}
            }
            #expect(try await store.accept([message]) == [.repeated(OutboxID(1))])
            #expect(try await store.device(endpoint.device) != nil)
            _ = try await store.reserveIDs()
        }
    }

    @Test func `a commit waits for the disk, whatever the database has as its default`()
        async throws
    {
        try await onThread { [address] in
            try PostgreSQLConnection.execute(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$",
                at: address
            )
        }
        try await PostgreSQLRelayStore.with(address) { store in
            for pool in [store.writer, store.workers] {
                let setting = try await store.run(on: pool, isReading: false) { transaction in
                    try transaction.row("SHOW synchronous_commit")?.value("synchronous_commit")
                        as String?
                }
                #expect(setting == "on")
            }
        }
    }
}

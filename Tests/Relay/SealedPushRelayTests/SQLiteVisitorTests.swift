// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SealedPush
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

/// Stores of operators' commands on SQLite.
struct SQLiteVisitorTests {
    private func store(_ path: String, _ role: SQLiteFile.Role) throws -> SQLiteRelayStore {
        try SQLiteRelayStore(path: path, as: role) { SampleDevice.now }
    }

    @Test(.rules("C-79"))
    func `a visitor and a server see what the other one writes`() async throws {
        try await withFile { path in
            let server = try store(path, .server)
            let visitor = try store(path, .visitor)
            let device = try SampleDevice().active()
            try await server.write { try $0.add(device, nil) }
            #expect(try await visitor.read { try $0.device(device.id) } == device)
            try await visitor.write { try $0.retire(device.id) }
            let retired = try await server.read { try $0.device(device.id) }
            #expect(retired?.state == .retired(since: SampleDevice.now))
            withExtendedLifetime(server) {}
        }
    }

    @Test(.rules("C-79")) func `a visitor takes no message from a server's worker`() async throws {
        try await withFile { path in
            let server = try store(path, .server)
            let worker = WorkerID()
            try await server.write { try $0.enroll(worker) }
            let visitor = try store(path, .visitor)
            #expect(try await server.write { try $0.renew(worker, holding: []) })
            withExtendedLifetime(visitor) {}
        }
    }

    @Test func `a visitor is in no server's way`() async throws {
        try await withFile { path in
            _ = try store(path, .server)
            let visitor = try store(path, .visitor)
            #expect(throws: Never.self) { try store(path, .server) }
            withExtendedLifetime(visitor) {}
        }
    }

    @Test func `a visitor makes no database, and no tables`() async throws {
        try await withFile { path in
            #expect(throws: ServerStoreError.unavailable) { try store(path, .visitor) }
            #expect(!FileManager.default.fileExists(atPath: path))
            try DatabaseQueue(path: path).close()
            #expect(throws: ServerStoreError.notReady) { try store(path, .visitor) }
        }
    }

    @Test func `only a visitor beside a first start is told to come again`()
        async throws
    {
        try await withFile { path in
            // The server has made the file, and after it the list of what was made.
            try Data().write(to: URL(filePath: path))
            #expect(throws: ServerStoreError.notReady) { try store(path, .visitor) }
            let queue = try DatabaseQueue(path: path)
            try await queue.write { db in
                try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT PRIMARY KEY)")
            }
            #expect(throws: ServerStoreError.notReady) { try store(path, .visitor) }
            _ = try store(path, .server)
            #expect(throws: Never.self) { try store(path, .visitor) }
            try await queue.write { try $0.execute(sql: "PRAGMA application_id = 1") }
            #expect(throws: ServerStoreError.foreign) { try store(path, .visitor) }
        }
    }

    @Test func `what a visitor makes beside the database is as private as it`() async throws {
        try await withFile { path in
            _ = try store(path, .server)
            let visitor = try store(path, .visitor)
            _ = try await visitor.write { try $0.reserveIDs() }
            for file in [path, path + "-wal", path + "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: file)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
            withExtendedLifetime(visitor) {}
        }
    }

    @Test(.rules("C-79"))
    func `what a visitor writes while the file is locked comes after it`() async throws {
        try await withFile { path in
            let server = try store(path, .server)
            let device = try SampleDevice().active()
            try await server.write { try $0.add(device, nil) }
            let visitor = try store(path, .visitor)
            // Both write at once, many times: none of the calls fails.
            try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        let store = number.isMultiple(of: 2) ? server : visitor
                        _ = try await store.write { try $0.reserveIDs() }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await server.write { try $0.reserveIDs() } == 50 * 4096 + 1...51 * 4096)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import SealedPush
import SealedPushCrypto
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The lock of a database, by itself.
struct DatabaseLockTests {
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        try body(folder.path("relay.sqlite"))
    }

    @Test func `a lock is held once`() throws {
        try withPath { path in
            let lock = try DatabaseLock(of: path)
            #expect(throws: ServerStoreError.inUse) { try DatabaseLock(of: path) }
            withExtendedLifetime(lock) {}
        }
    }

    #if os(Linux)
        /// A copy of the descriptor of a lock's file, as a child has it that is being started.
        private func copyOfDescriptor(of path: String) throws -> Int32 {
            let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            let found = names.compactMap(Int32.init).first { descriptor in
                let link = "/proc/self/fd/\(descriptor)"
                let place = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                return place == path + "-lock"
            }
            return fcntl(try #require(found), F_DUPFD_CLOEXEC, 0)
        }

        @Test func `a child that is being started keeps no lock that was let go`() throws {
            try withPath { path in
                var copy: Int32 = -1
                do {
                    let lock = try DatabaseLock(of: path)
                    copy = try copyOfDescriptor(of: path)
                    withExtendedLifetime(lock) {}
                }
                defer { close(copy) }
                #expect(throws: Never.self) { try DatabaseLock(of: path) }
            }
        }
    #endif
}

/// What a process leaves that is killed while it makes its database.
struct SQLiteFirstStartTests {
    private func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        return try body(folder.url)
    }

    private func open(_ path: String) throws {
        _ = try SQLiteRelayStore(path: path) { Timestamp(clamping: 1_800_000_000_000) }
    }

    /// Copies the files of a database in the middle of a change, as a killed process leaves them.
    private func leave(_ path: String, at copy: String, _ change: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            // So small a cache is written to the file before the change is complete.
            try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE; \(change)")
            for end in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
            }
            try db.execute(sql: "ROLLBACK")
        }
    }

    private static let large = """
        CREATE TABLE device (id INTEGER PRIMARY KEY, bytes BLOB);
        WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 500)
        INSERT INTO device SELECT n, randomblob(2000) FROM number;
        """

    @Test(.rules("C-83")) func `a change that is half done is undone by the next start`() throws {
        try withFolder { folder in
            let copy = folder.appending(path: "relay.sqlite").path
            try leave(folder.appending(path: "made.sqlite").path, at: copy, Self.large)
            let journal = try Data(contentsOf: URL(filePath: copy + "-journal"))
            #expect(journal.count > 512)
            try open(copy)
        }
    }

    @Test(.rules("C-83")) func `an empty file becomes a database`() throws {
        try withFolder { folder in
            let path = folder.appending(path: "relay.sqlite").path
            try Data().write(to: URL(filePath: path))
            try open(path)
        }
    }

    @Test func `another program's half-done change is undone, and nothing else`() throws {
        try withFolder { folder in
            let (path, copy) = (folder.path + "/made.sqlite", folder.path + "/relay.sqlite")
            let queue = try DatabaseQueue(path: path)
            try queue.write { try $0.execute(sql: "CREATE TABLE mail (id INTEGER)") }
            try queue.close()
            try leave(path, at: copy, Self.large)
            #expect(throws: ServerStoreError.foreign) { try open(copy) }
            let tables = try DatabaseQueue(path: copy).read {
                try String.fetchAll($0, sql: "SELECT name FROM sqlite_schema")
            }
            #expect(tables == ["mail"])
        }
    }
}

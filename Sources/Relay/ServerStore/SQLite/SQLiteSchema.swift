// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import GRDB

/// The tables of a kind of database on SQLite, and how a file of them is opened.
package struct SQLiteSchema: Sendable {
    /// What tells its files from every other one of SQLite.
    private let applicationID: Int
    private let version: Int
    private let tables: String

    /// The schema whose files have an id, and of which this SQL makes the tables.
    ///
    /// - Parameters:
    ///   - applicationID: The id.
    ///   - version: The version of the tables: files of another one are refused.
    ///   - tables: The SQL.
    package init(applicationID: Int, version: Int = 1, tables: String) {
        self.applicationID = applicationID
        self.version = version
        self.tables = tables
    }

    private var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("\(version)") { [applicationID, tables] db in
            try db.execute(sql: tables)
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
        }
        return migrator
    }

    /// Opens a database, or makes a new one, which only its owner can read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - makes: Whether tables are made or changed; else only tables of this version are opened.
    ///   - busyLimit: How long a commit waits for another process that has locked the file.
    ///   - settings: More settings of the connection that writes, as statements of SQL.
    /// - Returns: The database.
    /// - Throws: ``ServerStoreError/foreign`` for a file of another program or of another version,
    ///   which nothing changes; ``ServerStoreError/notReady`` if tables are missing that are not
    ///   made; else the database's errors.
    package func open(
        _ path: String,
        making makes: Bool = true,
        busyLimit: Duration,
        settings: String
    ) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyLimit / .seconds(1))
        if FileManager.default.fileExists(atPath: path) {
            try check(path, making: makes, configuration)
        } else {
            guard makes else { throw ServerStoreError.unavailable }
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            guard FileManager.default.createFile(atPath: path, contents: nil, attributes: mode)
            else { throw ServerStoreError.unavailable }
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        if makes { try migrator.migrate(pool) }
        // A pool sets NORMAL while it opens, with which a loss of power takes back what was
        // committed.
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL; \(settings)")
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2 else {
                throw ServerStoreError.unavailable
            }
        }
        return pool
    }

    /// Makes a database in memory.
    package func make() throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try migrator.migrate(database)
        return database
    }

    /// Refuses another program's file before a pool opens it, which changes it.
    private func check(
        _ path: String,
        making makes: Bool,
        _ configuration: Configuration
    ) throws {
        var reading = configuration
        reading.readonly = true
        do {
            try check(DatabaseQueue(path: path, configuration: reading), making: makes)
        } catch let error as DatabaseError
            where [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
        {
            // A process was killed in the middle of a change, which has to be undone first: as the
            // first start is, which makes the file.
            try check(DatabaseQueue(path: path, configuration: configuration), making: makes)
        }
    }

    private func check(_ queue: DatabaseQueue, making makes: Bool) throws {
        try queue.read { db in
            let known = try Int.fetchOne(db, sql: "PRAGMA application_id")
            // A process that was killed while it made the tables has left the list of migrations.
            let isEmpty =
                try Int.fetchOne(
                    db,
                    sql: "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'"
                ) == 0
            guard try isEmpty || known == applicationID && !migrator.hasBeenSuperseded(db)
            else { throw ServerStoreError.foreign }
            guard try makes || migrator.hasCompletedMigrations(db)
            else { throw ServerStoreError.notReady }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import PostgreSQLServer
import SealedPush
import SealedPushCrypto
import SealedPushRelay
import ServerStore

/// The database that is measured: a file of SQLite, or one of a server of PostgreSQL.
enum LoadDatabase {
    case sqlite(path: String)
    case postgreSQL(address: String)

    /// Takes a path, or a connection string of libpq.
    init(_ text: String) {
        self = text.hasPrefix("host=") ? .postgreSQL(address: text) : .sqlite(path: text)
    }

    /// None for senders.
    static let limits = {
        var limits = RelayLimits()
        limits.queuedPerEndpoint = .max
        limits.queuedPerDevice = .max
        limits.acceptedPerDay = .max
        limits.claimsPerDay = .max
        return limits
    }()

    func store() async throws -> any RelayStore {
        switch self {
        case .sqlite(let path):
            return try SQLiteRelayStore(path: path, limits: Self.limits) { .system }
        case .postgreSQL(let address):
            return try await PostgreSQLRelayStore.open(address, limits: Self.limits)
        }
    }

    /// What the database itself does: one insertion of a body, one commit.
    func measureCommits(for time: Duration) throws -> RelayLoad.Result {
        let body = Randomness.bytes(2048)
        switch self {
        case .sqlite(let path):
            return try DatabasePool(path: path).writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA synchronous = FULL; CREATE TABLE body (bytes BLOB)")
                return try repeated(for: time) {
                    try db.execute(sql: "INSERT INTO body VALUES (?)", arguments: [Data(body)])
                }
            }
        case .postgreSQL(let address):
            let connection = try Self.connect(address)
            try connection.run("CREATE TABLE body (bytes bytea)")
            let insertion = "INSERT INTO body VALUES ('\\x\(Hex.encode(body.span))')"
            return try repeated(for: time) { try connection.run(insertion) }
        }
    }

    private func repeated(for time: Duration, _ act: () throws -> Void) throws -> RelayLoad.Result {
        let start = ContinuousClock.now
        var count = 0
        while ContinuousClock.now - start < time {
            try act()
            count += 1
        }
        return RelayLoad.Result(count: count, since: start)
    }

    /// How many bytes the log of the database has had in all; SQLite's counts from its last
    /// checkpoint.
    func writtenBytes() throws -> Int {
        switch self {
        case .sqlite(let path):
            let size = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]
            return (size as? NSNumber)?.intValue ?? 0
        case .postgreSQL(let address):
            let position = "SELECT (pg_current_wal_insert_lsn() - '0/0')::bigint AS position"
            guard let row = try Self.connect(address).run(position).rows.first else {
                throw LoadFailure.refused
            }
            return try row.value("position")
        }
    }

    /// Writes a checkpoint, so that the log begins anew.
    func checkpoint() throws {
        switch self {
        case .sqlite(let path):
            try DatabasePool(path: path).writeWithoutTransaction { db in
                _ = try db.checkpoint(.truncate)
            }
        case .postgreSQL(let address): try Self.connect(address).run("CHECKPOINT")
        }
    }

    /// Holds a snapshot of the database until the standard input ends.
    func holdSnapshot() throws {
        guard case .postgreSQL(let address) = self else { throw LoadFailure.usage }
        let connection = try Self.connect(address)
        try connection.run("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM worker")
        print("open")
        fflush(nil)
        while readLine() != nil {}
    }

    /// Runs a server whose commits wait for the disk, and prints the address of a new database for
    /// each line of the standard input.
    ///
    /// It has the quarter of 2 GB as buffers, as its manual advises: the 128 MB that it has unless
    /// told are less than what is measured.
    static func serve(in folder: String) throws {
        let server = try PostgreSQLServer(
            in: URL(filePath: folder),
            isDurable: true,
            buffers: "512MB"
        )
        while readLine() != nil {
            print(try server.database())
            fflush(nil)
        }
    }

    private static func connect(_ address: String) throws -> PostgreSQLConnection {
        try PostgreSQLConnection(address, deadline: .now + .seconds(3600))
    }
}

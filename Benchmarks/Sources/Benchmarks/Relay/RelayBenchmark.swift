// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// The relay's outbox against the commits of the bare database, and its worker against the APNs client alone.
    ///
    /// The relay's types are the package's own, so the measurements are made by its program `RelayLoad`, which
    /// `make bench` builds and names in `RELAY_LOAD`.
    struct RelayBenchmark {
        /// How many pushes in a second a worker makes at least, as times those of the client alone.
        static let drainRatio = 0.5
        /// How much more memory a worker takes beside 1,000,000 messages than beside 10,000.
        static let memoryLimit = 20e6

        private static let senders = 256
        private static let seconds = 3
        private static let rounds = 3
        private static let drained = 30_000

        private struct Result: Codable {
            let count: Int
            let perSecond: Double
            let bytes: Double
        }

        /// A kind of database, and how a new one of it is made.
        private struct Database {
            let name: String
            let make: () throws -> String
        }

        private let program: String
        private let folder: URL

        init() throws {
            guard let program = ProcessInfo.processInfo.environment["RELAY_LOAD"] else {
                throw BenchmarkFailure("RELAY_LOAD does not name the program; use make bench")
            }
            self.program = program
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("relay-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        func run(report: (Line) throws -> Void) throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let postgreSQL = ChildProcess(program: program, ["postgresql", folder.path])
            try postgreSQL.startServer()
            defer { postgreSQL.stop() }
            let root = folder.appendingPathComponent("root.pem").path
            let apns = ChildProcess(program: program, ["server", root])
            try apns.startServer()
            defer { apns.stop() }
            let port = try apns.nextLine()
            let databases = [
                Database(name: "SQLite") {
                    folder.appendingPathComponent("\(UUID().uuidString).sqlite").path
                },
                Database(name: "PostgreSQL") {
                    try postgreSQL.tell("")
                    return try postgreSQL.nextLine()
                },
            ]
            let http = RelayHTTPBenchmark(
                program: program,
                folder: folder,
                port: port,
                root: root
            )
            for database in databases {
                let accepted = try accept(database, report)
                try http.run(database.name, storeAlone: accepted, database.make, report)
                try claims(database, report)
                try drain(database, port, root, report)
                try memory(database, report)
            }
            try drainBesideSnapshot(databases[1], port, root, report)
        }

        /// Measures what the store accepts in a second, without HTTP, and returns it.
        private func accept(
            _ database: Database,
            _ report: (Line) throws -> Void
        ) throws -> Double {
            var (commits, accepted): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                commits.append(try measure("commits", database.make(), "\(Self.seconds)").perSecond)
                accepted.append(
                    try measure("accept", database.make(), "\(Self.seconds)", "\(Self.senders)")
                        .perSecond
                )
            }
            try report(
                Line(
                    name: "commits of bare \(database.name)",
                    unit: .perSecond,
                    value: commits.median
                )
            )
            try report(
                Line(
                    name: "messages accepted durably, \(database.name)",
                    unit: .perSecond,
                    value: accepted.median,
                    ratio: accepted.median / commits.median
                )
            )
            return accepted.median
        }

        private func claims(_ database: Database, _ report: (Line) throws -> Void) throws {
            let claims = try measure("claims", database.make(), "\(Self.seconds)", "16")
            try report(
                Line(
                    name: "one-time prekeys claimed by 16, \(database.name)",
                    unit: .perSecond,
                    value: claims.perSecond
                )
            )
            try report(
                Line(
                    name: "log for a claim that shares no commit, \(database.name)",
                    unit: .bytes,
                    value: claims.bytes
                )
            )
        }

        private func drain(
            _ database: Database,
            _ port: String,
            _ root: String,
            _ report: (Line) throws -> Void
        ) throws {
            var (alone, drained): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                alone.append(
                    try measure("client", port, root, "\(Self.seconds)", "2000").perSecond
                )
                drained.append(try drainOne(database, port, root))
            }
            try report(
                Line(
                    name: "pushes of the client alone, beside \(database.name)",
                    unit: .perSecond,
                    value: alone.median
                )
            )
            try report(
                Line(
                    name: "pushes from the outbox, \(database.name)",
                    unit: .perSecond,
                    value: drained.median,
                    limit: alone.median * Self.drainRatio,
                    ratio: drained.median / alone.median,
                    bound: .atLeast(Self.drainRatio)
                )
            )
        }

        /// The pushes in a second from a new database that is filled first.
        private func drainOne(
            _ database: Database,
            _ port: String,
            _ root: String,
            besideSnapshot: Bool = false
        ) throws -> Double {
            let name = try database.make()
            _ = try run("fill", name, "\(Self.drained)")
            guard besideSnapshot else { return try measure("drain", name, port, root).perSecond }
            let holder = ChildProcess(program: program, ["snapshot", name])
            try holder.startServer()
            defer { holder.stop() }
            guard try holder.nextLine() == "open" else {
                throw BenchmarkFailure("no transaction is open")
            }
            return try measure("drain", name, port, root).perSecond
        }

        private func drainBesideSnapshot(
            _ database: Database,
            _ port: String,
            _ root: String,
            _ report: (Line) throws -> Void
        ) throws {
            let alone = try drainOne(database, port, root)
            let beside = try drainOne(database, port, root, besideSnapshot: true)
            try report(
                Line(
                    name: "pushes from the outbox beside an open transaction, \(database.name)",
                    unit: .perSecond,
                    value: beside,
                    ratio: beside / alone
                )
            )
        }

        private func memory(_ database: Database, _ report: (Line) throws -> Void) throws {
            var bytes: [Double] = []
            for count in ["10000", "1000000"] {
                let name = try database.make()
                _ = try run("fill", name, count)
                bytes.append(try measure("memory", name).bytes)
            }
            try report(
                Line(
                    name: "memory beside 10,000 messages, \(database.name)",
                    unit: .bytes,
                    value: bytes[0]
                )
            )
            try report(
                Line(
                    name: "memory beside 1,000,000 messages, \(database.name)",
                    unit: .bytes,
                    value: bytes[1],
                    limit: bytes[0] + Self.memoryLimit
                )
            )
        }

        private func measure(_ arguments: String...) throws -> Result {
            try JSONDecoder().decode(Result.self, from: try run(arguments))
        }

        private func run(_ arguments: String...) throws -> Data { try run(arguments) }

        private func run(_ arguments: [String]) throws -> Data {
            let process = ChildProcess(program: program, arguments)
            try process.start()
            return try process.finish()
        }
    }
#endif

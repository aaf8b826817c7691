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

        private struct Result: Codable {
            let count: Int
            let perSecond: Double
            let bytes: Double
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
            try accept(report)
            try claims(report)
            try drain(report)
            try memory(report)
        }

        private func accept(_ report: (Line) throws -> Void) throws {
            var (commits, accepted): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                commits.append(try measure("commits", database(), "\(Self.seconds)").perSecond)
                accepted.append(
                    try measure("accept", database(), "\(Self.seconds)", "\(Self.senders)")
                        .perSecond
                )
            }
            try report(
                Line(name: "commits of bare SQLite", unit: .perSecond, value: commits.median)
            )
            try report(
                Line(
                    name: "messages accepted durably, SQLite",
                    unit: .perSecond,
                    value: accepted.median,
                    ratio: accepted.median / commits.median
                )
            )
        }

        private func claims(_ report: (Line) throws -> Void) throws {
            let claims = try measure("claims", database(), "\(Self.seconds)", "16")
            try report(
                Line(
                    name: "one-time prekeys claimed by 16, SQLite",
                    unit: .perSecond,
                    value: claims.perSecond
                )
            )
        }

        private func drain(_ report: (Line) throws -> Void) throws {
            let root = folder.appendingPathComponent("root.pem").path
            let server = ChildProcess(program: program, ["server", root])
            try server.startServer()
            defer { server.stop() }
            let port = try server.firstLine()
            var (alone, drained): ([Double], [Double]) = ([], [])
            for _ in 0..<Self.rounds {
                alone.append(
                    try measure("client", port, root, "\(Self.seconds)", "2000").perSecond
                )
                let database = database()
                _ = try run("fill", database, "30000")
                drained.append(try measure("drain", database, port, root).perSecond)
            }
            try report(
                Line(name: "pushes of the client alone", unit: .perSecond, value: alone.median)
            )
            try report(
                Line(
                    name: "pushes from the outbox, SQLite",
                    unit: .perSecond,
                    value: drained.median,
                    limit: alone.median * Self.drainRatio,
                    ratio: drained.median / alone.median,
                    bound: .atLeast(Self.drainRatio)
                )
            )
        }

        private func memory(_ report: (Line) throws -> Void) throws {
            var bytes: [Double] = []
            for count in ["10000", "1000000"] {
                let database = database()
                _ = try run("fill", database, count)
                bytes.append(try measure("memory", database).bytes)
            }
            try report(
                Line(name: "memory beside 10,000 messages, SQLite", unit: .bytes, value: bytes[0])
            )
            try report(
                Line(
                    name: "memory beside 1,000,000 messages, SQLite",
                    unit: .bytes,
                    value: bytes[1],
                    limit: bytes[0] + Self.memoryLimit
                )
            )
        }

        /// A new database.
        private func database() -> String {
            folder.appendingPathComponent("\(UUID().uuidString).sqlite").path
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

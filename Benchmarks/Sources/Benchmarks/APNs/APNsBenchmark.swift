// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// The APNs client against others that push to the same server, how long a push takes at half of its load, and what
    /// sends take that wait.
    struct APNsBenchmark {
        /// What the client's pushes in a second are at least, as times those of another.
        static let bounds: [(client: PushClient, ratio: Double)] = [
            (.h2load, 0.4), (.asyncHTTPClient, 8), (.aioapns, 18),
        ]
        /// What a waiting send may take at most, in bytes, its task included, and the client itself.
        static let bytesOfSend = 4096.0
        static let bytesOfClient = 2e6

        /// One connection a core, as the client has them; APNs was seen to allow 500 to 1,500 streams on each.
        private static let connections = 2
        private static let streams = 1000
        private static let rounds = 5
        private static let seconds = 2

        func run(report: (Line) throws -> Void) throws {
            let server = try PushServer(streams: Self.streams)
            defer { server.stop() }
            let rates = try rates(server)
            let own = rates[.sealedPush] ?? 0
            for (client, ratio) in Self.bounds {
                let rate = rates[client] ?? 0
                try report(
                    Line(
                        name: "pushes of \(client.rawValue)",
                        unit: .perSecond,
                        value: rate
                    )
                )
                try report(
                    Line(
                        name: "pushes, against \(client.rawValue)",
                        unit: .perSecond,
                        value: own,
                        limit: rate * ratio,
                        ratio: own / rate,
                        bound: .atLeast(ratio)
                    )
                )
            }
            let latency: Latency = try child(
                "latency",
                [String(server.port), server.root, String(Int(own / 2)), "10"]
            )
            try report(
                Line(name: "push at half load, median", unit: .nanoseconds, value: latency.median)
            )
            try report(
                Line(
                    name: "push at half load, 99 of 100",
                    unit: .nanoseconds,
                    value: latency.of99in100
                )
            )
            for (count, name) in [(1000, "1,000"), (100_000, "100,000")] {
                try report(memory(count, "memory of \(name) waiting sends"))
            }
        }

        /// The median of each client's rounds.
        private func rates(_ server: PushServer) throws -> [PushClient: Double] {
            var rates: [PushClient: [Double]] = [:]
            for _ in 0..<Self.rounds {
                for client in PushClient.allCases {
                    let rate = try client.run(
                        against: server,
                        streams: Self.streams,
                        connections: Self.connections,
                        seconds: Self.seconds
                    )
                    rates[client, default: []].append(rate)
                }
            }
            return rates.mapValues(\.median)
        }

        private func memory(_ count: Int, _ name: String) throws -> Line {
            let root = FileManager.default.temporaryDirectory
                .appendingPathComponent("sealedpush-\(UUID().uuidString).pem")
            defer { try? FileManager.default.removeItem(at: root) }
            let server = try ChildProcess.pushLoad(["silence", root.path])
            try server.startServer()
            defer { server.stop() }
            let port = try server.nextLine()
            let cost: Memory = try child("waiting", [port, root.path, String(count)])
            return Line(
                name: name,
                unit: .bytes,
                value: cost.after - cost.before,
                limit: Double(count) * Self.bytesOfSend + Self.bytesOfClient
            )
        }

        private struct Latency: Codable {
            let median: Double
            let of99in100: Double
        }

        private struct Memory: Codable {
            let before: Double
            let after: Double
        }

        private func child<Result: Decodable>(
            _ mode: String,
            _ arguments: [String]
        ) throws -> Result {
            let child = try ChildProcess.pushLoad([mode] + arguments)
            try child.start()
            return try JSONDecoder().decode(Result.self, from: try child.finish())
        }
    }
#endif

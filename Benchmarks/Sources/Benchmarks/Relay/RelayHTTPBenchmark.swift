// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// The relay's API against a bare route of the same server that reads the same bodies.
    ///
    /// The client is wrk, with as many connections as senders; each body is another.
    struct RelayHTTPBenchmark {
        /// How many posts it takes at least, as times those that a server would take which spends
        /// on each what the bare route and the store alone spend together.
        static let postRatio = 0.7
        private static let connections = 256
        private static let seconds = 3
        private static let rounds = 3

        /// `RelayLoad`.
        let program: String
        let folder: URL
        /// The port of the simulated APNs, and the file of its root.
        let port: String
        let root: String

        private struct Posted: Decodable {
            let perSecond: Double
            let refused: Int
        }

        private struct Latency: Decodable {
            let median: Double
            let percentile99: Double
        }

        /// Measures one kind of database.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - storeAlone: How many messages in a second it accepts without HTTP.
        ///   - database: Makes a new one.
        ///   - report: Takes what was measured.
        /// - Throws: What keeps it from measuring.
        func run(
            _ name: String,
            storeAlone: Double,
            _ database: () throws -> String,
            _ report: (Line) throws -> Void
        ) throws {
            var (bare, accepted, pushed): ([Double], [Double], [Double]) = ([], [], [])
            for _ in 0..<Self.rounds {
                let endpoints = folder.appendingPathComponent("endpoints").path
                accepted.append(try post(to: ["relay", database(), endpoints]))
                bare.append(try post(to: ["bare"]))
                pushed.append(try post(to: ["relay", database(), endpoints, port, root]))
            }
            try report(
                Line(
                    name: "posts to a bare route, beside \(name)",
                    unit: .perSecond,
                    value: bare.median
                )
            )
            try report(
                Line(
                    name: "posts accepted durably over HTTP, \(name)",
                    unit: .perSecond,
                    value: accepted.median,
                    ratio: accepted.median / bare.median
                )
            )
            let sum = 1 / (1 / bare.median + 1 / storeAlone)
            try report(
                Line(
                    name: "posts, against bare route and store together, \(name)",
                    unit: .perSecond,
                    value: accepted.median,
                    limit: sum * Self.postRatio,
                    ratio: accepted.median / sum,
                    bound: .atLeast(Self.postRatio)
                )
            )
            try report(
                Line(
                    name: "posts accepted while a worker pushes, \(name)",
                    unit: .perSecond,
                    value: pushed.median,
                    ratio: pushed.median / bare.median
                )
            )
            try latency(name, database(), at: Int(pushed.median / 2), report)
        }

        /// Posts at half of what the relay can take, and times each from then to the answer of
        /// APNs.
        private func latency(
            _ name: String,
            _ database: String,
            at rate: Int,
            _ report: (Line) throws -> Void
        ) throws {
            let arguments = ["latency", database, port, root, "\(Self.seconds)", "\(rate)"]
            let process = ChildProcess(program: program, arguments)
            try process.startServer()
            let latency = try JSONDecoder().decode(Latency.self, from: process.finish())
            for (word, value) in [("p50", latency.median), ("p99", latency.percentile99)] {
                try report(
                    Line(
                        name: "request to APNs' answer at half load, \(word), \(name)",
                        unit: .nanoseconds,
                        value: value * 1e9
                    )
                )
            }
        }

        /// How many posts in a second a server takes.
        private func post(to server: [String]) throws -> Double {
            let process = ChildProcess(program: program, server)
            try process.startServer()
            defer { process.stop() }
            let port = try process.nextLine()
            let endpoints = folder.appendingPathComponent("endpoints").path
            let script = folder.appendingPathComponent("post.lua").path
            try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
            let wrk = ChildProcess(
                program: "wrk",
                [
                    "-t1", "-c\(Self.connections)", "-d\(Self.seconds)s", "--timeout", "10s",
                    "-s", script, "http://127.0.0.1:\(port)", "--", endpoints,
                ]
            )
            try wrk.start()
            // What wrk itself says comes before the script's line.
            let lines = String(decoding: try wrk.finish(), as: UTF8.self).split(separator: "\n")
            let posted = try JSONDecoder().decode(Posted.self, from: Data((lines.last ?? "").utf8))
            guard posted.refused == 0 else {
                throw BenchmarkFailure("\(posted.refused) posts were refused")
            }
            return posted.perSecond
        }

        /// Posts bodies of the smallest bucket's size, each with another number in it.
        private static let script = #"""
            local paths, rest, count = {}, "", 0
            local headers = {["Content-Type"] = "application/sealedpush", ["TTL"] = "86400"}
            function init(arguments)
                for line in io.lines(arguments[1]) do paths[#paths + 1] = line end
                local random = io.open("/dev/urandom", "rb")
                rest = random:read(2047 - 16)
                random:close()
            end
            function request()
                count = count + 1
                local body = string.format("\1%016d", count) .. rest
                return wrk.format("POST", paths[count % #paths + 1], headers, body)
            end
            function done(summary)
                local errors = summary.errors
                io.write(string.format('{"perSecond":%f,"refused":%d}\n',
                    summary.requests / summary.duration * 1e6,
                    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
            end
            """#
    }
#endif

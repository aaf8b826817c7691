// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// What pushes to the server as fast as it can, each time in a process of its own.
    enum PushClient: String, CaseIterable {
        case h2load
        case sealedPush = "sealedpush"
        case asyncHTTPClient = "async-http-client"
        case aioapns

        /// How many pushes were answered in a second.
        struct Throughput: Codable {
            let perSecond: Double
        }

        /// Pushes for so many seconds, after one that does not count.
        func run(
            against server: PushServer,
            streams: Int,
            connections: Int,
            seconds: Int
        ) throws -> Double {
            let place = [String(server.port), server.root]
            let numbers = [streams, connections, seconds].map(String.init)
            switch self {
            case .h2load:
                return try h2load(server, streams, connections, seconds)
            case .sealedPush, .asyncHTTPClient:
                return try measure(.pushLoad([rawValue] + place + numbers))
            case .aioapns:
                let script = Sources.root.appendingPathComponent(
                    "Benchmarks/Python/aioapns_load.py"
                )
                return try measure(
                    ChildProcess(program: Sources.python(), [script.path] + place + numbers)
                )
            }
        }

        private func measure(_ process: ChildProcess) throws -> Double {
            try process.start()
            return try JSONDecoder().decode(Throughput.self, from: try process.finish()).perSecond
        }

        private func h2load(
            _ server: PushServer,
            _ streams: Int,
            _ connections: Int,
            _ seconds: Int
        ) throws -> Double {
            // As long as a provider token.
            let token = "bearer " + String(repeating: "e", count: 171)
            let headers = [
                "authorization: \(token)", "apns-id: 123e4567-e89b-12d3-a456-426655440000",
                "apns-topic: com.example.app", "apns-push-type: alert", "apns-priority: 10",
            ]
            let process = ChildProcess(
                program: "h2load",
                ["-D", String(seconds), "--warm-up-time", "1", "-d", server.body]
                    + ["-c", String(connections), "-m", String(streams)]
                    + headers.flatMap { ["-H", $0] }
                    + ["https://\(PushServer.host):\(server.port)\(PushServer.path)"]
            )
            try process.start()
            let output = String(decoding: try process.finish(), as: UTF8.self)
            func number(before word: String) -> Double? {
                output.firstRange(of: word).flatMap { range in
                    output[..<range.lowerBound].split(whereSeparator: { " ,:\n".contains($0) }).last
                        .flatMap { Double($0) }
                }
            }
            let refused = ["failed", "3xx", "4xx", "5xx"].map { number(before: " \($0)") }
            guard let perSecond = number(before: " req/s,"), refused.allSatisfy({ $0 == 0 })
            else { throw BenchmarkFailure("h2load has no result: \(output)") }
            return perSecond
        }
    }

    extension ChildProcess {
        /// Prepares `push-load` as it is built for a server, which `make bench` does in a folder of its own.
        static func pushLoad(_ arguments: [String]) throws -> ChildProcess {
            let file = Sources.root
                .appendingPathComponent("Benchmarks/.build/server/release/push-load")
            guard FileManager.default.isExecutableFile(atPath: file.path) else {
                throw BenchmarkFailure("there is no \(file.path); make bench builds it")
            }
            return ChildProcess(program: file.path, arguments)
        }
    }

    /// Where this was built from.
    private enum Sources {
        static let root = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }

        /// The Python that has aioapns, which the tests of the second implementation use as well.
        static func python() throws -> String {
            let script = root.appendingPathComponent(".ci/venv").path
            let process = ChildProcess(program: script, [])
            try process.start()
            do {
                let output = String(decoding: try process.finish(), as: UTF8.self)
                return output.trimmingCharacters(in: .whitespacesAndNewlines)
            } catch {
                throw BenchmarkFailure("\(script) can't make the environment that aioapns runs in")
            }
        }
    }
#endif

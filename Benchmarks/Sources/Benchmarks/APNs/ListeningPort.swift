// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation

    /// The port on which a program listens that was told to take any, and does not say which.
    enum ListeningPort {
        /// Waits until it listens.
        static func wait(of process: ChildProcess) throws -> Int {
            while process.isRunning {
                if let port = port(of: process.id) { return port }
                usleep(1000)
            }
            _ = try process.finish()
            throw BenchmarkFailure("a server ended before it listened")
        }

        /// The sockets of the process are links with the numbers that the system's table has.
        private static func port(of process: Int32) -> Int? {
            let folder = "/proc/\(process)/fd"
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let sockets = Set(
                files.compactMap { file in
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")
                }
            )
            let table = (try? String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)) ?? ""
            for line in table.split(separator: "\n") {
                let fields = line.split(whereSeparator: \.isWhitespace)
                // 0A is LISTEN.
                guard fields.count > 9, fields[3] == "0A", sockets.contains("socket:[\(fields[9])]")
                else { continue }
                return fields[1].split(separator: ":").last.flatMap { Int($0, radix: 16) }
            }
            return nil
        }
    }
#endif

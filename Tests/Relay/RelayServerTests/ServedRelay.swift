// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SimulationSupport
import TestSupport
import Testing

/// A running `sealedpush-server serve`, or `seal-service run`, which a test may kill.
final class ServedRelay: Sendable {
    /// Where it is asked.
    let url: String
    /// Where health and metrics are.
    let operatorURL: String
    private let process: ProbeProcess

    /// Starts it, and waits until it listens.
    init(
        _ arguments: [String],
        in folder: String,
        as command: [String] = ["serve"],
        environment: [String: String] = [:],
        descriptors: Int = 1024,
        within prefix: [String] = []
    ) async throws {
        // Unless the arguments or a file say otherwise, the app of most devices in tests; provider
        // tokens stay in the folder.
        let environment = ProcessInfo.processInfo.environment
            .merging(["SEALEDPUSH_APPS": "chat", "XDG_CACHE_HOME": folder + "/cache"]) { $1 }
            .merging(environment) { $1 }
        let script = #"cd "$0" && ulimit -n "$1" && shift && exec "$@""#
        let log = folder + (command == ["serve"] ? "/log" : "/sidecar.log")
        let process = try ProbeProcess(
            "/bin/sh",
            ["-c", script, folder, "\(descriptors)"] + prefix
                + [Self.program] + command + arguments,
            environment: environment,
            errors: .writing(log, appending: true)
        )
        self.process = process
        let line = try await onThread { try process.line(within: patience) }
        let told = try String(contentsOfFile: log, encoding: .utf8)
        let answer = try #require(
            try? JSONSerialization.jsonObject(with: Data((line ?? "").utf8)) as? [String: String],
            "the relay did not start: \(told)"
        )
        url = try #require(answer["url"])
        operatorURL = answer["operator"].map { "http://" + $0 } ?? url
    }

    /// The server's program: another build than the tests' own, such as one for release, if
    /// `SEALEDPUSH_SERVER` names it.
    private static let program =
        ProcessInfo.processInfo.environment["SEALEDPUSH_SERVER"]
        ?? BuiltProgram.named("sealedpush-server").path

    /// The port that it listens at.
    var port: Int { get throws { try #require(URL(string: url)?.port) } }

    /// A path as the process sees it, which may have disks of its own.
    func path(_ path: String) -> String { "\(process.program.folder)/\(Self.root)\(path)" }

    /// The entry by which the system shows a process's own disks.
    private static let root = "root"

    /// Its resident memory, in KiB.
    var memory: Int { get throws { try status("VmRSS:") } }

    /// The memory that it has for itself alone, in bytes.
    var anonymousMemory: Int { get throws { try status("RssAnon:") * 1024 } }

    /// A number of KiB that the system tells of it.
    private func status(_ name: String) throws -> Int {
        let file = process.program.folder + "/status"
        let status = try String(contentsOfFile: file, encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return try #require(line?.split(separator: " ").dropLast().last.flatMap { Int($0) })
    }

    /// The value of a metric, by its name and labels; nil while it is not there.
    func metric(_ name: String) async throws -> Double? {
        let port = try #require(URL(string: operatorURL)?.port)
        let page = try await RelayReply.get("/metrics", at: port).body
        let line = page.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Double($0.dropFirst(name.count + 1)) }
    }

    /// Kills it, at whatever it is doing.
    func kill() { process.program.end(by: SIGKILL) }

    /// Lets it end, and gives its status.
    func stop() -> Int32 { process.program.end(by: SIGTERM).status }
}

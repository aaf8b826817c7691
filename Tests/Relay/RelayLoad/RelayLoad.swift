// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushRelay

/// One measurement of the relay, in a process of its own; prints what it found as one JSON object.
///
///     RelayLoad postgresql FOLDER
///     RelayLoad commits DATABASE SECONDS
///     RelayLoad accept DATABASE SECONDS SENDERS
///     RelayLoad fill DATABASE COUNT
///     RelayLoad memory DATABASE
///     RelayLoad claims DATABASE SECONDS CLAIMANTS
///     RelayLoad snapshot DATABASE
///     RelayLoad server ROOT
///     RelayLoad client PORT ROOT SECONDS SENDERS
///     RelayLoad drain DATABASE PORT ROOT
///     RelayLoad bare
///     RelayLoad relay DATABASE ENDPOINTS [PORT ROOT]
///     RelayLoad latency DATABASE PORT ROOT SECONDS RATE
///
/// A database is a path of SQLite, or an address that `RelayLoad postgresql` prints.
/// `make bench ARGS=relay` runs them in turn.
@main
struct RelayLoad {
    /// What was measured.
    struct Result: Codable {
        var count = 0
        var perSecond = 0.0
        var bytes = 0.0
        /// Seconds that half of what was counted took at most, and 99 of a hundred.
        var median = 0.0
        var percentile99 = 0.0
    }

    private let arguments: [String]

    static func main() async {
        do {
            try await RelayLoad(arguments: Array(CommandLine.arguments.dropFirst())).run()
        } catch {
            FileHandle.standardError.write(Data("RelayLoad: \(error)\n".utf8))
            exit(1)
        }
    }

    private func run() async throws {
        switch try text(0) {
        case "postgresql": try LoadDatabase.serve(in: text(1))
        case "snapshot": try database().holdSnapshot()
        case "commits": try output(database().measureCommits(for: seconds(2)))
        case "accept":
            let load = AcceptLoad(store: try await store(), senders: try number(3))
            try output(try await load.measure(for: try seconds(2)))
        case "fill": try await LoadDevices(in: store()).fill(try number(2))
        case "memory": try output(try await HeldWorker.measure(store()))
        case "claims":
            try output(
                try await ClaimLoad.measure(database(), for: seconds(2), claimants: number(3))
            )
        case "server": try await PushService.serve(root: try text(1))
        case "client":
            let service = try PushService(port: try number(1), root: try text(2))
            try output(try await service.measure(for: seconds(3), senders: number(4)))
        case "drain":
            let service = try PushService(port: try number(2), root: try text(3))
            try output(try await DrainLoad.measure(store(), to: service))
        case "bare": try await HTTPLoad.serveBare()
        case "relay":
            let pushes = arguments.count > 3
            let service = try pushes ? PushService(port: number(3), root: text(4)) : nil
            let file = URL(filePath: try text(2))
            try await HTTPLoad.serveRelay(try await store(), endpoints: file, to: service)
        case "latency":
            let service = try PushService(port: try number(2), root: try text(3))
            try output(
                try await LatencyLoad.measure(
                    store(),
                    to: service,
                    for: seconds(4),
                    perSecond: number(5)
                )
            )
        default: throw LoadFailure.usage
        }
    }

    private func output(_ result: Result) throws {
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }

    private func database() throws -> LoadDatabase { LoadDatabase(try text(1)) }

    private func store() async throws -> any RelayStore { try await database().store() }

    private func seconds(_ index: Int) throws -> Duration { .seconds(try number(index)) }

    private func text(_ index: Int) throws -> String {
        guard index < arguments.count else { throw LoadFailure.usage }
        return arguments[index]
    }

    private func number(_ index: Int) throws -> Int {
        guard let number = Int(try text(index)) else { throw LoadFailure.usage }
        return number
    }
}

/// Why nothing was measured.
enum LoadFailure: Error {
    case usage
    case refused
}

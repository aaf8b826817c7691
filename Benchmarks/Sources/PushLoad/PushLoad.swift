// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Pushes to a server as one client does it, in a process of its own, and prints what it found out as one JSON object.
///
///     push-load (sealedpush|async-http-client) PORT ROOT STREAMS CONNECTIONS SECONDS
///     push-load latency PORT ROOT PER-SECOND SECONDS
///     push-load waiting PORT ROOT COUNT
///     push-load tasks COUNT
///     push-load silence ROOT
@main
struct PushLoad {
    private enum Mode: String {
        case sealedPush = "sealedpush"
        case other = "async-http-client"
        case latency
        case waiting
        case tasks
        case silence
    }

    private let arguments: [String]

    static func main() async {
        let load = PushLoad(arguments: Array(CommandLine.arguments.dropFirst()))
        do { try await load.run() } catch {
            FileHandle.standardError.write(Data("push-load: \(error)\n".utf8))
            exit(1)
        }
    }

    static func output(_ result: some Encodable) throws {
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
        fflush(nil)
    }

    private func run() async throws {
        guard let mode = Mode(rawValue: try text(0)) else { throw LoadFailure("which mode?") }
        switch mode {
        case .sealedPush:
            let (target, loop) = (try target(), try closedLoop())
            try Self.output(
                try await OwnClient.measure(target, connections: try number(4), loop)
            )
        case .other:
            let (target, loop) = (try target(), try closedLoop())
            try Self.output(try await OtherClient.measure(target, loop))
        case .latency:
            let pace = OpenLoop(perSecond: try number(3), window: .seconds(try number(4)))
            try Self.output(try await OwnClient.measure(try target(), pace))
        case .waiting: try await WaitingSends.measure(try target(), count: try number(3))
        case .tasks: try Self.output(try await WaitingSends.measureTasks(count: try number(1)))
        case .silence: try await SilentServer.run(root: try text(1))
        }
    }

    private func target() throws -> PushTarget {
        PushTarget(port: try number(1), root: try text(2))
    }

    private func closedLoop() throws -> ClosedLoop {
        ClosedLoop(senders: try number(3) * number(4), window: .seconds(try number(5)))
    }

    private func text(_ index: Int) throws -> String {
        guard index < arguments.count else { throw LoadFailure("an argument is missing") }
        return arguments[index]
    }

    private func number(_ index: Int) throws -> Int {
        guard let number = Int(try text(index)) else { throw LoadFailure("a number is missing") }
        return number
    }
}

/// Why nothing was measured.
struct LoadFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import KeysTestSupport
import Logging
import NIOCore
import SealedPush
import SealedPushCoding
import SealedPushRelay
import SealedPushSender
import ServerStore
import Synchronization
import TestSupport

@testable import SealedPushSidecar

/// A relay's endpoints on a port of this machine: each answer is what a test says.
final class ScriptedRelay: Sendable {
    struct Asked: Sendable {
        let path: String
        let headers: HTTPFields
        let body: [UInt8]
    }

    private struct State {
        var asked: [Asked] = []
        var answers: [Response] = []
    }

    private let state = Mutex(State())

    /// What was asked, in order.
    var asked: [Asked] { state.withLock { $0.asked } }

    /// Answers the next requests with these, and then with the last one again.
    func answer(_ answers: Response...) {
        state.withLock { $0.answers = answers }
    }

    /// Runs it while a test asks.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (_ origin: String) async throws -> Value
    ) async throws -> Value {
        let app = Application(
            router: router(),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            logger: Logger(label: "relay") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await app.test(.live) { client in
            try await body("http://127.0.0.1:\(client.port ?? 0)")
        }
    }

    /// Runs it at a host of this machine, which a test's own server does not choose.
    func serve(
        at host: String,
        _ body: @escaping @Sendable (_ origin: String) async throws -> Void
    ) async throws {
        let (ports, told) = AsyncStream.makeStream(of: Int.self)
        let app = Application(
            router: router(),
            configuration: .init(address: .hostname(host, port: 0)),
            onServerRunning: { channel in
                told.yield(channel.localAddress?.port ?? 0)
                told.finish()
            },
            logger: Logger(label: "relay") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { told.finish() }
                try await app.run()
            }
            defer { group.cancelAll() }
            for await port in ports {
                try await body("http://\(WebOrigin.urlHost(host)):\(port)")
            }
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        for path in ["e/:endpoint", "e/:endpoint/prekey"] {
            router.post("\(path)") { [self] request, _ in
                let bytes = try await request.body.collect(upTo: 1 << 20)
                return state.withLock { state in
                    state.asked.append(
                        Asked(
                            path: request.uri.path,
                            headers: request.headers,
                            body: Array(bytes.readableBytesView)
                        )
                    )
                    return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
                }
            }
        }
        return router
    }

    static func answer(
        _ status: HTTPResponse.Status,
        _ headers: HTTPFields = [:],
        _ body: String = ""
    ) -> Response {
        Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: body))
        )
    }

    /// The answer with a device's bundle.
    static func bundle(_ bundle: DeviceBundle) -> Response {
        answer(.ok, [:], #"{"bundle":"\#(Base64URL.encode(bundle.bytes.span))"}"#)
    }

    static func problem(_ name: String, _ status: HTTPResponse.Status) -> Response {
        answer(status, [:], #"{"type":"urn:sealedpush:problem:\#(name)"}"#)
    }
}

/// A sidecar's API, without a server around it.
struct SidecarHTTPBench: Sendable {
    let client: any TestClientProtocol
    let database: SidecarDatabase
    let key: Capability
    let logs: InMemoryLogHandler
    let wakes: @Sendable () -> Int
    /// The sidecar around it, whose pairings have a relay in memory.
    let pairing: PairingBench
    /// The time by which outcomes are kept.
    let clock: ManualClock
    /// How many bytes of writes the database has in its log.
    let written: @Sendable () throws -> Int

    static func run(
        allowing origins: [String] = [],
        _ body: @escaping @Sendable (SidecarHTTPBench) async throws -> Void
    ) async throws {
        let pairing = try PairingBench()
        let sidecar = pairing.sidecar
        let database = try sidecar.database()
        guard let key = try await database.addKey(named: "backend") else { return }
        let logs = InMemoryLogHandler()
        var logger = Logger(label: "test") { _ in logs }
        logger.logLevel = .trace
        let (count, clock) = (Counter(), ManualClock())
        let policy = RelayPolicy(allowing: origins.compactMap { WebOrigin($0.utf8) })
        let api = SidecarAPI(
            database,
            sidecar.rule,
            sidecar.sealer(in: database),
            policy,
            pairings: pairing.worker,
            accepted: { count.add() },
            isFailing: { false },
            time: WorkerTime(clock)
        )
        let app = Application(router: api.router(logger: logger), logger: logger)
        try await app.test(.router) { client in
            try await body(
                SidecarHTTPBench(
                    client: client,
                    database: database,
                    key: key,
                    logs: logs,
                    wakes: { count.value },
                    pairing: pairing,
                    clock: clock,
                    written: { try Data(contentsOf: URL(filePath: sidecar.path + "-wal")).count }
                )
            )
        }
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        _ changes: [HTTPField.Name: String?] = [:]
    ) async throws -> (
        status: HTTPResponse.Status, json: JSONValue?, type: String?, headers: HTTPFields
    ) {
        var headers: HTTPFields = [.authorization: "Bearer \(key.text)"]
        if !body.isEmpty { headers[.contentType] = "application/json" }
        for (name, value) in changes { headers[name] = value }
        let answer = try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: ByteBuffer(string: body)
        )
        let json = try? JSONDocument(reading: Array(answer.body.readableBytesView)).root
        return (answer.status, json, json?["type"]?.string, answer.headers)
    }

    /// The JSON of a list of subscriptions.
    static func list(_ subscriptions: DeviceIdentity.Subscription...) -> String {
        let texts = subscriptions.map { #""\#($0.text)""# }
        return #"{"subscriptions":[\#(texts.joined(separator: ","))]}"#
    }
}

final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

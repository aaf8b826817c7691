// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import RawClients
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import TestSupport
import Testing

/// A running sidecar, and backends that hold its connections.
@Suite(.timeLimit(.minutes(5)))
struct SidecarConnectionTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try Tool.run(
            BuiltProgram.named("sealedpush"),
            ["sender", "init", "--store", "server"],
            in: folder
        )
    }

    private func sidecar(
        at port: Int,
        allowing relay: String = "http://127.0.0.1:1"
    ) async throws -> ServedRelay {
        try await ServedRelay(
            ["--store", "server", "--topic", "com.example.app", "--port", "\(port)"]
                + ["--allow-origin", relay],
            in: folder,
            as: ["seal-service", "run"],
            descriptors: 160
        )
    }

    private static let request = "GET /health/live HTTP/1.1\r\nHost: a\r\n"

    @Test(arguments: [
        "", "GET /health/live HTTP/1.1\r\nX-Slow: ",
        "POST /v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
    ])
    func `a request that comes byte by byte to a sidecar is cut off`(
        _ beginning: String
    ) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let port = try Tool.freePort()
        let sidecar = try await sidecar(at: port)
        let client = try RawClient(port: port)
        try client.send(beginning)
        while !client.isClosed {
            do { try client.send("a") } catch { break }
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(sidecar.stop() == 0)
    }

    @Test func `a client that has vanished from a sidecar is given up`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let port = try Tool.freePort()
        let sidecar = try await sidecar(at: port)
        let silent = try RawClient(port: port)
        let half = try RawClient(port: port)
        try half.send("GET /health/live HTTP/1.1\r\n")
        #expect(await silent.rest().isEmpty)
        #expect(await !half.rest().contains("200 OK"))
        #expect(sidecar.stop() == 0)
    }

    @Test func `idle backends beyond the limit make room for another`() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let port = try Tool.freePort()
        let sidecar = try await sidecar(at: port)
        let idle = try (0..<200).map { _ in try RawClient(port: port) }
        let asking = try RawClient(port: port)
        try asking.send(Self.request + "Connection: close\r\n\r\n")
        #expect(await asking.rest().hasPrefix("HTTP/1.1 200 "))
        while idle.count(where: \.isClosed) < 100 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(sidecar.stop() == 0)
    }

    @Test func `idle backends beyond the limit do not keep a sidecar from its relays`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (port, relayPort) = (try Tool.freePort(), try Tool.freePort())
        let relay = "http://127.0.0.1:\(relayPort)"
        let sidecar = try await sidecar(at: port, allowing: relay)
        try send(to: relay, by: sidecar)
        let idle = try (0..<200).map { _ in try Tool.connect(to: port) }
        // A sidecar that takes them all has no descriptor left a moment later.
        try await Task.sleep(for: .seconds(1))
        // The relay was not there before; the message is tried again.
        let listener = try Tool.listen(at: relayPort)
        defer { close(listener) }
        while !Tool.hasConnection(listener) { try await Task.sleep(for: .milliseconds(50)) }
        for connection in idle { close(connection) }
        #expect(sidecar.stop() == 0)
    }

    @Test func `a sidecar whose clock is hours off is not ready, and its log says why`()
        async throws
    {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let relayPort = try Tool.freePort()
        let relay = "http://127.0.0.1:\(relayPort)"
        let listener = try Tool.listen(at: relayPort)
        defer { close(listener) }
        let sidecar = try await sidecar(at: try Tool.freePort(), allowing: relay)
        func readiness() throws -> String {
            try Tool.run(
                URL(filePath: "/usr/bin/curl"),
                ["-s", "-o", "/dev/null", "-w", "%{http_code}", sidecar.url + "/health/ready"],
                in: folder
            ).output
        }
        #expect(try readiness() == "200")
        try send(to: relay, by: sidecar)
        while !Tool.hasConnection(listener) { try await Task.sleep(for: .milliseconds(10)) }
        let connection = accept(listener, nil, nil)
        defer { close(connection) }
        var request = [UInt8](repeating: 0, count: 8192)
        #expect(unsafe read(connection, &request, request.count) > 0)
        let answer = """
            HTTP/1.1 503 Service Unavailable\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r
            Content-Length: 0\r\nConnection: close\r\n\r\n
            """
        #expect(unsafe write(connection, answer, answer.utf8.count) == answer.utf8.count)
        while try readiness() != "503" { try await Task.sleep(for: .milliseconds(20)) }
        let log = try String(contentsOfFile: folder + "/sidecar.log", encoding: .utf8)
        #expect(log.contains("the clock is wrong by more than an hour"))
        #expect(sidecar.stop() == 0)
    }

    /// Has a sidecar seal a message for a device at a relay.
    private func send(to relay: String, by sidecar: ServedRelay) throws {
        let server = BuiltProgram.named("sealedpush-server")
        let made = try Tool.run(server, ["seal-service", "apikey", "make", "backend"], in: folder)
        let key = made.output.trimmingCharacters(in: .newlines)
        func ask(_ path: String, _ more: [String], _ body: String) throws {
            let run = try Tool.run(
                URL(filePath: "/usr/bin/curl"),
                ["-sf", "-H", "Authorization: Bearer \(key)", sidecar.url + path]
                    + ["-H", "Content-Type: application/json", "-d", body] + more,
                in: folder
            )
            #expect(run.status == 0)
        }
        let identity = try Tool.run(
            BuiltProgram.named("sealedpush"),
            ["sender", "identity", "--store", "server"],
            in: folder
        )
        let subscription = try DeviceIdentity.Subscription(
            signing: SigningKey(),
            endpoint: relay + "/e/x",
            sender: SenderIdentity(text: identity.output),
            recipient: "4711",
            topic: #require(Topic("com.example.app"))
        )
        let list = #"{"subscriptions":["\#(subscription.text)"]}"#
        try ask("/v1/recipients/4711", ["-X", "PUT"], list)
        try ask("/v1/messages", [], #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
    }
}

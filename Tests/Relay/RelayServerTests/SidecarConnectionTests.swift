// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import TestSupport
import Testing

/// A running sidecar, and backends that hold its connections.
@Suite(.timeLimit(.minutes(5)))
struct SidecarConnectionTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws {
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

    @Test(
        .rules("C-95"),
        arguments: [
            "", "GET /health/live HTTP/1.1\r\nX-Slow: ",
            "POST /v1/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n",
        ]
    )
    func `a request that comes byte by byte to a sidecar is cut off`(
        _ beginning: String
    ) async throws {
        let port = Listener.freePort()
        let sidecar = try await sidecar(at: port)
        let client = try RawConnection(port: port)
        try client.send(beginning)
        while !client.isClosed {
            do { try client.send("a") } catch { break }
            try await Task.sleep(for: .milliseconds(200))
        }
        #expect(sidecar.stop() == 0)
    }

    @Test(.rules("C-95"))
    func `a client that has vanished from a sidecar is given up`() async throws {
        let port = Listener.freePort()
        let sidecar = try await sidecar(at: port)
        let silent = try RawConnection(port: port)
        let half = try RawConnection(port: port)
        try half.send("GET /health/live HTTP/1.1\r\n")
        #expect(await silent.rest().isEmpty)
        #expect(await !half.rest().contains("200 OK"))
        #expect(sidecar.stop() == 0)
    }

    @Test(.rules("C-95"))
    func `idle backends beyond the limit make room for another`() async throws {
        let port = Listener.freePort()
        let sidecar = try await sidecar(at: port)
        let idle = try (0..<200).map { _ in try RawConnection(port: port) }
        let asking = try RawConnection(port: port)
        try asking.send(Self.request + "Connection: close\r\n\r\n")
        #expect(await asking.rest().hasPrefix("HTTP/1.1 200 "))
        while idle.count(where: \.isClosed) < 100 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(sidecar.stop() == 0)
    }

    @Test(.rules("C-95"))
    func `idle backends beyond the limit do not keep a sidecar from its relays`() async throws {
        let (port, relayPort) = (Listener.freePort(), Listener.freePort())
        let relay = "http://127.0.0.1:\(relayPort)"
        let sidecar = try await sidecar(at: port, allowing: relay)
        try send(to: relay, by: sidecar)
        let idle = try (0..<200).map { _ in try RawConnection(port: port) }
        // A sidecar that takes them all has no descriptor left a moment later.
        try await Task.sleep(for: .seconds(1))
        // The relay was not there before; the message is tried again.
        let listener = try Listener(at: relayPort)
        while !listener.hasConnection { try await Task.sleep(for: .milliseconds(50)) }
        for connection in idle { connection.end() }
        #expect(sidecar.stop() == 0)
    }

    @Test(.rules("C-97"))
    func `a sidecar whose clock is hours off is not ready, and its log says why`() async throws {
        let server = try WebServer { _ in
            .init("503 Service Unavailable", ["Date: Sun, 06 Nov 1994 08:49:37 GMT"])
        }
        let relay = server.url("")
        let sidecar = try await sidecar(at: Listener.freePort(), allowing: relay)
        func readiness() throws -> String {
            try Tool.run(
                URL(filePath: "/usr/bin/curl"),
                ["-s", "-o", "/dev/null", "-w", "%{http_code}", sidecar.url + "/health/ready"],
                in: folder
            ).output
        }
        #expect(try readiness() == "200")
        try send(to: relay, by: sidecar)
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

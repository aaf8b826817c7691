// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PostgreSQLServer
import RawRequests
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelay
import SealedPushRelayTesting
import TestSupport
import Testing

/// Drops at relays that run.
@Suite(.timeLimit(.minutes(5)))
struct ServedDropTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws {
        try place.makeFolder("relay")
        let program = BuiltProgram.named("sealedpush-server")
        #expect(try Tool.run(program, ["relay-keys", "relay/keys"], in: folder).status == 0)
    }

    private func relay(
        _ more: [String] = [],
        at address: String? = nil,
        drops: String? = nil
    ) async throws -> ServedRelay {
        var environment: [String: String] = [:]
        environment["SEALEDPUSH_POSTGRESQL"] = address
        environment["SEALEDPUSH_KEYS"] = "relay/keys"
        environment["SEALEDPUSH_DROPS"] = drops
        return try await ServedRelay(
            ["--port", "\(Listener.freePort())", "--operator-port", "0", "--app", "chat"]
                + ["--topic", "com.example.chat", "--data", "relay"] + more,
            in: folder,
            environment: environment
        )
    }

    /// A device in a new database on SQLite.
    private func phone() async throws -> DroppingPhone {
        try await DroppingPhone(
            in: SQLiteRelayStore(path: folder + "/relay/relay.sqlite") { .now }
        )
    }

    /// Asks for a drop, and waits for it.
    private func ask(_ relay: ServedRelay, _ path: String) throws -> RawConnection {
        let client = try RawConnection(port: try relay.port)
        try client.send(
            "GET \(path) HTTP/1.1\r\nHost: a\r\nConnection: close\r\nPrefer: wait=25\r\n\r\n"
        )
        return client
    }

    private func waiting(_ count: Double, at relay: ServedRelay) async throws {
        while try await relay.metric("relay_drop_waits") != count {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test(.rules("C-106 C-108"))
    func `a client that waits at one server gets what a device leaves at another`() async throws {
        let address = try await onThread { try PostgreSQLServer.shared.get().database() }
        let store = try await PostgreSQLRelayStore.open(address)
        let phone = try await DroppingPhone(in: store)
        await store.close()
        let first = try await relay(at: address)
        let second = try await relay(at: address)
        let client = try ask(first, phone.path)
        try await waiting(1, at: first)
        let begin = ContinuousClock.now
        #expect(try await phone.leave(at: second) == 201)
        let answer = try RelayReply(await client.rest())
        #expect(answer.status == 200)
        #expect(answer.body == String(decoding: phone.box, as: UTF8.self))
        // A second and what a busy machine needs, and not the 25 of the client.
        #expect(ContinuousClock.now - begin < .seconds(12))
        #expect(try await phone.leave(at: first) == 204)
        #expect(try await RelayReply.get(phone.path, at: try second.port).status == 200)
        try await waiting(0, at: first)
        #expect(try await first.metric("relay_drops") == 0)
        for relay in [first, second] { #expect(relay.stop() == 0) }
        let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
        #expect(log.contains("/d/{drop}"))
        #expect(!log.contains(phone.id))
    }

    @Test(.rules("C-105"))
    func `a relay that is told to stop ends all waits at once`() async throws {
        let relay = try await relay()
        let paths = (0..<20).map { _ in "/d/" + Base64URL.encode(Randomness.bytes(16).span) }
        let clients = try paths.map { try ask(relay, $0) }
        try await waiting(20, at: relay)
        let begin = ContinuousClock.now
        #expect(relay.stop() == 0)
        #expect(ContinuousClock.now - begin < .seconds(12))
        for client in clients { #expect(try RelayReply(await client.rest()).status == 404) }
    }

    @Test func `a relay whose drops are off has none, and one whose setting is wrong ends`()
        async throws
    {
        let phone = try await phone()
        let program = BuiltProgram.named("sealedpush-server")
        let wrong = try Tool.run(
            program,
            ["serve", "--topic", "com.example.chat", "--data", "relay"],
            in: folder,
            environment: ["SEALEDPUSH_DROPS": "no"]
        )
        #expect(wrong.status == 64)
        let relay = try await relay(drops: "off")
        #expect(try await phone.leave(at: relay) == 404)
        #expect(try await RelayReply.get(phone.path, at: try relay.port).status == 404)
        #expect(relay.stop() == 0)
    }
}

/// A device that leaves one drop.
struct DroppingPhone: Sendable {
    let id = Base64URL.encode(Randomness.bytes(16).span)
    let box = [UInt8](repeating: UInt8(ascii: "b"), count: Drop.boxCount)
    private let device: DeviceID
    private let credential = Capability()

    /// Adds it to the database of a relay.
    init(in store: some RelayStore) async throws {
        let device = try SampleDevice().active(credential: credential)
        self.device = device.id
        try await store.write { try $0.add(device, nil) }
    }

    /// Where its drop is fetched.
    var path: String { "/d/\(id)" }

    /// Leaves its drop, and gives the status.
    func leave(at relay: ServedRelay) async throws -> Int {
        let client = try RawConnection(port: try relay.port)
        try client.send(
            "PUT /v1/devices/\(device.text)/drops/\(id) HTTP/1.1\r\nHost: a\r\nTTL: 900\r\n"
                + "Authorization: Bearer \(credential.text)\r\nConnection: close\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: \(box.count)\r\n\r\n"
        )
        try client.send(box)
        return try RelayReply(await client.rest()).status
    }
}

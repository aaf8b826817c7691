// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PostgreSQLServer
import SealedPush
import SealedPushCrypto
import SealedPushRelay
import Synchronization
import TestSupport
import Testing

/// A running relay, and those who wish it ill: clients, disks and databases.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct HostileRelayTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws {
        try place.makeFolder("relay")
    }

    private func arguments() throws -> [String] {
        ["--port", "\(Listener.freePort())", "--operator-port", "0", "--app", "chat"]
            + ["--topic", "com.example.chat", "--data", "relay"]
    }

    private func makeKeys(_ path: String) throws {
        let program = BuiltProgram.named("sealedpush-server")
        #expect(try Tool.run(program, ["relay-keys", path], in: folder).status == 0)
    }

    /// Makes a database on SQLite in the folder, with devices.
    private func makeDatabase(devices: Int) async throws -> PostedMessages {
        try makeKeys("relay/keys")
        let store = try SQLiteRelayStore(path: folder + "/relay/relay.sqlite") {
            Timestamp(clamping: UInt64(Date().timeIntervalSince1970 * 1000))
        }
        return try await PostedMessages(in: store, devices: devices)
    }

    /// The readiness, once it has this status: an outcome is kept for some seconds, and a disk with
    /// too little room for a message may have enough for a few questions.
    private func readiness(of relay: ServedRelay, is status: Int) async throws -> RelayReply {
        let port = try #require(URL(string: relay.operatorURL)?.port)
        var reply = try await RelayReply.get("/health/ready", at: port)
        for _ in 0..<300 where reply.status != status {
            try await Task.sleep(for: .milliseconds(200))
            reply = try await RelayReply.get("/health/ready", at: port)
        }
        #expect(reply.status == status)
        return reply
    }

    // MARK: - Clients

    /// Lets this process have as many descriptors as it may, and gives how many.
    private static func raiseDescriptors() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        unsafe getrlimit(kind, &limit)
        limit.rlim_cur = limit.rlim_max
        unsafe setrlimit(kind, &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// How many connections a relay has closed so that others have room.
    private func closedForOthers(at relay: ServedRelay) async throws -> Double {
        let name = #"relay_connections_closed_for_others{listener="clients"}"#
        return try await relay.metric(name) ?? 0
    }

    // In a process of its own, which has more descriptors than other tests are to have.
    @Test(.rules("C-36"))
    func `thousands of idle clients keep none out, and take little memory`() async {
        await #expect(processExitsWith: .success) { try await HostileRelayTests().crowd() }
    }

    private func crowd() async throws {
        let most = min(LongRun.isOn ? 10_000 : 1_000, Self.raiseDescriptors() - 2_000)
        let relay = try await ServedRelay(
            try arguments(),
            in: folder,
            descriptors: most + 500
        )
        let port = try relay.port
        #expect(try await RelayReply.get("/e/x", at: port).status == 404)
        let before = try relay.memory
        // Eight networks, so that none of them has more than its share.
        let idle = try await onThread {
            try (0..<most).map { number in
                let client = try RawConnection(port: port, from: "127.1.\(number % 8).1")
                // After an answer a client may be silent for more than a minute.
                try client.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
                return client
            }
        }
        #expect(try await RelayReply.get("/e/x", at: port).status == 404)
        let perClient = (try relay.memory - before) / (most / 1000)
        print("\(most) idle clients: \(perClient) bytes of resident memory each")
        #expect(idle.count(where: \.isClosed) < most / 100)
        #expect(perClient < 50_000)
        // Beyond the limit.
        let more = try await onThread {
            try (0..<1_000).map { try RawConnection(port: port, from: "127.2.\($0 % 8).1") }
        }
        #expect(try await RelayReply.get("/e/x", at: port).status == 404)
        _ = try await readiness(of: relay, is: 200)
        #expect(!idle.isEmpty && !more.isEmpty)
        #expect(try await closedForOthers(at: relay) >= 500)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("C-36 C-105"))
    func `thousands that wait for drops, of many networks, keep no post out`() async {
        await #expect(processExitsWith: .success) { try await HostileRelayTests().wait() }
    }

    private func wait() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let asked = LongRun.isOn ? 20_000 : 2_000
        // As many as this process may hold: the first ones have gone away then.
        let most = min(asked, Self.raiseDescriptors() - 2_000)
        let messages = try await makeDatabase(devices: 1)
        let relay = try await ServedRelay(try arguments(), in: folder, descriptors: most * 3 / 4)
        let port = try relay.port
        #expect(try await RelayReply.get("/e/x", at: port).status == 404)
        let before = try relay.memory
        let clients = try await onThread {
            var clients: [Int: RawConnection] = [:]
            for number in 0..<asked {
                let source = "127.\(number >> 8).\(number & 255).1"
                let client = try RawConnection(port: port, from: source)
                // Twice, so that it waits again; it may have had to make room by now.
                for _ in 0..<2 {
                    let id = Base64URL.encode(Randomness.bytes(16).span)
                    let head = "GET /d/\(id) HTTP/1.1\r\nHost: a\r\nPrefer: wait=25\r\n\r\n"
                    try? client.send(head)
                }
                clients[number % most] = client
            }
            return clients
        }
        // The relay takes them at its own pace, more than it has room for.
        while try await closedForOthers(at: relay) < Double(asked / 10) {
            try await Task.sleep(for: .milliseconds(50))
        }
        let waiting = try #require(try await relay.metric("relay_drop_waits"))
        let all = try await relay.metric(#"relay_connections{listener="clients"}"#) ?? 0
        print("\(Int(waiting)) of \(asked) clients wait, \(Int(all)) are connected")
        #expect(waiting > 0 && waiting <= all / 10 + 1)
        for _ in 0..<10 {
            #expect(try await messages.post(to: messages.paths[0], at: port).status == 201)
        }
        _ = try await readiness(of: relay, is: 200)
        #expect((try relay.memory - before) / (most / 1000) < 50_000)
        #expect(clients.values.contains { !$0.isClosed })
        let begin = ContinuousClock.now
        #expect(relay.stop() == 0)
        #expect(ContinuousClock.now - begin < .seconds(20))
    }

    @Test(.rules("C-36"))
    func `slow bodies beyond the limit keep no other client out`() async throws {
        let messages = try await makeDatabase(devices: 1)
        let relay = try await ServedRelay(try arguments(), in: folder, descriptors: 300)
        let port = try relay.port
        let slow = try (0..<400).map { try RawConnection(port: port, from: "127.1.\($0 % 8).1") }
        for client in slow {
            try? client.send(
                "POST \(messages.paths[0]) HTTP/1.1\r\nHost: a\r\nTTL: 60\r\n"
                    + "Content-Type: application/sealedpush\r\nContent-Length: 1400\r\n\r\n1"
            )
        }
        for _ in 0..<10 {
            #expect(try await messages.post(to: messages.paths[0], at: port).status == 201)
            for client in slow { try? client.send("1") }
        }
        _ = try await readiness(of: relay, is: 200)
        #expect(try await closedForOthers(at: relay) >= 100)
        // What is under way would have half a minute.
        relay.kill()
    }

    @Test(.rules("C-81"))
    func `a flood to one endpoint reaches its limit, and no other endpoint's`() async throws {
        let messages = try await makeDatabase(devices: 2)
        let relay = try await ServedRelay(try arguments(), in: folder)
        let port = try relay.port
        let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var statuses: [Int] = []
                    for _ in 0..<40 {
                        let reply = try await messages.post(to: messages.paths[0], at: port)
                        statuses.append(reply.status)
                        if reply.status == 429 { #expect(reply.headers["retry-after"] == "60") }
                    }
                    return statuses
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.count { $0 == 201 } == 100)
        #expect(statuses.count { $0 == 429 } == 220)
        #expect(try await messages.post(to: messages.paths[1], at: port).status == 201)
        #expect(relay.stop() == 0)
    }

    // MARK: - Disks

    /// Whether this user may have a disk of its own, in a name space of its own.
    private static let hasOwnDisks: Bool = {
        let command = ["-Urm", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt"]
        let run = try? Tool.run(URL(filePath: "/usr/bin/unshare"), command, in: "/")
        return run?.status == 0
    }()

    @Test(
        .rules("C-36"),
        .enabled(if: hasOwnDisks, "NOT RUN: this user may not mount a disk of its own")
    )
    func `a full disk refuses messages until it has room, and loses none`() async throws {
        let messages = try await makeDatabase(devices: 40)
        let script = """
            set -e; cp -a "$1" "$1.copy"; mount -t tmpfs -o size=4m,mode=0700 none "$1"
            cp -a "$1.copy/." "$1/"; shift; exec "$@"
            """
        let place = folder + "/relay"
        let relay = try await ServedRelay(
            try arguments(),
            in: folder,
            within: ["unshare", "-Urm", "sh", "-c", script, "sh", place]
        )
        let port = try relay.port
        for path in messages.paths {
            #expect(try await messages.post(to: path, at: port).status == 201)
        }
        _ = try await readiness(of: relay, is: 200)
        let filler = relay.path(place) + "/filler"
        try fill(filler)
        // What the log of the database has still room for is accepted.
        var last = try await messages.post(to: messages.paths[0], at: port)
        for number in 0..<3_000 where last.status == 201 {
            last = try await messages.post(to: messages.paths[number % 40], at: port)
        }
        #expect(last.status == 503)
        #expect(last.headers["retry-after"] == "5")
        #expect(last.body.contains("urn:sealedpush:problem:unavailable"))
        let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
        #expect(log.contains("the disk of the database is full"))
        let unready = try await readiness(of: relay, is: 503)
        #expect(unready.body.contains("takes no writes"))
        #expect(!unready.body.contains(folder))
        // What is there is served.
        #expect(try await RelayReply.get(messages.paths[0], at: port).status == 200)
        try FileManager.default.removeItem(atPath: filler)
        let healed = try await messages.post(to: messages.paths[39], at: port)
        #expect(healed.status == 201)
        _ = try await readiness(of: relay, is: 200)
        #expect(try await messages.areKnown(at: port))
        #expect(relay.stop() == 0)
    }

    @Test(.enabled(if: hasOwnDisks, "NOT RUN: this user may not mount a disk of its own"))
    func `a sidecar on a full disk is not ready until it has room, and its log says why`()
        async throws
    {
        let store = ["sender", "init", "--store", "server"]
        #expect(try Tool.run(BuiltProgram.named("sealedpush"), store, in: folder).status == 0)
        let place = folder + "/sidecar"
        let script = #"mkdir "$1"; mount -t tmpfs -o size=1m,mode=0700 none "$1"; shift; exec "$@""#
        let sidecar = try await ServedRelay(
            ["--store", "server", "--topic", "com.example.app", "--port", "0"],
            in: folder,
            as: ["seal-service", "run"],
            within: ["unshare", "-Urm", "sh", "-c", script, "sh", place]
        )
        _ = try await readiness(of: sidecar, is: 200)
        let filler = sidecar.path(place) + "/filler"
        try fill(filler)
        _ = try await readiness(of: sidecar, is: 503)
        let log = try String(contentsOfFile: folder + "/sidecar.log", encoding: .utf8)
        #expect(log.contains("the disk of the database is full"))
        try FileManager.default.removeItem(atPath: filler)
        _ = try await readiness(of: sidecar, is: 200)
        #expect(sidecar.stop() == 0)
    }

    /// Writes a file until the disk is full.
    private func fill(_ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        for size in [65_536, 4_096, 1] {
            let bytes = [UInt8](repeating: 1, count: size)
            // The bytes outlive the call.
            while unsafe bytes.withUnsafeBytes({ unsafe write(descriptor, $0.baseAddress, size) })
                > 0
            {}
        }
    }

    // MARK: - Databases

    @Test(.rules("C-36"))
    func `a database that is gone for a while is told, and no accepted message is lost`()
        async throws
    {
        let database = try await onThread { try PostgreSQLServer(isDurable: true) }
        let address = try database.database()
        let store = try await PostgreSQLRelayStore.open(address)
        let messages = try await PostedMessages(in: store, devices: 40)
        try makeKeys("keys")
        try Data(#"{"keys":"keys"}"#.utf8).write(to: URL(filePath: folder + "/settings.json"))
        let relay = try await ServedRelay(
            try arguments() + ["--config", "settings.json"],
            in: folder,
            environment: ["SEALEDPUSH_POSTGRESQL": address]
        )
        let port = try relay.port
        let senders = Senders(messages, port, every: LongRun.isOn ? 200 : 20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 { group.addTask { try await senders.run(from: number) } }
            while messages.count < 20 { try await Task.sleep(for: .milliseconds(20)) }
            try await onThread { try database.kill() }
            while senders.refusals < 4 { try await Task.sleep(for: .milliseconds(20)) }
            let unready = try await readiness(of: relay, is: 503)
            #expect(unready.status == 503)
            #expect(unready.body.contains("the database does not answer"))
            try await Task.sleep(for: .seconds(LongRun.isOn ? 60 : 2))
            try await onThread { try database.start() }
            let count = messages.count
            while messages.count < count + 20 { try await Task.sleep(for: .milliseconds(20)) }
            senders.stop()
            try await group.waitForAll()
        }
        _ = try await readiness(of: relay, is: 200)
        #expect(try await messages.areKnown(at: port))
        #expect(relay.stop() == 0)
        try await onThread { try database.kill() }
    }
}

/// Senders that post one message after the other, whatever they are answered.
private final class Senders: Sendable {
    private struct State {
        var isOver = false
        var refusals = 0
    }

    private let messages: PostedMessages
    private let port: Int
    private let pause: Int
    private let state = Mutex(State())

    init(_ messages: PostedMessages, _ port: Int, every pause: Int) {
        self.messages = messages
        self.port = port
        self.pause = pause
    }

    /// How many were answered 503.
    var refusals: Int { state.withLock(\.refusals) }

    func stop() { state.withLock { $0.isOver = true } }

    /// Posts until it is stopped, each time to another endpoint.
    func run(from first: Int) async throws {
        var number = first
        while !state.withLock(\.isOver) {
            let path = messages.paths[number % messages.paths.count]
            number += 1
            let reply = try await messages.post(to: path, at: port)
            #expect([201, 503].contains(reply.status))
            if reply.status == 503 {
                #expect(reply.headers["retry-after"] == "5")
                state.withLock { $0.refusals += 1 }
            }
            try await Task.sleep(for: .milliseconds(pause))
        }
    }
}

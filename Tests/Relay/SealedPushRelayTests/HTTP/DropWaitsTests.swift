// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdTesting
import RawRequests
import SealedPush
import SealedPushCrypto
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

/// Clients that wait for a drop, on real sockets; their time passes as a test says.
@Suite(.timeLimit(.minutes(5)))
struct DropWaitsTests {
    private let box = [UInt8](repeating: UInt8(ascii: "b"), count: Drop.boxCount)
    private let id = Base64URL.encode(Randomness.bytes(16).span)

    /// Limits that leave this many connections room, a tenth of which may wait.
    private static func limits(_ total: Int) -> ConnectionLimits {
        var limits = ConnectionLimits(total: total)
        (limits.firstHead, limits.body, limits.answer) = (
            .seconds(120), .seconds(120), .seconds(120)
        )
        limits.perNetwork = total
        return limits
    }

    /// Asks for a drop.
    private func ask(
        _ bench: RelayBench,
        _ prefer: String = "wait=25",
        _ id: String? = nil,
        from network: Int = 0
    ) throws -> RawConnection {
        let client = try RawConnection(port: try bench.port, from: "127.0.\(network).1")
        try client.send("GET /d/\(id ?? self.id) HTTP/1.1\r\nHost: a\r\nPrefer: \(prefer)\r\n\r\n")
        return client
    }

    /// The end of an answer without a box.
    private static let end = #"There is nothing here."}"#

    private func wait(for count: Int, in bench: RelayBench) async throws {
        while bench.waits.count != count { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// Leaves the drop in the database, as another server does.
    private func leaveElsewhere(_ bench: RelayBench) async throws {
        let digest = try #require(DropID(text: id)).digest
        let drop = try #require(
            Drop(digest, of: bench.endpoint.device, box: box, for: .seconds(900))
        )
        #expect(try await bench.store.write { try $0.leave(drop) } == .kept)
    }

    @Test(.rules("C-108"))
    func `a drop that the same server takes is given at once to all that wait for it`()
        async throws
    {
        try await RelayBench.run(listening: Self.limits(100)) { bench in
            let device = try await bench.activeDevice()
            let clients = try (1...3).map { try ask(bench, from: $0) }
            let other = try ask(bench, "wait=25", Base64URL.encode(Randomness.bytes(16).span))
            try await wait(for: 4, in: bench)
            #expect(try await device.leave(box, as: id).status == .created)
            for client in clients {
                let answer = await client.answer(upTo: "bbbb")
                #expect(answer.hasPrefix("HTTP/1.1 200 "))
                #expect(answer.lowercased().contains("cache-control: no-store"))
            }
            try await wait(for: 1, in: bench)
            #expect(!other.isClosed)
        }
    }

    @Test(.rules("C-108"))
    func `a drop that another server takes is found by one query a second for all that wait`()
        async throws
    {
        try await RelayBench.run(listening: Self.limits(100)) { bench in
            let clients = try (0..<2).map { try ask(bench, from: $0) }
            let other = Base64URL.encode(Randomness.bytes(16).span)
            let patient = try ask(bench, "wait=25", other)
            try await wait(for: 3, in: bench)
            while bench.store.boxQueries.count < 3 { try await Task.sleep(for: .milliseconds(5)) }
            try await leaveElsewhere(bench)
            bench.clock.advance(by: .milliseconds(990))
            try await Task.sleep(for: .milliseconds(50))
            #expect(bench.waits.count == 3)
            #expect(bench.store.boxQueries.count == 3)
            // A database that fails once is asked again a second later.
            bench.store.fail(1)
            var passed = 0
            while bench.waits.count == 3, passed < 20_000 {
                bench.clock.advance(by: .milliseconds(100))
                passed += 100
                try await Task.sleep(for: .milliseconds(10))
            }
            for client in clients {
                #expect(await client.answer(upTo: "bbbb").hasPrefix("HTTP/1.1 200 "))
            }
            try await wait(for: 1, in: bench)
            // Each asked for the two ids, until one of them was found.
            let queries = bench.store.boxQueries.dropFirst(3)
            #expect(queries.prefix(2) == [2, 2])
            #expect(queries.dropFirst(2).allSatisfy { $0 == 1 })
            #expect(queries.count <= 2 + passed / 1000)
            #expect(!patient.isClosed)
        }
    }

    @Test(arguments: [
        ("wait=3", 3), ("respond-async, wait=3", 3), ("WAIT=\"3\";x=1", 3), ("wait = 3", 3),
        ("wait=25", 25), ("wait=3600", 25),
    ])
    func `a client waits as long as it prefers, 25 seconds at most`(
        _ prefer: String,
        _ seconds: Int
    ) async throws {
        try await RelayBench.run(listening: Self.limits(100)) { bench in
            let client = try ask(bench, prefer)
            try await wait(for: 1, in: bench)
            await bench.clock.waitForSleeper()
            try await Task.sleep(for: .milliseconds(100))
            bench.clock.advance(by: .seconds(seconds) - .milliseconds(1))
            try await Task.sleep(for: .milliseconds(50))
            #expect(bench.waits.count == 1)
            // On a busy machine its time may begin only now.
            for _ in 0..<500 where bench.waits.count == 1 {
                bench.clock.advance(by: .milliseconds(seconds == 3 ? 10 : 60))
                try await Task.sleep(for: .milliseconds(5))
            }
            let answer = await client.answer(upTo: Self.end)
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
            #expect(answer.lowercased().contains("retry-after: 2\r\n"))
            #expect(bench.waits.count == 0)
        }
    }

    @Test(arguments: ["wait=0", "wait", "wait=", "wait=-1", "wait=x", "wait=2.5", "respond-async"])
    func `a client that prefers no wait is answered at once`(_ prefer: String) async throws {
        try await RelayBench.run(listening: Self.limits(100)) { bench in
            let answer = try await ask(bench, prefer).answer(upTo: Self.end)
            #expect(answer.lowercased().contains("retry-after: 2\r\n"))
        }
    }

    // MARK: - Room

    @Test(.rules("C-105"))
    func `64 of one network wait, and others of it are answered at once`() async throws {
        try await RelayBench.run(listening: Self.limits(2000)) { bench in
            let clients = try (0..<64).map { _ in try ask(bench) }
            try await wait(for: 64, in: bench)
            let refused = try await ask(bench).answer(upTo: Self.end)
            #expect(refused.hasPrefix("HTTP/1.1 404 "))
            #expect(refused.lowercased().contains("retry-after: 10\r\n"))
            let other = try ask(bench, from: 1)
            try await wait(for: 65, in: bench)
            // One that ends leaves its place.
            clients[0].finish()
            try await wait(for: 64, in: bench)
            let next = try ask(bench)
            try await wait(for: 65, in: bench)
            #expect(!next.isClosed && !other.isClosed)
            #expect(clients.dropFirst().allSatisfy { !$0.isClosed })
        }
    }

    @Test(.rules("C-105"))
    func `a tenth of the connections wait, and others are answered at once`() async throws {
        try await RelayBench.run(listening: Self.limits(50)) { bench in
            let clients = try (0..<5).map { try ask(bench, from: $0) }
            try await wait(for: 5, in: bench)
            let refused = try await ask(bench, from: 9).answer(upTo: Self.end)
            #expect(refused.lowercased().contains("retry-after: 10\r\n"))
            // A drop that is there is given all the same.
            try await leaveElsewhere(bench)
            let found = try await ask(bench, from: 9).answer(upTo: "bbbb")
            #expect(found.hasPrefix("HTTP/1.1 200 "))
            #expect(clients.allSatisfy { !$0.isClosed })
        }
    }

    @Test(.rules("C-105"))
    func `the one that has waited longest is answered and closed if another connection comes`()
        async throws
    {
        try await RelayBench.run(listening: Self.limits(20)) { bench in
            let port = try bench.port
            let silent = try (0..<17).map { try RawConnection(port: port, from: "127.0.\($0).1") }
            for client in silent {
                try client.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
                _ = await client.answer(upTo: Self.end)
            }
            let first = try ask(bench)
            try await wait(for: 1, in: bench)
            // What it asks behind that makes it no busier.
            try first.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
            let second = try ask(bench)
            try await wait(for: 2, in: bench)
            // The bench's own client has a connection as well.
            let more = try RawConnection(port: port)
            try more.send("GET /e/x HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(await more.answer(upTo: Self.end).hasPrefix("HTTP/1.1 404 "))
            let answer = await first.rest()
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
            #expect(answer.lowercased().contains("retry-after: 10\r\n"))
            #expect(answer.lowercased().contains("connection: close\r\n"))
            #expect(bench.waits.count == 1)
            #expect(!second.isClosed)
            #expect(silent.allSatisfy { !$0.isClosed })
        }
    }

    @Test(.rules("C-105"))
    func `a client that goes away waits no more, and one that only says no more gets its answer`()
        async throws
    {
        try await RelayBench.run(listening: Self.limits(100)) { bench in
            let client = try ask(bench)
            try await wait(for: 1, in: bench)
            client.finish()
            #expect(await client.rest().hasPrefix("HTTP/1.1 404 "))
            try await wait(for: 0, in: bench)
            var gone: RawConnection? = try ask(bench)
            try await wait(for: 1, in: bench)
            #expect(gone?.isClosed == false)
            gone = nil
            try await wait(for: 0, in: bench)
        }
    }

    @Test(.rules("C-105"))
    func `a server that is told to stop ends all waits at once`() async throws {
        // The clock stands still, so they would never end.
        let texts = try await RelayBench.run(listening: Self.limits(100)) { bench in
            let clients = try (0..<5).map { try ask(bench, from: $0) }
            try await wait(for: 5, in: bench)
            return clients.map { client in Task { await client.rest() } }
        }
        for text in texts { #expect(await text.value.hasPrefix("HTTP/1.1 404 ")) }
    }
}

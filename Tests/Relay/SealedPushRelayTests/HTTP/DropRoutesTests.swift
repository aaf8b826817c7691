// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import InMemoryTracing
import NIOCore
import OpenAPITestSupport
import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushRelayTesting
import ServerStore
import TestSupport
import Testing

@testable import SealedPushRelay

struct DropRoutesTests {
    private let box = Randomness.bytes(Drop.boxCount)
    private let other = Randomness.bytes(Drop.boxCount)
    private let id = Base64URL.encode(Randomness.bytes(16).span)

    private func bytes(_ response: TestResponse) -> [UInt8] {
        Array(response.body.readableBytesView)
    }

    @Test(.rules("C-104"))
    func `the first box of an id stays, and is fetched as often as it is asked for`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            let second = try await bench.activeDevice(token: "0c0d")
            #expect(try await device.leave(box, as: id).status == .created)
            // A retry after a lost answer, and another phone.
            #expect(try await device.leave(box, as: id, ttl: "60").status == .noContent)
            #expect(try await device.leave(other, as: id).problem == "answered")
            #expect(try await second.leave(other, as: id).problem == "answered")
            #expect(try await second.leave(box, as: id).status == .noContent)
            for _ in 0..<3 {
                let answer = try await bench.send("/d/\(id)")
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "application/octet-stream")
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(bytes(answer) == box)
            }
        }
    }

    @Test(.rules("C-106"))
    func `an id that no device has used is answered as one that is awaited`() async throws {
        try await RelayBench.run { bench in
            for path in ["/d/\(id)", "/d/x", "/d/\(id)A"] {
                let answer = try await bench.send(path)
                #expect(answer.problem == "unknown")
                #expect(answer.headers[.retryAfter] == "2")
            }
        }
    }

    @Test func `a box of another size, or a wrong TTL, is refused`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            for count in [0, 1, 1055, 1057, 40_000] {
                let wrong = [UInt8](repeating: 1, count: count)
                #expect(try await device.leave(wrong, as: id).problem == "wrong-body")
            }
            for ttl in [nil, "", "0", "59", "90001", "-1", "1e3", "99999999999"] {
                let answer = try await device.leave(box, as: id, ttl: ttl)
                #expect(answer.problem == "wrong-header", "\(ttl ?? "none")")
            }
            let text = try await device.leave(box, as: id, "text/plain")
            #expect(text.problem == "unsupported-coding")
            #expect(try await device.leave(box, as: "x").problem == "unknown")
            #expect(try await bench.send("/d/\(id)").status == .notFound)
            for ttl in ["60", "90000"] {
                let right = Base64URL.encode(Randomness.bytes(16).span)
                #expect(try await device.leave(box, as: right, ttl: ttl).status == .created)
            }
        }
    }

    @Test func `only a device that was active leaves drops, by its credential`() async throws {
        try await RelayBench.run { bench in
            let pending = try await bench.register()
            #expect(try await pending.leave(box, as: id).problem == "not-active")
            let code = try #require(await bench.transport.next()?.activation?.code)
            #expect(try await pending.activate(by: code).status == .noContent)
            let stranger = BenchDevice(
                bench: bench,
                sample: SampleDevice(),
                id: pending.id,
                credential: Capability().text
            )
            #expect(try await stranger.leave(box, as: id).problem == "unknown")
            #expect(try await pending.leave(box, as: id).status == .created)
            // What it has left stays after its own end.
            #expect(try await pending.send("", .delete).status == .noContent)
            #expect(try await pending.leave(box, as: id).problem == "gone")
            #expect(try await bench.send("/d/\(id)").status == .ok)
        }
    }

    @Test func `a device has so many boxes at once, and so many drops in a day`() async throws {
        var limits = RelayLimits()
        (limits.dropsPerDevice, limits.dropsPerDay) = (2, 3)
        try await RelayBench.run(limits: limits) { bench in
            let device = try await bench.activeDevice()
            func leave() async throws -> TestResponse {
                let id = Base64URL.encode(Randomness.bytes(16).span)
                return try await device.leave(box, as: id, ttl: "60")
            }
            for _ in 0..<2 { #expect(try await leave().status == .created) }
            let full = try await leave()
            #expect(full.problem == "limit")
            #expect(full.headers[.retryAfter] == "60")
            bench.store.advance(by: .seconds(61))
            let now = bench.store.time
            try await bench.store.sweep(lapsedBefore: nil, expiredBefore: now)
            #expect(try await leave().status == .created)
            let day = try await leave()
            #expect(day.problem == "limit")
            #expect(day.headers[.retryAfter] == "3600")
            // Each device by itself, and the next day.
            let second = try await bench.activeDevice(token: "0c0d")
            #expect(try await second.leave(box, as: id).status == .created)
            bench.store.advance(by: .hours(24))
            try await bench.store.sweep(lapsedBefore: nil, expiredBefore: bench.store.time)
            #expect(try await leave().status == .created)
        }
    }

    @Test func `a relay that keeps no drops has neither request`() async throws {
        try await RelayBench.run(keepsDrops: false) { bench in
            let device = try await bench.activeDevice()
            let headers: HTTPFields = [
                .authorization: "Bearer \(device.credential)", .ttl: "900",
                .contentType: DeviceRoutes.mediaType,
            ]
            let leaving = device.path("/drops/\(id)")
            for (path, method) in [(leaving, HTTPRequest.Method.put), ("/d/\(id)", .get)] {
                let answer = try await bench.client.execute(
                    uri: path,
                    method: method,
                    headers: headers,
                    body: method == .put ? ByteBuffer(bytes: box) : nil
                )
                #expect(answer.problem == "unknown")
            }
        }
    }

    @Test(.rules("C-74 C-106"))
    func `no log, span or metric has the id of a drop, and no row has it`() async throws {
        try await RelayBench.run { bench in
            let device = try await bench.activeDevice()
            _ = try await bench.send("/d/\(id)")
            _ = try await device.leave(box, as: id)
            _ = try await device.leave(other, as: id)
            _ = try await bench.send("/d/\(id)")
            bench.store.fail(2)
            _ = try await bench.send("/d/\(id)")
            _ = try await device.leave(box, as: id)
            _ = try await bench.client.execute(uri: "/d/\(id)/x", method: .get)
            let lines = bench.logs.entries.map { "\($0.message) \($0.metadata)" }
            let spans = bench.tracer.finishedSpans.map {
                "\($0.operationName) \($0.attributes) \($0.events) \($0.errors)"
            }
            #expect(spans.contains { $0.contains("GET /d/{drop}") })
            #expect(lines.contains { $0.contains("/v1/devices/{device}/drops/{drop}") })
            #expect(!(lines + spans).contains { $0.contains(id) })
            let bytes = try Base64URL.decode(Array(id.utf8).span)
            let rows = try await bench.store.read { transaction in
                try transaction.rows("SELECT digest FROM drop_box").map {
                    try $0.value("digest") as [UInt8]
                }
            }
            #expect(rows == [SHA256.hash(bytes.span)])
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import Testing

@testable import SealedPushSidecar

/// When a message that no relay has taken is told as expired.
struct MessageEndTests {
    private let bench: SidecarBench
    private let device = SampleDevice()

    init() throws {
        bench = try SidecarBench()
    }

    private func message(ttl: Int) async throws -> MessageName? {
        try await bench.name(
            of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}},"ttl":\#(ttl)}"#
        )
    }

    private func ends() async throws -> [SidecarEvent.Kind] {
        try await bench.database().events(after: 0).map(\.kind)
    }

    @Test(arguments: [1, 4, 3600])
    func `a message whose whole life a sidecar has seen expires at its end, once`(
        _ ttl: Int
    ) async throws {
        try await bench.set(device, of: "4711")
        let worker = try await bench.watchingWorker()
        let name = try await message(ttl: ttl)
        bench.relay.failBundles(with: .later(.seconds(900)), .later(.seconds(900)))
        try await worker.deliverOnce()
        bench.pass(.seconds(ttl) - .milliseconds(1))
        try await worker.deliverOnce()
        #expect(try await bench.results(name) == [.waiting])
        bench.pass(.milliseconds(1))
        #expect(try await worker.deliverOnce() == 1)
        #expect(try await bench.results(name) == [.expired])
        #expect(try await bench.database().contentCount() == 0)
        try await worker.deliverOnce()
        bench.pass(.hours(1))
        try await bench.sweep()
        #expect(try await ends() == [.result(.expired)])
        #expect(bench.relay.posts == 0)
    }

    @Test func `a clock that was set beyond a message's end does not end it`() async throws {
        try await bench.set(device, of: "4711")
        let worker = try await bench.watchingWorker()
        let name = try await message(ttl: 60)
        bench.advance(.hours(2))
        for _ in 0..<3 { try await worker.deliverOnce() }
        #expect(try await bench.results(name) == [.waiting])
        bench.advance(.hours(-2))
        try await worker.deliverOnce()
        #expect(try await bench.results(name) == [.accepted])
        #expect(try await ends() == [.result(.accepted)])
    }

    @Test func `a message from before the clock was set is left to the sweep`() async throws {
        try await bench.set(device, of: "4711")
        let worker = try await bench.watchingWorker()
        let name = try await message(ttl: 60)
        bench.advance(.seconds(3))
        bench.pass(.seconds(60))
        try await worker.deliverOnce()
        #expect(try await bench.results(name) == [.waiting])
        try await bench.sweep()
        #expect(try await bench.results(name) == [.expired])
        #expect(try await ends() == [.result(.expired)])
    }

    @Test func `a message that was accepted while the clock was wrong is left to the sweep`()
        async throws
    {
        try await bench.set(device, of: "4711")
        bench.relay.failBundles(with: .later(nil))
        let worker = try await bench.watchingWorker()
        bench.advance(.hours(-1))
        let name = try await message(ttl: 60)
        worker.wake()
        bench.advance(.hours(1))
        try await worker.deliverOnce()
        #expect(try await bench.results(name) == [.waiting])
        try await bench.sweep()
        #expect(try await ends() == [.result(.expired)])
    }

    @Test(arguments: [Halt.Step.beforeBundle, .afterBundle])
    func `nothing is posted whose end came while a relay was asked for the device's bundle`(
        _ step: Halt.Step
    ) async throws {
        try await bench.set(device, of: "4711")
        let halt = Halt(bench.relay, at: step)
        let worker = try await bench.watchingWorker(halt)
        let name = try await message(ttl: 4)
        let posting = Task { try await worker.deliverOnce() }
        await halt.reached(1)
        bench.pass(.seconds(4))
        halt.release()
        _ = try await posting.value
        #expect(try await bench.results(name) == [.expired])
        #expect(bench.relay.posts == 0)
        #expect(try await ends() == [.result(.expired)])
    }

    @Test func `a message from before a sidecar's start is left to the sweep`() async throws {
        try await bench.set(device, of: "4711")
        let name = try await message(ttl: 60)
        bench.pass(.seconds(1))
        bench.relay.failBundles(with: .later(nil))
        let worker = try await bench.watchingWorker()
        bench.pass(.seconds(60))
        try await worker.deliverOnce()
        #expect(try await bench.results(name) == [.waiting])
        try await bench.sweep()
        #expect(try await ends() == [.result(.expired)])
    }

    @Test func `a message that is under way at its end is not told as expired meanwhile`()
        async throws
    {
        try await bench.set(device, of: "4711")
        let halt = Halt(bench.relay, at: .beforePost)
        let slow = try await bench.watchingWorker(halt)
        let other = try await bench.watchingWorker()
        let name = try await message(ttl: 4)
        let posting = Task { try await slow.deliverOnce() }
        await halt.reached(1)
        bench.pass(.seconds(10))
        #expect(try await other.deliverOnce() == 0)
        #expect(try await bench.results(name) == [.waiting])
        halt.release()
        _ = try await posting.value
        #expect(try await bench.results(name) == [.accepted])
        #expect(try await ends() == [.result(.accepted)])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelayClient
import TestSupport
import Testing

@testable import SealedPushSidecar

/// A lost phone whose owner has retired it, and a sidecar that sealed to it.
struct RetiredDeviceTests {
    private let bench: SidecarBench
    private let device = SampleDevice()
    private let other = SampleDevice()

    init() throws {
        bench = try SidecarBench()
    }

    private func message() async throws -> MessageName? {
        try await bench.name(of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
    }

    @Test func `nothing is sealed to a device that is retired, and its backend is told`()
        async throws
    {
        try await bench.set(device, other, of: "4711")
        let worker = try bench.worker()
        let before = try await message()
        try await worker.deliverOnce()
        #expect(try await bench.results(before) == [.accepted, .accepted])
        let memory = DatabaseSenderMemory(in: try bench.database())
        #expect(try await memory.retire(device.retirement()))
        let name = try await message()
        try await worker.deliverOnce()
        #expect(try await bench.results(name) == [.deviceGone, .accepted])
        // From then on without an attempt.
        #expect(try await bench.results(message()) == [.deviceGone, .waiting])
        #expect(bench.relay.taken(for: device).count == 1)
        #expect(bench.relay.taken(for: other).count == 2)
    }

    /// Has a worker send a message, and compares what became of it for each device.
    private func send(
        _ expected: DeliveryResult...,
        at place: SourceLocation = #_sourceLocation
    ) async throws {
        let name = try await message()
        try await bench.worker().deliverOnce()
        let results = try await bench.results(name)
        #expect(results == expected, sourceLocation: place)
    }

    private func isRetired(_ device: SampleDevice) async throws -> Bool {
        let memory = DatabaseSenderMemory(in: try bench.database())
        return try await memory.retirement(of: device.identity) != nil
    }

    @Test func `a retirement that a relay has beside the bundle counts for ever`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.handOut(device.retirement())
        try await send(.deviceGone)
        bench.relay.handOut(nil)
        // At another relay, too, and in another user's list.
        try await bench.set(device, of: "4711", at: "other.example")
        try await send(.deviceGone)
        #expect(bench.relay.posts == 0)
    }

    @Test func `a relay's retirement of another device silences neither`() async throws {
        try await bench.set(device, other, of: "4711")
        let stranger = SampleDevice()
        bench.relay.handOut(stranger.retirement())
        try await send(.accepted, .accepted)
        #expect(try await !isRetired(stranger))
        bench.relay.handOut(other.retirement())
        try await send(.accepted, .deviceGone)
        #expect(try await !isRetired(device))
        #expect(try await isRetired(other))
    }

    @Test(.rules("V-27 V-28 V-30 V-33"), arguments: [true, false])
    func `a retirement in an answer that the endpoint has ended is kept, if it is the device's`(
        _ isOwn: Bool
    ) async throws {
        try await bench.set(device, of: "4711")
        let named = isOwn ? device : other
        bench.relay.failBundles(with: .gone(named.retirement()))
        try await send(.deviceGone)
        #expect(try await isRetired(device) == isOwn)
        #expect(try await !isRetired(other))
        try await bench.set(device, of: "4711", at: "other.example")
        try await send(isOwn ? .deviceGone : .accepted)
    }

    @Test func `so is one in the answer to a post`() async throws {
        try await bench.set(device, of: "4711")
        bench.relay.fail(with: .gone(device.retirement()))
        try await send(.deviceGone)
        #expect(try await isRetired(device))
    }
}

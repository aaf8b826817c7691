// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushSidecar
import Testing

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
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushSidecar
import Testing

/// Sidecars that are killed or stopped while they deliver.
struct KilledSidecarTests {
    private let bench: SidecarBench
    private let device = SampleDevice()
    private let request = #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}},"from":"77"}"#

    init() throws {
        bench = try SidecarBench()
    }

    @Test(arguments: Halt.Step.allCases, [1, 2, 3])
    func `no device gets two envelopes, at whichever step sidecars were killed`(
        _ step: Halt.Step,
        _ kills: Int
    ) async throws {
        let second = SampleDevice()
        try await bench.set(device, second, of: "4711")
        let name = try await bench.name(of: request)
        var halted: [(halt: Halt, task: Task<Int, any Error>)] = []
        for _ in 0..<kills {
            let halt = Halt(bench.relay, at: step)
            let worker = try bench.worker(halt)
            halted.append((halt, Task { try await worker.deliverOnce() }))
            await halt.reached(2)
            bench.advance(.seconds(61))
        }
        try await bench.worker().deliverOnce()
        // They were only slow: what they do now changes nothing.
        for (halt, task) in halted {
            halt.release()
            _ = try? await task.value
        }
        for _ in 0..<3 {
            bench.advance(.seconds(61))
            try await bench.worker().deliverOnce()
        }
        #expect(try await bench.results(name) == [.accepted, .accepted])
        #expect(bench.relay.taken(for: device).count == 1)
        #expect(bench.relay.taken(for: second).count == 1)
    }
}

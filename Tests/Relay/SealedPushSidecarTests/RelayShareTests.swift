// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushRelay
import SealedPushRelayClient
import Testing

@testable import SealedPushSidecar

/// What one relay may take of the attempts that are under way at once.
struct RelayShareTests {
    private let bench: SidecarBench
    private let device = SampleDevice()

    init() throws {
        bench = try SidecarBench()
    }

    /// Has so many messages wait for one device at a slow relay.
    private func fill(_ count: Int) async throws {
        try await bench.set(device, of: "4711", at: "slow.example:8443")
        for _ in 0..<count {
            _ = try await bench.name(of: #"{"to":["4711"],"payload":{"aps":{"alert":"Hi"}}}"#)
        }
    }

    /// Has a message wait for a device at another relay.
    private func addOther() async throws -> MessageName? {
        try await bench.set(SampleDevice(), of: "5")
        return try await bench.name(of: #"{"to":["5"],"payload":{"aps":{"alert":"Hi"}}}"#)
    }

    @Test func `a relay gets 16 deliveries at once, and those behind them go to others`()
        async throws
    {
        try await fill(20)
        bench.advance(.seconds(1))
        _ = try await addOther()
        let database = try bench.database()
        let taken = try await database.take(64, by: bench.rule).map(\.relay)
        #expect(taken.count { $0 == "https://slow.example:8443" } == 16)
        #expect(taken.count { $0 == "https://relay.example" } == 1)
    }

    @Test func `what is under way at a relay counts, and a place that is free again is taken`()
        async throws
    {
        try await fill(20)
        let database = try bench.database()
        for (underWay, count) in [(16, 0), (13, 3)] {
            let taken = try await database.take(
                64,
                besides: ["https://slow.example:8443": underWay],
                by: bench.rule
            )
            #expect(taken.count == count)
        }
        #expect(try await database.take(2, by: bench.rule).count == 2)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a relay that answers nothing takes only its share of the worker`() async throws {
        try await fill(70)
        let halt = Halt(bench.relay, at: .beforeBundle)
        let worker = try bench.worker(PartlySlowRelay(slow: halt, relay: bench.relay))
        let running = Task { await worker.run() }
        await halt.reached(SidecarDatabase.relayLimit)
        let name = try await addOther()
        worker.wake()
        while try await bench.results(name) == [.waiting] {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(try await bench.results(name) == [.accepted])
        #expect(halt.count == SidecarDatabase.relayLimit)
        worker.stop()
        halt.release()
        await running.value
    }
}

/// Relays of which one is slow.
struct PartlySlowRelay: RelayHTTP {
    let slow: Halt
    let relay: SampleRelay

    func send(_ request: RelayRequest) async throws -> RelayAnswer {
        try await request.origin.host == "slow.example" ? slow.send(request) : relay.send(request)
    }
}

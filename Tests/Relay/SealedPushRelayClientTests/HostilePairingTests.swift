// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// A sender that waits at a relay which means it ill.
struct HostilePairingTests {
    private let bench: PairingBench

    init() throws { bench = try PairingBench() }

    @Test(.rules("L-10 L-13"), arguments: ["4294967295", "9223372036854775807", "1e99", "-5", ""])
    func `a relay that asks for a pause of years holds no sender for longer than 600 seconds`(
        _ pause: String
    ) async throws {
        let relay = bench.relay
        let pairing = try await bench.begin()
        let begin = relay.clock.now.offset
        for status in [404, 503, 429] {
            relay.script(
                PhoneRelay.problem(status == 404 ? "unknown" : "limit", status, retryAfter: pause),
                for: \.isOfDrop
            )
        }
        await #expect(throws: PairingError.noAnswer) { _ = try await pairing.answer() }
        #expect(relay.clock.now.offset - begin <= .seconds(600))
        #expect(relay.posts.isEmpty)
    }

    @Test(.rules("L-10"), arguments: [Duration.milliseconds(-1), .zero, .days(1)])
    func `a box that a relay keeps back until 600 seconds are over is none`(
        _ delay: Duration
    ) async throws {
        let relay = bench.relay
        let pairing = try await bench.begin()
        try relay.answer(pairing.link)
        let end = relay.clock.now.offset + pairing.exchange.left + delay
        relay.holding { [clock = relay.clock] asked in
            guard asked.isOfDrop else { return }
            clock.advance(by: max(.zero, end - clock.now.offset))
        }
        if delay < .zero {
            _ = try await pairing.answer()
        } else {
            await #expect(throws: PairingError.noAnswer) { _ = try await pairing.answer() }
            #expect(try bench.recipients.isEmpty)
            #expect(relay.asked.filter { !$0.isOfDrop }.isEmpty)
        }
    }
}

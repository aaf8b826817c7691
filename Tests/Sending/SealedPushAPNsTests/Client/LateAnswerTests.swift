// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import TestSupport
import Testing

@testable import SealedPushAPNs

/// Servers that answer one push and leave others lying, or that send without an end.
struct LateAnswerTests: ClientSuite {
    @Test(arguments: [
        (200, ""), (400, "BadDeviceToken"), (429, "TooManyRequests"),
    ])
    func `what a server leaves lying behind an answer goes again elsewhere, and new pushes do`(
        _ status: Int,
        _ reason: String
    ) async throws {
        try await Peer.run { request in
            guard request.connection == 0 else { return [.answer(200)] }
            guard request.stream == 1 else { return [] }
            return [.answer(status, reason.isEmpty ? "" : #"{"reason":"\#(reason)"}"#)]
        } _: { peer in
            let clock = TestTime()
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration, time: clock.time)
            _ = try await client.send(.sample(0))
            let kept = Task { try await client.send(.sample(99, resends: false)) }
            let pushes = (1..<60).map { number in
                Task { try await client.send(.sample(number)) }
            }
            await peer.wait(for: 61)
            clock.advance(by: .seconds(10))
            client.tick()
            // The PING is answered meanwhile.
            for push in pushes { #expect(try await push.value.isAccepted) }
            #expect(try await client.send(.sample(70)).isAccepted)
            #expect(peer.requests.count { $0.connection == 1 } == 60)
            #expect(client.load.inFlight == 1)
            clock.advance(by: .seconds(60))
            client.tick()
            #expect(try await kept.value.cause == .unanswered)
            // The peer may read it later than what came after it.
            for _ in 0..<5_000 where peer.pings == 0 { try await Task.sleep(for: .milliseconds(2)) }
            #expect(peer.pings > 0)
            await client.close()
        }
    }

    @Test(.rules("C-39"))
    func `a flood of promises takes no time beyond that of a push`() async throws {
        try await Peer.run { request in
            request.connection == 0 ? [.promiseWithoutEnd] : [.answer(200)]
        } _: { peer in
            // Its time stands still.
            let client = try APNsClient.test(peer.configuration, time: TestTime().time)
            let unanswered = try await client.send(.sample(0, resends: false))
            #expect(unanswered.cause == .unanswered)
            while client.load.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
            await client.close()
        }
    }
}

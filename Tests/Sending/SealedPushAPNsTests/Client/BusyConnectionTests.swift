// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import TestSupport
import Testing

@testable import SealedPushAPNs

/// Connections on which much happens, or that HTTP/2 holds up.
struct BusyConnectionTests {
    @Test func `a connection lasts where refusals bring thousands of SETTINGS a second`()
        async throws
    {
        let gone = Peer.Action.answer(410, #"{"reason":"Unregistered"}"#)
        let swing = [Peer.Action.settings(1), .settings(100)]
        // More than two for each refusal: there are few here.
        let swings = [[Peer.Action]](repeating: swing, count: 50).flatMap(\.self)
        try await Peer.run { _ in
            swings + [gone]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            for round in 0..<3 {
                // NIO has its own clock. In no second there are as many as are too many.
                if round > 0 { try await Task.sleep(for: .milliseconds(1050)) }
                for number in 0..<40 {
                    let result = try await client.send(.sample(round * 40 + number))
                    #expect(result == .deviceGone(since: nil))
                }
            }
            #expect(peer.ended == 0)
            await client.close()
        }
    }

    @Test func `a push whose stream HTTP 2 does not begin is not called sent`() async throws {
        // The server answers before it has read all, and reads no more: HTTP/2 counts that stream.
        try await Peer.run(streams: 1, window: 10, answersHeads: true) { _ in
            [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            let first = APNsRequest.sample(0, payload: [UInt8](repeating: 0x20, count: 100))
            #expect(try await client.send(first) == .accepted(first.id))
            let second = try await client.send(.sample(1), within: .milliseconds(300))
            #expect(second.isNotSent)
            #expect(peer.requests.count == 1)
            #expect(client.load.inFlight == 0)
            peer.act(0, [.widen(stream: 1)])
            let third = APNsRequest.sample(2)
            #expect(try await client.send(third) == .accepted(third.id))
            #expect(peer.requests.map(\.connection) == [0, 0])
            await client.close()
        }
    }

    @Test func `where HTTP 2 begins no stream another connection is made`() async throws {
        try await Peer.run(streams: 1, window: 10, answersHeads: true) { _ in
            [.answer(200)]
        } _: { peer in
            // Its clock stands still: what helps is no limit of time.
            let client = try APNsClient.test(peer.configuration, time: TestTime().time)
            for number in 0..<2 {
                let push = APNsRequest.sample(
                    number,
                    payload: [UInt8](repeating: 0x20, count: 100)
                )
                #expect(try await client.send(push) == .accepted(push.id))
            }
            #expect(peer.requests.map(\.connection) == [0, 1])
            await client.close()
        }
    }
}

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

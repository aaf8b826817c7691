// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOHTTP2
import PushTransport
import SealedPushCoding
import Synchronization
import Testing

@testable import SealedPushAPNs

/// What becomes of pushes.
struct APNsClientTests: ClientSuite {
    @Test func `a push arrives as it was given, and is accepted under its id`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            let push = APNsRequest.sample(7, payload: Array(#"{"aps":{}}"#.utf8))
            #expect(try await client.send(push) == .accepted(push.id))
            let request = try #require(peer.requests.first)
            #expect(request.body == push.payload)
            #expect(request.id == push.id.text)
            #expect(request.header(":path") == "/3/device/c0ffee07")
            #expect(request.header(":authority") == peer.configuration.authority)
            #expect(request.header("apns-topic") == "com.example.app")
            #expect(request.header("authorization")?.hasPrefix("bearer ey") == true)
            await client.close()
            #expect(client.load == APNsLoad(connections: 0, inFlight: 0, queued: 0))
        }
    }

    @Test func `many pushes share one connection and each has its own answer`() async throws {
        try await Peer.run(streams: 20) { request in
            request.id.hasSuffix("5") ? [.answer(400, #"{"reason":"BadTopic"}"#)] : [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            let results = await send(0..<300, by: client)
            for (number, result) in results.enumerated() {
                let id = APNsRequest.sample(number).id
                let rejection = APNsRejection(.badTopic)
                #expect(result == (id.text.hasSuffix("5") ? .rejected(rejection) : .accepted(id)))
            }
            #expect(peer.requests.count == 300)
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `what APNs has not looked at goes again on a new connection, under its id`()
        async throws
    {
        try await Peer.run { request in
            guard request.connection == 0 else { return [.answer(200)] }
            // The first is answered, the second and the third come, of which the latter was not
            // looked at.
            switch request.stream {
            case 1: return [.answer(200)]
            case 3: return []
            default:
                return [
                    .goAway(last: 3, #"{"reason":"Shutdown"}"#), .answerOther(stream: 3, 200),
                ]
            }
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration, time: TestTime().time)
            _ = try await client.send(.sample(0))
            let results = await send(1..<3, by: client)
            #expect(results.allSatisfy { $0?.isAccepted == true })
            #expect(peer.requests.count == 4)
            let again = peer.requests.filter { $0.connection == 1 }
            let unseen = peer.requests.filter { $0.connection == 0 && $0.stream == 5 }
            #expect(again.map(\.id) == unseen.map(\.id))
            await client.close()
        }
    }

    @Test func `a refused stream is opened again`() async throws {
        let refusals = Mutex(0)
        try await Peer.run { request in
            let isFirst = refusals.withLock { count in
                count += 1
                return count == 2
            }
            return isFirst ? [.reset(.refusedStream)] : [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            let results = await send(0..<5, by: client)
            #expect(results.allSatisfy { $0?.isAccepted == true })
            #expect(peer.requests.count == 6)
            #expect(Set(peer.requests.map(\.id)).count == 5)
            await client.close()
        }
    }

    @Test(arguments: [true, false])
    func `what was in flight when the connection broke goes again where that is wanted`(
        _ resends: Bool
    ) async throws {
        try await Peer.run { request in
            request.connection == 0 && request.stream > 1 ? [.close] : [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            _ = try await client.send(.sample(0))
            let result = try await client.send(.sample(1, resends: resends))
            if resends {
                #expect(result.isAccepted)
                #expect(peer.requests.map(\.connection) == [0, 0, 1])
                #expect(peer.requests[1].id == peer.requests[2].id)
            } else {
                #expect(result.cause == .unanswered)
                #expect(peer.requests.count == 2)
            }
            await client.close()
        }
    }

    @Test func `a stream that is reset otherwise may have been delivered`() async throws {
        // All codes of RFC 9113, section 7, but that one, and one of none.
        let codes = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 0xFFFF_FFFF]
        try await Peer.run { request in
            let push = (request.stream / 2) / (1 + PushQueue.breakLimit)
            guard push < codes.count else { return [.answer(200)] }
            return [.reset(HTTP2ErrorCode(networkCode: codes[push]))]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            for number in codes.indices {
                #expect(try await client.send(.sample(number)).cause == .unanswered)
                #expect(peer.requests.count == (1 + number) * (1 + PushQueue.breakLimit))
            }
            await client.close()
        }
    }

    @Test(arguments: [Peer.Action.answerMalformed, .answerWithoutStatus, .onlyPromiseAnswer])
    func `an answer that breaks the rules of HTTP 2 ends its stream alone`(
        _ answer: Peer.Action
    ) async throws {
        try await Peer.run { request in
            request.stream == 3 ? [answer] : [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            _ = try await client.send(.sample(0))
            async let broken = client.send(.sample(1))
            await peer.wait(for: 2)
            // When these are answered that answer has come, and the push was sent again.
            for number in 2..<5 { #expect(try await client.send(.sample(number)).isAccepted) }
            let isSentAgain = peer.requests.count == 6
            #expect(isSentAgain)
            if !isSentAgain { await client.close(within: .zero) }
            #expect(try await broken.isAccepted)
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `a device that is gone, and what is refused for now, come back so`() async throws {
        try await Peer.run { request in
            request.id.hasSuffix("1")
                ? [.answer(410, #"{"reason":"Unregistered","timestamp":1437179036123}"#)]
                : [.answer(429, #"{"reason":"TooManyRequests"}"#)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            let gone = try await client.send(.sample(1))
            #expect(gone == .deviceGone(since: Timestamp(clamping: 1_437_179_036_123)))
            let late = try await client.send(.sample(2), attempt: 3)
            #expect(late.cause == .refused(APNsRejection(.tooManyRequests)))
            #expect((late.delay ?? .zero) >= .minutes(4))
            #expect(peer.requests.count == 2)
            await client.close()
        }
    }

    @Test func `answers of more than a window come through`() async throws {
        let filler = String(repeating: " ", count: 3000)
        try await Peer.run { _ in
            [.answer(400, #"{"reason":"BadTopic"}"# + filler)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            let results = await send(0..<100, by: client)
            #expect(results.allSatisfy { $0 == .rejected(APNsRejection(.badTopic)) })
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `a cancelled push ends at once, its stream is free, and others go on`() async throws
    {
        try await Peer.run(streams: 1) { request in
            request.id.hasSuffix("1") ? [] : [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration, time: TestTime().time)
            _ = try await client.send(.sample(0))
            let stuck = Task { try await client.send(.sample(1)) }
            await peer.wait(for: 2)
            let queued = Task { try await client.send(.sample(2)) }
            let other = Task { try await client.send(.sample(3)) }
            while client.load.queued < 2 { try await Task.sleep(for: .milliseconds(2)) }
            queued.cancel()
            await #expect(throws: CancellationError.self) { try await queued.value }
            #expect(client.load.queued == 1)
            stuck.cancel()
            await #expect(throws: CancellationError.self) { try await stuck.value }
            #expect(try await other.value.isAccepted)
            #expect(peer.requests.count == 3)
            await client.close()
        }
    }

    @Test func `a send beyond the limit of the queue comes back at once, and no other is lost`()
        async throws
    {
        try await Peer.run { request in
            request.stream == 1 ? [] : [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            configuration.queueLimit = 3
            let client = try APNsClient.test(configuration, time: TestTime().time)
            let first = Task { try await client.send(.sample(0)) }
            await peer.wait(for: 1)
            let others = (1...3).map { number in Task { try await client.send(.sample(number)) } }
            while client.load.queued < 3 { try await Task.sleep(for: .milliseconds(2)) }
            #expect(try await client.send(.sample(4)).cause == .notSent(.queueFull))
            #expect(client.load == APNsLoad(connections: 1, inFlight: 1, queued: 3))
            peer.act(0, [.answerOther(stream: 1, 200)])
            for task in [first] + others { #expect(try await task.value.isAccepted) }
            #expect(try await client.send(.sample(4)).isAccepted)
            await client.close()
        }
    }

    @Test func `a push in a cancelled task is never sent`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            let task = Task {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
                return try await client.send(.sample(0))
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(client.load.connections == 0)
            await client.close()
        }
    }

    @Test func `pushes that wait for a connection go together, not in a record each`() async throws
    {
        try await Peer.run { request in
            request.stream == 1 ? [] : [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration, time: TestTime().time)
            let tasks = (0..<50).map { number in Task { try await client.send(.sample(number)) } }
            await peer.wait(for: 1)
            while client.load.queued < 49 { try await Task.sleep(for: .milliseconds(2)) }
            let records = peer.records
            peer.act(0, [.answerOther(stream: 1, 200)])
            for task in tasks { #expect(try await task.value.isAccepted) }
            // Theirs, and what HTTP/2 says by itself.
            #expect(peer.records - records <= 5)
            await client.close()
        }
    }

    @Test func `a push that is not answered in its time says that it may have been delivered`()
        async throws
    {
        try await Peer.run { _ in
            []
        } _: { peer in
            let clock = TestTime()
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            async let result = client.send(.sample(0), within: .seconds(5))
            async let queued = client.send(.sample(1), within: .seconds(5))
            await peer.wait(for: 1)
            while client.load.queued < 1 { try await Task.sleep(for: .milliseconds(2)) }
            clock.advance(by: .seconds(5))
            client.tick()
            let causes = try await [result.cause, queued.cause]
            #expect(Set(causes) == [.unanswered, .notSent(.time)])
            await client.close()
        }
    }

    @Test func `closing finishes what there is, and takes no more`() async throws {
        try await Peer.run(streams: 1) { request in
            request.stream == 1 ? [.answer(200)] : []
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration, time: TestTime().time)
            _ = try await client.send(.sample(0))
            async let last = client.send(.sample(1))
            await peer.wait(for: 2)
            async let closed: Void = client.close(within: .hours(1))
            var late = try await client.send(.sample(2), within: .zero)
            while late.cause != .notSent(.closed) {
                try await Task.sleep(for: .milliseconds(2))
                late = try await client.send(.sample(2), within: .zero)
            }
            peer.act(0, [.answerOther(stream: 3, 200)])
            #expect(try await last.isAccepted)
            await closed
            #expect(try await client.send(.sample(3)).cause == .notSent(.closed))
            #expect(peer.requests.count == 2)
        }
    }

    @Test func `closing does not wait beyond its time`() async throws {
        try await Peer.run { _ in
            []
        } _: { peer in
            let client = try APNsClient.test(peer.configuration, time: TestTime().time)
            async let lost = client.send(.sample(0))
            await peer.wait(for: 1)
            await client.close(within: .zero)
            #expect(try await lost.cause == .unanswered)
            #expect(client.load.connections == 0)
        }
    }

    @Test func `a client that goes ends its connections`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            var client: APNsClient? = try APNsClient.test(peer.configuration)
            _ = try await client?.send(.sample(0))
            #expect(peer.ended == 0)
            client = nil
            while peer.ended < 1 { try await Task.sleep(for: .milliseconds(2)) }
        }
    }
}

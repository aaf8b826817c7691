// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import PushTransport
import SealedPushCoding
import SealedPushOpenSSL
import Synchronization
import Testing

@testable import SealedPushAPNs

#if ServiceLifecycle
    import ServiceLifecycle
    import ServiceLifecycleTestKit
#endif

/// Clients in a server that goes on: their ends, their threads, their keys.
struct ClientLifeTests {
    private func key(_ keyID: String = "ABC123DEFG") throws -> ProviderTokenKey {
        try ProviderTokenKey(P256PrivateKey(), keyID: keyID, teamID: "DEF123GHIJ")
    }

    /// The id of the key in a push's token.
    private func keyID(_ request: Peer.Request) -> String? {
        let text = request.header("authorization")?.dropFirst("bearer ".count)
        guard let header = text?.split(separator: ".").first,
            let bytes = try? Base64URL.decode(Array(header.utf8).span)
        else { return nil }
        return try? JSONDocument(reading: bytes).root["kid"]?.string
    }

    @Test(arguments: [(-100, -1, false), (-100, 60, true), (0, 100, true), (1, 100, false)])
    func `outside of its certificate's time a client sends nothing, and rejects at once`(
        _ start: Int64,
        _ end: Int64,
        _ isSent: Bool
    ) async throws {
        let time = TestTime()
        let now = Int64(time.time.date().milliseconds / 1000)
        let authority = try CertificateAuthority(named: "A", from: now + start, until: now + end)
        try await ClosedPort.with { port in
            let identity = try authority.identity(named: "push", userID: "com.example.app")
            let client = try APNsClient(
                APNsConfiguration(host: "127.0.0.1", port: port),
                key: nil,
                certificate: APNsCertificate(identity),
                time: time.time
            )
            #expect(client.certificateTime?.upperBound.milliseconds == UInt64(now + end) * 1000)
            async let result = client.send(.sample(0), within: .seconds(1))
            if isSent {
                while client.load.queued == 0 { try await Task.sleep(for: .milliseconds(2)) }
                time.advance(by: .seconds(1))
                client.tick()
                // No server is there; whether the client has seen that by then is chance.
                let cause = try await result.cause
                #expect([.notSent(.network), .notSent(.time)].contains(cause))
            } else {
                let rejected = APNsResult.rejected(APNsRejection(.badCertificate))
                #expect(try await result == rejected)
                #expect(client.load.connections == 0)
            }
            await client.close(within: .zero)
        }
    }

    @Test func `clients of one key share its token`() async throws {
        let seen = Mutex<Set<String>>([])
        try await Peer.run { request in
            seen.withLock { _ = $0.insert(request.header("authorization") ?? "") }
            return [.answer(200)]
        } _: { peer in
            let key = try key()
            for _ in 0..<3 {
                let client = try APNsClient(peer.configuration, tokens: key)
                _ = try await client.send(.sample(0))
                await client.close()
            }
        }
        #expect(seen.withLock(\.count) == 1)
    }

    #if ServiceLifecycle
        @Test func `as a service a client finishes what it has, and ends with its group`()
            async throws
        {
            try await Peer.run { request in
                request.stream == 1 ? [.answer(200)] : []
            } _: { peer in
                let client = try APNsClient.test(peer.configuration, time: TestTime().time)
                try await testGracefulShutdown { trigger in
                    async let service: Void = client.run()
                    _ = try await client.send(.sample(0))
                    async let last = client.send(.sample(1))
                    await peer.wait(for: 2)
                    trigger.triggerGracefulShutdown()
                    var late = try await client.send(.sample(2), within: .zero)
                    while late.cause != .notSent(.closed) {
                        try await Task.sleep(for: .milliseconds(2))
                        late = try await client.send(.sample(2), within: .zero)
                    }
                    peer.act(0, [.answerOther(stream: 3, 200)])
                    let result = try await last
                    #expect(result == .accepted(APNsRequest.sample(1).id))
                    try await service
                }
                #expect(client.load.connections == 0)
            }
        }
    #endif

    @Test func `a client runs on the event loops that it is given`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let client = try APNsClient(peer.configuration, tokens: key(), on: group)
            let push = APNsRequest.sample(0)
            #expect(try await client.send(push) == .accepted(push.id))
            try await group.shutdownGracefully()
            // Its connection has ended with them.
            while client.load.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    @Test func `a key is replaced without a gap, by a second client`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let current = CurrentClient(
                try APNsClient(peer.configuration, tokens: key("KEY0000001"))
            )
            try await withThrowingTaskGroup { group in
                for sender in 0..<10 {
                    group.addTask {
                        for number in 0..<50 {
                            let push = APNsRequest.sample(sender * 50 + number)
                            let result = try await current.client.send(push)
                            #expect(result == .accepted(push.id))
                        }
                    }
                }
                await peer.wait(for: 100)
                let next = try APNsClient(peer.configuration, tokens: key("KEY0000002"))
                let last = current.replace(by: next)
                // A push that took it just now may not have been sent by it yet.
                try await group.waitForAll()
                await last.close()
                await next.close()
            }
            #expect(peer.requests.count == 500)
            let used = Set(peer.requests.compactMap(keyID))
            #expect(used == ["KEY0000001", "KEY0000002"])
        }
    }

    @Test func `teams of one process have a client each, and no connection in common`()
        async throws
    {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let keyIDs = ["KEY0000001", "KEY0000002", "KEY0000003"]
            let clients = try keyIDs.map { try APNsClient(peer.configuration, tokens: key($0)) }
            for number in 0..<30 {
                let push = APNsRequest.sample(number)
                #expect(try await clients[number % 3].send(push) == .accepted(push.id))
            }
            let connections = Dictionary(grouping: peer.requests, by: \.connection)
            // On a busy machine a client may leave a connection that does not answer in time.
            #expect(connections.count >= keyIDs.count)
            #expect(connections.values.allSatisfy { Set($0.compactMap(keyID)).count == 1 })
            for client in clients { await client.close() }
        }
    }
}

/// The client that pushes go to at present.
private final class CurrentClient: Sendable {
    private let state: Mutex<APNsClient>

    init(_ client: APNsClient) {
        state = Mutex(client)
    }

    var client: APNsClient { state.withLock { $0 } }

    /// Puts another in its place, and gives the one before.
    func replace(by next: APNsClient) -> APNsClient {
        state.withLock { client in
            defer { client = next }
            return client
        }
    }
}

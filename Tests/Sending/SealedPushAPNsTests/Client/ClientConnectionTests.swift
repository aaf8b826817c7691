// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2
import NIOPosix
import PushTransport
import SealedPushCoding
import SealedPushOpenSSL
import Synchronization
import Testing

@testable import SealedPushAPNs

/// When connections are made, trusted, asked and left.
struct ClientConnectionTests: ClientSuite {
    @Test func `the first push goes alone`() async throws {
        try await Peer.run(streams: 100) { request in
            request.stream == 1 ? [] : [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration, time: TestTime().time)
            async let results = send(0..<50, by: client)
            await peer.wait(for: 1)
            // A round trip later still nothing else has come.
            while client.load.queued < 49 { try await Task.sleep(for: .milliseconds(2)) }
            #expect(peer.requests.count == 1)
            #expect(client.load.inFlight == 1)
            peer.act(0, [.answerOther(stream: 1, 200)])
            #expect(await results.allSatisfy { $0?.isAccepted == true })
            await client.close()
        }
    }

    @Test func `SETTINGS swing, and all is sent`() async throws {
        try await Peer.run(streams: 50) { request in
            let streams = [0: 1, 1: 30, 2: 5][request.stream / 2 % 3] ?? 1
            return [.answer(200), .settings(streams)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            // Far more than the control frames that NIO takes of a stranger.
            let results = await send(0..<600, by: client)
            #expect(results.allSatisfy { $0?.isAccepted == true })
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `a server may have a smaller table of header fields, or none`() async throws {
        try await Peer.run { request in
            let sizes = [0, 4096, 0, 200, 1 << 20]
            return [.tableSize(sizes[request.stream / 2 % sizes.count]), .answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.connectionLimit = 1
            let client = try APNsClient.test(configuration)
            for number in 0..<12 {
                #expect(try await client.send(.sample(number)).isAccepted)
            }
            #expect(Set(peer.requests.map(\.connection)) == [0])
            let paths = peer.requests.map { $0.header(":path") }
            #expect(paths == (0..<12).map { "/3/device/" + APNsDeviceToken.sample($0).text })
            await client.close()
        }
    }

    @Test func `each connection is on an event loop of its own, and there are no more than these`()
        async throws
    {
        try await Peer.run(streams: 1) { request in
            request.stream == 1 ? [.answer(200)] : []
        } _: { peer in
            let group = MultiThreadedEventLoopGroup(numberOfThreads: 3)
            let loops = Mutex<Set<ObjectIdentifier>>([])
            let clock = TestTime().time
            let time = ClientTime {
                // Whatever happens to a connection, its time is read.
                let loop = group.makeIterator().first { $0.inEventLoop }
                if let loop { loops.withLock { _ = $0.insert(ObjectIdentifier(loop)) } }
                return clock.now()
            } date: {
                clock.date()
            }
            var configuration = peer.configuration
            configuration.timeLimit = .hours(10)
            let key = try ProviderTokenKey(
                P256PrivateKey(),
                keyID: "ABC123DEFG",
                teamID: "DEF123GHIJ"
            )
            let client = try APNsClient(
                configuration,
                key: key,
                certificate: nil,
                on: group,
                time: time
            )
            // The first of each proves it, and the next is never answered.
            let tasks = (0..<20).map { number in
                Task { try? await client.send(.sample(number)) }
            }
            while client.load.inFlight < 3 || client.load.connections < 3 {
                try await Task.sleep(for: .milliseconds(2))
            }
            await peer.wait(for: 6)
            try await letWork(client, on: group)
            #expect(client.load.connections == 3)
            #expect(Set(peer.requests.map(\.connection)) == [0, 1, 2])
            let count = loops.withLock { $0.count }
            #expect(count == 3)
            await client.close(within: .zero)
            for task in tasks { _ = await task.value }
            try await group.shutdownGracefully()
        }
    }

    @Test func `a connection that is idle for an hour has a PING, and serves on`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let clock = TestTime()
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            _ = try await client.send(.sample(0))
            #expect(peer.pings == 0)
            clock.advance(by: .hours(1))
            client.tick()
            // What goes on the same connection comes behind it.
            _ = try await client.send(.sample(1))
            #expect(peer.pings == 1)
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `a connection that answers PING but no push is left for another`() async throws {
        try await Peer.run { request in
            request.connection == 0 && request.stream > 1 ? [] : [.answer(200)]
        } _: { peer in
            let clock = TestTime()
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            _ = try await client.send(.sample(0))
            async let lost = client.send(.sample(1), within: .seconds(15))
            await peer.wait(for: 2)
            clock.advance(by: .seconds(15))
            client.tick()
            #expect(try await lost.cause == .unanswered)
            #expect(try await client.send(.sample(2)).isAccepted)
            #expect(peer.requests.last?.connection == 1)
            await client.close()
        }
    }

    @Test func `an expired token is renewed once it may be, and the push goes again`() async throws
    {
        let isExpired = Mutex(false)
        let tokens = Mutex<[String]>([])
        try await Peer.run { request in
            let token = request.header("authorization") ?? ""
            let count = tokens.withLock { tokens in
                if !tokens.contains(token) { tokens.append(token) }
                return tokens.count
            }
            return isExpired.withLock { $0 } && count == 1
                ? [.answer(403, #"{"reason":"ExpiredProviderToken"}"#)] : [.answer(200)]
        } _: { peer in
            let clock = TestTime()
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            _ = try await client.send(.sample(0))
            isExpired.withLock { $0 = true }
            clock.advance(by: .minutes(19))
            async let refused = client.send(.sample(1))
            await peer.wait(for: 2)
            while client.load.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
            // A fresh connection refuses it, too, and then nothing more is sent.
            clock.advance(by: .seconds(1))
            client.tick()
            await peer.wait(for: 3)
            while client.load != APNsLoad(connections: 0, inFlight: 0, queued: 1) {
                try await Task.sleep(for: .milliseconds(2))
            }
            async let queued = client.send(.sample(2))
            while client.load.queued < 2 { try await Task.sleep(for: .milliseconds(2)) }
            // The connection that is made meanwhile waits for the next token.
            let start = clock.time.now()
            while client.load.queued > 0 {
                #expect(peer.requests.count == 3 || clock.time.now() >= .minutes(21))
                clock.advance(by: .seconds(1))
                client.tick()
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(start < .minutes(20))
            let results = try await [refused, queued]
            #expect(results.allSatisfy { $0.isAccepted })
            let count = tokens.withLock { $0.count }
            #expect(count == 2)
            await client.close()
        }
    }

    @Test(arguments: [
        (403, "ExpiredProviderToken"), (403, "InvalidProviderToken"),
        (429, "TooManyProviderTokenUpdates"),
    ])
    func `a server that is stuck with the token is left, and a fresh connection takes the push`(
        _ status: Int,
        _ reason: String
    ) async throws {
        try await Peer.run { request in
            request.connection == 0 && request.stream > 1
                ? [.answer(status, #"{"reason":"\#(reason)"}"#)] : [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            for number in 0..<4 { #expect(try await client.send(.sample(number)).isAccepted) }
            #expect(peer.requests.map(\.connection) == [0, 0, 1, 1, 1])
            await client.close()
        }
    }

    @Test func `a server with a fault of its own is left`() async throws {
        try await Peer.run { request in
            request.connection == 0 && request.stream > 1
                ? [.answer(500, #"{"reason":"InternalServerError"}"#)] : [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            _ = try await client.send(.sample(0))
            let failed = try await client.send(.sample(1))
            #expect(failed.cause == .refused(APNsRejection(.internalServerError)))
            for number in 2..<4 { #expect(try await client.send(.sample(number)).isAccepted) }
            #expect(peer.requests.map(\.connection) == [0, 0, 1, 1])
            await client.close()
        }
    }

    @Test(arguments: [403, 503])
    func `connections that are of no use are made more and more seldom`(_ status: Int) async throws
    {
        try await Peer.run { _ in
            status == 403
                ? [.answer(403, #"{"reason":"InvalidProviderToken"}"#)]
                : [.answer(503, #"{"reason":"Shutdown"}"#)]
        } _: { peer in
            let clock = TestTime()
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            var last = Duration.zero
            for number in 0..<6 {
                let push = Task { try await client.send(.sample(number)) }
                var waited = Duration.zero
                while peer.requests.count <= number {
                    try await letWork(client)
                    if peer.requests.count > number { break }
                    clock.advance(by: .milliseconds(50))
                    waited += .milliseconds(50)
                    try await Task.sleep(for: .milliseconds(20))
                }
                _ = try await push.value
                while client.load.connections > 0 { try await Task.sleep(for: .milliseconds(2)) }
                // Each delay is twice the last one, and up to half of it more.
                #expect(number == 0 || waited >= .milliseconds(50 << number))
                last = waited
            }
            #expect(last >= .seconds(1))
            #expect(Set(peer.requests.map(\.connection)).count == 6)
            await client.close()
        }
    }

    @Test func `after a minute of silence a push goes behind the answer to a PING`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            let clock = TestTime()
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            _ = try await client.send(.sample(0))
            clock.advance(by: .minutes(1))
            #expect(try await client.send(.sample(1)).isAccepted)
            #expect(peer.pings == 1)
            #expect(try await client.send(.sample(2)).isAccepted)
            #expect(peer.pings == 1)
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `a connection with TCP's own keepalive serves`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            configuration.tcpKeepalive = .seconds(30)
            let client = try APNsClient.test(configuration)
            #expect(try await client.send(.sample(0)).isAccepted)
            await client.close()
        }
    }

    @Test func `a server that does not speak HTTP 2, or shows another name, gets nothing`()
        async throws
    {
        try await Peer.run(protocols: ["http/1.1"]) { _ in
            [.answer(200)]
        } _: { peer in
            let client = try APNsClient.test(peer.configuration)
            let result = try await client.send(.sample(0), within: .milliseconds(200))
            #expect(result.isNotSent)
            #expect(peer.requests.isEmpty)
            await client.close()
        }
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            let others = try CertificateAuthority(named: "Others", from: 0, until: 4_000_000_000)
            configuration.roots = TrustedRoots([others.certificate])
            let client = try APNsClient.test(configuration)
            let result = try await client.send(.sample(0), within: .milliseconds(200))
            #expect(result.isNotSent)
            #expect(peer.requests.isEmpty)
            await client.close()
        }
    }

    @Test func `a name with several addresses is reached by the one that answers`() async throws {
        try await Peer.run { _ in
            [.answer(200)]
        } _: { peer in
            var configuration = peer.configuration
            // Also ::1 where the machine has it, where no server listens.
            configuration.host = "localhost"
            let client = try APNsClient.test(configuration)
            #expect(try await client.send(.sample(0)).isAccepted)
            #expect(Set(peer.requests.map(\.connection)) == [0])
            await client.close()
        }
    }

    @Test func `a certificate authenticates in place of tokens`() async throws {
        try await Peer.run(asksForCertificate: true) { _ in
            [.answer(200)]
        } _: { peer in
            let client = try APNsClient(peer.configuration, certificate: Peer.certificate())
            #expect(try await client.send(.sample(0)).isAccepted)
            #expect(peer.requests.first?.header("authorization") == nil)
            await client.close()
        }
    }

    @Test func `where TLS refuses the certificate a push is not sent, and the result says so`()
        async throws
    {
        try await Peer.run(asksForCertificate: true) { _ in
            [.answer(200)]
        } _: { peer in
            let clock = TestTime()
            // It has none.
            let client = try APNsClient.test(peer.configuration, time: clock.time)
            let task = Task { try await client.send(.sample(0), within: .hours(1)) }
            while peer.ended < 1 || client.load.connections > 0 {
                try await Task.sleep(for: .milliseconds(2))
            }
            clock.advance(by: .hours(1))
            client.tick()
            #expect(try await task.value.cause == .notSent(.tls))
            #expect(peer.requests.isEmpty)
            await client.close(within: .zero)
        }
    }

    @Test func `a certificate that is refused rejects the push, on a connection of its own`()
        async throws
    {
        let isTaken = Mutex(false)
        try await Peer.run(asksForCertificate: true) { _ in
            isTaken.withLock { $0 }
                ? [.answer(200)] : [.answer(403, #"{"reason":"BadCertificate"}"#)]
        } _: { peer in
            let client = try APNsClient(peer.configuration, certificate: Peer.certificate())
            let rejection = APNsResult.rejected(APNsRejection(.badCertificate))
            #expect(try await client.send(.sample(0)) == rejection)
            #expect(try await client.send(.sample(1)) == rejection)
            isTaken.withLock { $0 = true }
            for number in 2..<5 { #expect(try await client.send(.sample(number)).isAccepted) }
            #expect(peer.requests.map(\.connection) == [0, 1, 2, 2, 2])
            await client.close()
        }
    }

    @Test func `where no server listens a push is not sent`() async throws {
        try await ClosedPort.with { port in
            let client = try APNsClient.test(APNsConfiguration(host: "127.0.0.1", port: port))
            let result = try await client.send(.sample(0), within: .milliseconds(50))
            #expect(result.isNotSent)
            await client.close()
        }
    }
}

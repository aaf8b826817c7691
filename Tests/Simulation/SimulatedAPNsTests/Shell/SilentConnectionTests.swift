// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHTTP2
import NIOPosix
import Synchronization
import Testing

@testable import SimulatedAPNs

/// Connections that say nothing, and what they keep from others.
struct SilentConnectionTests {
    /// What a server that is full has said, and the time that it goes by.
    private final class Watch: Sendable {
        let fullCount = Mutex(0)
        let uptime = Mutex(Duration.zero)
    }

    private let watch = Watch()

    private func serverContext(of connectionLimit: Int) throws -> ServerContext {
        var configuration = try Rig().configuration
        configuration.connectionLimit = connectionLimit
        configuration.whenFull = { [watch] in watch.fullCount.withLock { $0 += 1 } }
        configuration.now = { [watch] in
            ServerTime(date: ServerTime.present.date, uptime: watch.uptime.withLock(\.self))
        }
        return ServerContext(configuration, watcher: { _ in })
    }

    /// A connection that is open.
    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "none")).wait()
        return channel
    }

    @Test func `a server that is full says so once, however many it turns away`() throws {
        let serverContext = try serverContext(of: 1)
        let channels = try (0..<4).map { _ in try channel() }
        #expect(channels.map { serverContext.connected($0) != nil } == [true, false, false, false])
        #expect(watch.fullCount.withLock(\.self) == 1)
        #expect(channels[0].isActive)
    }

    @Test func `a connection that has been silent goes where another one needs its place`() throws {
        let serverContext = try serverContext(of: 2)
        let channels = try (0..<4).map { _ in try channel() }
        #expect(serverContext.connected(channels[0]) != nil)
        serverContext.began(channels[0])
        watch.uptime.withLock { $0 = .seconds(1) }
        #expect(serverContext.connected(channels[1]) != nil)
        watch.uptime.withLock { $0 = .seconds(2) }
        #expect(serverContext.connected(channels[2]) == nil)
        watch.uptime.withLock { $0 = .seconds(3) }
        #expect(serverContext.connected(channels[3]) != nil)
        #expect(channels.map(\.isActive) == [true, false, true, true])
    }

    @Test func `a server that closes silent connections for others says that it is full`() throws {
        let serverContext = try serverContext(of: 1)
        let channels = try (0..<3).map { _ in try channel() }
        for (number, channel) in channels.enumerated() {
            watch.uptime.withLock { $0 = .seconds(3 * number) }
            #expect(serverContext.connected(channel) != nil)
        }
        #expect(channels.map(\.isActive) == [false, false, true])
        #expect(watch.fullCount.withLock(\.self) == 1)
    }

    @Test func `connections that have asked for something keep their places`() throws {
        let serverContext = try serverContext(of: 1)
        let channels = try (0..<2).map { _ in try channel() }
        #expect(serverContext.connected(channels[0]) != nil)
        serverContext.began(channels[0])
        watch.uptime.withLock { $0 = .seconds(3600) }
        #expect(serverContext.connected(channels[1]) == nil)
        #expect(channels[0].isActive)
    }

    @Test(arguments: [false, true])
    func `a connection is closed where no frame comes in time`(_ speaks: Bool) throws {
        let channel = try channel()
        let limit = HandshakeLimit(.seconds(30), of: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try channel.pipeline.syncOperations.addHandler(limit)
        if speaks {
            let settings = HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([])))
            try channel.writeInbound(settings)
            #expect(try channel.readInbound(as: HTTP2Frame.self) != nil)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(channel.isActive == speaks)
    }

    @Test(.timeLimit(.minutes(5)))
    func `a connection that never asks for anything keeps nobody out`() async throws {
        var rig = try Rig()
        rig.configuration.connectionLimit = 1
        try await rig.run { server in
            let idle = try await Provider(to: server)
            #expect(await idle.streamLimit() == 1)
            var status: Int?
            while status != 200 {
                guard let other = try? await Provider(to: server) else { continue }
                other.send(rig.draft, on: 1)
                status = await other.answer()?.status
            }
            #expect(await idle.next() == nil)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a connection that begins no TLS, or says nothing behind it, is closed`() async throws {
        var rig = try Rig()
        rig.configuration.handshakeLimit = .milliseconds(300)
        try await rig.run { server in
            let mute = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: server.port).get()
            let silent = try await Provider(to: server, saying: [])
            try await mute.closeFuture.get()
            #expect(await silent.next() == nil)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// The socket that a server listens on.
struct Listener: Sendable {
    private let channel: any Channel
    let port: Int

    /// Starts to listen.
    static func start(
        _ configuration: ServerConfiguration,
        _ pipeline: ConnectionPipeline
    ) async throws(ServerError) -> Listener {
        do {
            return try await listen(configuration, pipeline)
        } catch let error as ServerError {
            throw error
        } catch {
            throw .cannotListen
        }
    }

    private static func listen(
        _ configuration: ServerConfiguration,
        _ pipeline: ConnectionPipeline
    ) async throws -> Listener {
        let address = try SocketAddress.makeAddressResolvingHost(
            configuration.host,
            port: configuration.port
        )
        guard configuration.mayListenElsewhere || address.isLoopback else {
            throw ServerError.notLoopback
        }
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { pipeline.begin($0) }
            .bind(to: address)
            .get()
        return Listener(channel: channel, port: channel.localAddress?.port ?? 0)
    }

    /// Closes it and all its connections, and waits until they are closed.
    func stop(_ serverContext: ServerContext) async {
        try? await channel.close().get()
        let channels = serverContext.takeChannels()
        for channel in channels {
            channel.pipeline.fireUserInboundEventTriggered(ServerStops())
        }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}

/// Tells the handlers of a connection that the server stops.
struct ServerStops {}

extension SocketAddress {
    fileprivate var isLoopback: Bool {
        switch self {
        case .v4: ipAddress?.hasPrefix("127.") == true
        case .v6: ipAddress == "::1"
        case .unixDomainSocket: true
        }
    }
}

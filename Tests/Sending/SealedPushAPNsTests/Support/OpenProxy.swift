// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix

/// A proxy on loopback that lays every way to one port, whatever server it was asked for, as an
/// attacker's does.
enum OpenProxy {
    /// Runs it, and gives `body` its port.
    static func run(to port: Int, _ body: (Int) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Way(to: port))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(channel.localAddress?.port ?? 0))
        } catch {
            result = .failure(error)
        }
        try await channel.close()
        try result.get()
    }

    /// One way: it is asked for, and then carries all that comes.
    private final class Way: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let port: Int
        private var head: [UInt8] = []
        private var server: (any Channel)?

        init(to port: Int) {
            self.port = port
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            if let server { return server.writeAndFlush(bytes, promise: nil) }
            head += Array(bytes.readableBytesView)
            guard head.suffix(4) == Array("\r\n\r\n".utf8) else { return }
            let client = context.channel
            let way = NIOLoopBound(self, eventLoop: context.eventLoop)
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { server in
                    server.eventLoop.makeCompletedFuture {
                        try server.pipeline.syncOperations.addHandler(Back(to: client))
                    }
                }
                .connect(host: "127.0.0.1", port: port)
                .whenSuccess { server in
                    way.value.server = server
                    let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\n\r\n")
                    client.writeAndFlush(answer, promise: nil)
                }
        }

        func channelInactive(context: ChannelHandlerContext) {
            server?.close(promise: nil)
        }
    }

    /// The way back.
    private final class Back: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let client: any Channel

        init(to client: any Channel) {
            self.client = client
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            client.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) {
            client.close(promise: nil)
        }
    }
}

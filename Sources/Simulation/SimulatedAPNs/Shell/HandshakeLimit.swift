// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2

/// Closes a connection whose first frame does not come in time, be it that TLS is not through.
final class HandshakeLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    private let end: Scheduled<Void>

    /// Starts to count; the handler goes behind the one of HTTP/2 once that is there.
    init(_ limit: Duration, of channel: any Channel) {
        let end = channel.eventLoop.scheduleTask(in: TimeAmount(limit)) {
            channel.close(promise: nil)
        }
        channel.closeFuture.whenComplete { _ in end.cancel() }
        self.end = end
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        end.cancel()
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

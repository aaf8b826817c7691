// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOTLS

/// Waits for the end of TLS, keeps what comes until HTTP/2 is there, and hands it on.
///
/// NIO's own handler for this stops the program where a connection ends over what it hands on.
final class ALPNBufferingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias InboundOut = NIOAny

    private let open: (any Channel, String?) -> EventLoopFuture<Void>
    private var waiting: CircularBuffer<NIOAny> = []
    private var isOpening = false

    /// Makes one for a connection.
    ///
    /// - Parameter open: Puts HTTP/2 behind it, where that is the protocol, and fails where there
    ///   is to be no connection.
    init(open: @escaping (any Channel, String?) -> EventLoopFuture<Void>) {
        self.open = open
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated) = event as? TLSUserEvent, !isOpening {
            isOpening = true
            // Both stay on the event loop that they are from.
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            open(context.channel, negotiated).whenComplete { result in
                let (room, context) = bound.value
                room.opened(result, context)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        waiting.append(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting.removeAll()
        context.fireChannelInactive()
    }

    private func opened(_ result: Result<Void, any Error>, _ context: ChannelHandlerContext) {
        guard case .success = result else {
            waiting.removeAll()
            context.close(promise: nil)
            return
        }
        // What comes meanwhile is put behind it.
        while let data = waiting.popFirst() { context.fireChannelRead(data) }
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }
}

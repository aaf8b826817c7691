// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The outermost door of a connection, below TLS, so that nothing above can say goodbye.
final class WriteGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = ByteBuffer

    private var isShut = false
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isShut else {
            context.write(data, promise: promise)
            return
        }
        promise?.succeed()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        // By now the handlers above have said their last word.
        if event is ServerStops { close() }
    }

    /// Lets nothing out any more; what comes in is read.
    func shut() {
        isShut = true
    }

    /// Closes the connection without a word.
    func close() {
        isShut = true
        context?.close(promise: nil)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2
import NIOTLS

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

/// Counts the frames that end a connection: the handler of HTTP/2 writes some itself, and leaves
/// closing to others.
final class GoAwayWatch: NIOHTTP2FrameDelegate {
    private(set) var count = 0

    func wroteFrame(_ frame: HTTP2Frame) {
        if case .goAway = frame.payload { count += 1 }
    }
}

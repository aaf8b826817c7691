// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Gathers what HTTP/2 writes until it is flushed, so that TLS makes full records of it.
///
/// NIO's HTTP/2 writes the header of a frame and its content apart, and NIO's TLS makes a record of each write: three for a
/// push. That costs more than copying its bytes once, here and even more so where they are read.
final class RecordGatherer: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The most that a record holds (RFC 8446, section 5.1).
    static let recordSize = 1 << 14

    private var gathered = ByteBuffer()

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.eventLoop.assertInEventLoop()
        var bytes = unwrapOutboundIn(data)
        if gathered.readableBytes + bytes.readableBytes > Self.recordSize {
            pass(context, promise: nil)
        }
        guard bytes.readableBytes < Self.recordSize else {
            context.write(wrapOutboundOut(bytes), promise: promise)
            return
        }
        if gathered.capacity == 0 {
            gathered = context.channel.allocator.buffer(capacity: Self.recordSize)
        }
        gathered.writeBuffer(&bytes)
        // Who waits for a write to end waits for those before it.
        if let promise { pass(context, promise: promise) }
    }

    func flush(context: ChannelHandlerContext) {
        context.eventLoop.assertInEventLoop()
        pass(context, promise: nil)
        context.flush()
    }

    private func pass(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        guard gathered.readableBytes > 0 || promise != nil else { return }
        let record = gathered
        gathered = ByteBuffer()
        context.write(wrapOutboundOut(record), promise: promise)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Gathers what HTTP/2 writes until it is flushed, so that TLS makes full records of it.
///
/// NIO's HTTP/2 writes the header of a frame and its content apart, and NIO's TLS makes a record of each write: three for a
/// push. That costs more than copying its bytes once, here and even more so where they are read.
///
/// It also puts the fields of a request into its HEADERS frame, which HTTP/2 writes without any
/// (``RequestFields``). So they are encoded in the order in which they leave.
final class RecordGatherer: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The most that a record holds (RFC 8446, section 5.1).
    static let recordSize = 1 << 14

    private let fields: (_ stream: UInt32) -> ByteBuffer?
    private var gathered = ByteBuffer()
    /// How many bytes are missing of the current frame, or of the preface (RFC 9113, section 3.4).
    private var missing = 24

    /// Takes what gives the header block of a stream, or nil if there is none.
    init(fields: @escaping (_ stream: UInt32) -> ByteBuffer?) {
        self.fields = fields
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.eventLoop.assertInEventLoop()
        guard var bytes = completed(unwrapOutboundIn(data)) else {
            // The server would take all that follows for something else.
            promise?.fail(ChannelError.ioOnClosedChannel)
            return context.close(promise: nil)
        }
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

    /// What leaves for `bytes`, which are a frame (RFC 9113, section 4.1), the beginning of one or
    /// the rest of it; nil, from then on, if that can't be told or a HEADERS frame has no fields.
    private func completed(_ bytes: ByteBuffer) -> ByteBuffer? {
        if missing == 0,
            let (head, flags, stream) = bytes.peekMultipleIntegers(
                as: (UInt32, UInt8, UInt32).self
            )
        {
            missing = 9 + Int(head >> 8)
            if head & 0xFF == 0x1 {
                guard missing == bytes.readableBytes, let block = fields(stream) else {
                    missing = -1
                    return nil
                }
                missing = 0
                var frame = ByteBuffer()
                frame.reserveCapacity(9 + block.readableBytes)
                frame.writeMultipleIntegers(UInt32(block.readableBytes) << 8 | 0x1, flags, stream)
                frame.writeImmutableBuffer(block)
                return frame
            }
        }
        missing -= bytes.readableBytes
        return missing < 0 ? nil : bytes
    }

    private func pass(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        guard gathered.readableBytes > 0 || promise != nil else { return }
        let record = gathered
        gathered = ByteBuffer()
        context.write(wrapOutboundOut(record), promise: promise)
    }
}

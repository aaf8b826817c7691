// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Gathers what HTTP/2 writes until it is flushed, so that TLS makes full records of it.
///
/// NIO's HTTP/2 writes the header of a frame and its content apart, and NIO's TLS makes a record of
/// each write: three for a push. That costs more than copying its bytes once, here and even more so
/// where they are read.
///
/// It also puts the fields of a request into its HEADERS frame, which HTTP/2 writes without any
/// (``RequestFields``). So they are encoded in the order in which they leave.
final class RecordGatherer: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The most that a record holds (RFC 8446, section 5.1).
    static let recordSize = 1 << 14

    private let fields: (_ stream: UInt32) -> [UInt8]?
    private var gathered = ByteBuffer()
    /// How many bytes are missing of the current frame, or of the preface (RFC 9113, section 3.4).
    private var missing = 24

    /// What a write is: a frame (RFC 9113, section 4.1), the beginning of one or the rest of it.
    private enum Part {
        /// A HEADERS frame, to which its fields come.
        case header(flags: UInt8, stream: UInt32, fields: [UInt8])
        case other
        /// The server would take all that follows for something else.
        case broken
    }

    /// Takes what gives the header block of a stream, or nil if there is none.
    init(fields: @escaping (_ stream: UInt32) -> [UInt8]?) {
        self.fields = fields
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        context.eventLoop.assertInEventLoop()
        var bytes = unwrapOutboundIn(data)
        switch part(bytes) {
        case .header(let flags, let stream, let fields):
            makeRoom(for: 9 + fields.count, context)
            let head = UInt32(fields.count) << 8 | Self.headers
            gathered.writeMultipleIntegers(head, flags, stream)
            gathered.writeBytes(fields)
        case .other:
            makeRoom(for: bytes.readableBytes, context)
            guard bytes.readableBytes < Self.recordSize else {
                return context.write(wrapOutboundOut(bytes), promise: promise)
            }
            gathered.writeBuffer(&bytes)
        case .broken:
            promise?.fail(ChannelError.ioOnClosedChannel)
            return context.close(promise: nil)
        }
        // Who waits for a write to end waits for those before it.
        if let promise { pass(context, promise: promise) }
    }

    func flush(context: ChannelHandlerContext) {
        context.eventLoop.assertInEventLoop()
        pass(context, promise: nil)
        context.flush()
    }

    /// The type of a HEADERS frame (RFC 9113, section 6.2).
    private static let headers: UInt32 = 1

    /// What `bytes` are; broken, from then on, if that can't be told or a HEADERS frame has no
    /// fields.
    private func part(_ bytes: ByteBuffer) -> Part {
        if missing == 0,
            let (head, flags, stream) = bytes.peekMultipleIntegers(
                as: (UInt32, UInt8, UInt32).self
            )
        {
            missing = 9 + Int(head >> 8)
            if head & 0xFF == Self.headers {
                guard missing == bytes.readableBytes, let fields = fields(stream) else {
                    missing = -1
                    return .broken
                }
                missing = 0
                return .header(flags: flags, stream: stream, fields: fields)
            }
        }
        missing -= bytes.readableBytes
        return missing < 0 ? .broken : .other
    }

    /// Passes on what has been gathered if a record has no room for so many bytes more.
    private func makeRoom(for count: Int, _ context: ChannelHandlerContext) {
        if gathered.readableBytes + count > Self.recordSize { pass(context, promise: nil) }
        if gathered.capacity == 0, count < Self.recordSize {
            gathered = context.channel.allocator.buffer(capacity: Self.recordSize)
        }
    }

    private func pass(_ context: ChannelHandlerContext, promise: EventLoopPromise<Void>?) {
        guard gathered.readableBytes > 0 || promise != nil else { return }
        let record = gathered
        gathered = ByteBuffer()
        context.write(wrapOutboundOut(record), promise: promise)
    }
}

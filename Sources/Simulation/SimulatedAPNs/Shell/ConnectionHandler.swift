// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2
import SealedPushAPNs

/// One connection: it puts requests together from frames, has them decided about, and does what
/// comes of that.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// How long a provider may take to close a connection that the server has ended; one that is
    /// starved takes minutes.
    private static let closeTimeout = TimeAmount.minutes(10)

    private let serverContext: ServerContext
    private let gate: WriteGate
    private let watch: GoAwayWatch
    private var connection: ConnectionState
    private var latestStream = HTTP2StreamID.rootStream
    /// The requests that are coming in.
    private var incoming: [HTTP2StreamID: RequestParts] = [:]
    /// The streams that are not closed: what is written of an answer may wait for more to be
    /// written, or for room.
    private var open: Set<HTTP2StreamID> = []
    /// The streams whose bodies are too long to be read to their ends.
    private var unread: Set<HTTP2StreamID> = []
    private var goAwayCount = 0
    /// Whether the connection closes when the last stream has come to its end.
    private var isEnding = false
    /// Whether all is said, and the provider is to close.
    private var isMute = false
    /// The end of waiting for open streams, and for the provider.
    private var lingering: Scheduled<Void>?
    /// A GOAWAY that was announced.
    private var goAway: Scheduled<Void>?
    /// SETTINGS that come late.
    private var settings: Scheduled<Void>?
    private let idleLimit: Duration?
    /// The end of a connection on which nothing is asked.
    private var idleEnd: Scheduled<Void>?
    private var latestRequest = NIODeadline.now()
    private var hasWritten = false

    init(
        _ connection: ConnectionState,
        serverContext: ServerContext,
        gate: WriteGate,
        watch: GoAwayWatch,
        idleLimit: Duration? = nil
    ) {
        self.connection = connection
        self.serverContext = serverContext
        self.gate = gate
        self.watch = watch
        self.idleLimit = idleLimit
    }

    func handlerAdded(context: ChannelHandlerContext) {
        write(.windowUpdate(windowSizeIncrement: ReceiveWindow.firstIncrement), context: context)
        context.flush()
        if let idleLimit { watchIdleness(TimeAmount(idleLimit), context) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let stream = frame.streamID
        switch frame.payload {
        case .headers(let headers):
            // A second block on a stream is trailers, which end the request and mean nothing.
            if stream > latestStream {
                if latestStream == .rootStream { serverContext.began(context.channel) }
                latestStream = stream
                guard open.count < ServerContext.openStreamLimit else {
                    write(.rstStream(.refusedStream), on: stream, context: context)
                    return
                }
                open.insert(stream)
                incoming[stream] = RequestParts(headers.headers)
            }
            if headers.endStream { take(stream, context: context) }
        case .data(let data): read(data, on: stream, context: context)
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if hasWritten { context.flush() }
        hasWritten = false
    }

    func channelInactive(context: ChannelHandlerContext) {
        lingering?.cancel()
        settings?.cancel()
        goAway?.cancel()
        idleEnd?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? StreamClosedEvent {
            forget(event.streamID)
            closeWhereDone(context: context)
        } else if let event = event as? NIOHTTP2WindowUpdatedEvent {
            // Told of all bytes that come, also of those that belong to no stream any more.
            if event.streamID == .rootStream, let left = event.inboundWindowSize,
                let increment = ReceiveWindow.increment(left: left)
            {
                write(.windowUpdate(windowSizeIncrement: increment), context: context)
            }
        } else if event is ServerStops, !isEnding {
            end(with: connection.stop(for: .shutdown), context: context)
            context.flush()
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A stream that is at fault was reset by the handler below; a connection that is was told
        // so.
        let isOver = watch.count > goAwayCount || !(error is any NIOHTTP2Error)
        if isOver { context.close(promise: nil) }
    }

    private func read(
        _ data: HTTP2Frame.FramePayload.Data,
        on stream: HTTP2StreamID,
        context: ChannelHandlerContext
    ) {
        guard case .byteBuffer(let bytes) = data.data else { return }
        let isLong = incoming[stream]?.append(bytes) == true
        guard data.endStream || isLong else { return }
        if !data.endStream { unread.insert(stream) }
        take(stream, context: context)
    }

    /// Has a request decided about that is complete.
    private func take(_ stream: HTTP2StreamID, context: ChannelHandlerContext) {
        guard let parts = incoming.removeValue(forKey: stream) else { return }
        latestRequest = .now()
        let response = serverContext.take(parts.request, on: Int(stream), of: &connection)
        switch response.action {
        // What was answered before is under way: it does not depend on which bytes came together.
        case .drop, .silence: context.flush()
        case .none, .answer, .reset: break
        }
        if let limit = response.streamLimit { announce(limit, context: context) }
        switch response.action {
        case .none: break
        case .answer(let answer): send(answer, on: stream, after: response.delay, context: context)
        case .reset(let errorCode, let isTwice):
            forget(stream)
            write(
                .rstStream(HTTP2ErrorCode(networkCode: Int(errorCode))),
                on: stream,
                context: context
            )
            if isTwice { resetAgain(stream, context: context) }
        case .drop: gate.close()
        case .silence: gate.shut()
        }
        if let goAway = response.goAway { end(with: goAway, context: context) }
        if let (delay, reason) = response.end { end(for: reason, after: delay, context: context) }
        closeWhereDone(context: context)
    }

    /// Says how many streams there may be, now or later; what was to be said later is so no more.
    private func announce(_ limit: Response.StreamLimit, context: ChannelHandlerContext) {
        settings?.cancel()
        settings = nil
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: max(0, limit.limit))
        guard limit.delay > .zero else {
            write(.settings(.settings([setting])), context: context)
            return
        }
        // The handler and its context stay on the event loop that they are from.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        settings = context.eventLoop.scheduleTask(in: TimeAmount(limit.delay)) {
            let (handler, context) = bound.value
            guard !handler.isMute else { return }
            handler.write(.settings(.settings([setting])), context: context)
            context.flush()
        }
    }

    private func send(
        _ answer: PushAnswer,
        on stream: HTTP2StreamID,
        after delay: Duration,
        context: ChannelHandlerContext
    ) {
        guard delay > .zero else {
            write(answer, on: stream, context: context)
            return
        }
        // The handler and its context stay on the event loop that they are from.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: TimeAmount(delay)) {
            let (handler, context) = bound.value
            // The stream may have been reset meanwhile, or the connection have ended.
            guard handler.open.contains(stream), context.channel.isActive else { return }
            handler.write(answer, on: stream, context: context)
            context.flush()
            handler.closeWhereDone(context: context)
        }
    }

    private func write(
        _ answer: PushAnswer,
        on stream: HTTP2StreamID,
        context: ChannelHandlerContext
    ) {
        var headers = HPACKHeaders([(":status", String(answer.status))])
        for field in answer.fields { headers.add(name: field.name, value: field.value) }
        let isAll = answer.body.isEmpty
        write(.headers(.init(headers: headers, endStream: isAll)), on: stream, context: context)
        if !isAll {
            let body = context.channel.allocator.buffer(bytes: answer.body)
            write(
                .data(.init(data: .byteBuffer(body), endStream: true)),
                on: stream,
                context: context
            )
        }
        // It is answered, and the rest is not wanted (RFC 9113, section 8.1).
        if unread.remove(stream) != nil {
            // A reset takes away what waits to be sent.
            context.flush()
            write(.rstStream(.noError), on: stream, context: context)
        }
    }

    /// Says that the connection ends; streams above the last one are given up by both sides.
    private func end(with goAway: Response.GoAway, context: ChannelHandlerContext) {
        goAwayCount += 1
        let data = context.channel.allocator.buffer(bytes: goAway.data)
        write(
            .goAway(
                lastStreamID: HTTP2StreamID(goAway.lastStream),
                errorCode: HTTP2ErrorCode(networkCode: Int(goAway.errorCode)),
                opaqueData: goAway.data.isEmpty ? nil : data
            ),
            context: context
        )
        for stream in open where Int(stream) > goAway.lastStream {
            forget(stream)
        }
        isEnding = true
        linger(context)
    }

    /// Says that the connection will end, and later that it does, behind what was taken till then.
    private func end(
        for reason: APNsReason?,
        after delay: Duration,
        context: ChannelHandlerContext
    ) {
        // Sent past the HTTP/2 handler, which would refuse streams after any GOAWAY and end the
        // connection.
        // RFC 9113, sections 4.1 and 6.8: 8 bytes of GOAWAY on stream 0, with the highest stream
        // there can be and NO_ERROR.
        let frame: [UInt8] = [0, 0, 8, 7, 0, 0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]
        let http2 = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        http2?.writeAndFlush(NIOAny(ByteBuffer(bytes: frame)), promise: nil)
        // The handler and its context stay on the event loop that they are from.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        goAway?.cancel()
        goAway = context.eventLoop.scheduleTask(in: TimeAmount(delay)) {
            let (handler, context) = bound.value
            guard context.channel.isActive else { return }
            handler.end(with: handler.connection.stop(for: reason), context: context)
            context.flush()
            handler.closeWhereDone(context: context)
        }
    }

    /// Resets a stream that is closed, with STREAM_CLOSED.
    private func resetAgain(_ stream: HTTP2StreamID, context: ChannelHandlerContext) {
        context.flush()
        // Past the handler of HTTP/2, which knows that the stream is closed. RFC 9113, sections 4.1
        // and 6.4.
        var frame = ByteBuffer(bytes: [0, 0, 4, 3, 0])
        frame.writeInteger(UInt32(Int(stream)))
        frame.writeInteger(UInt32(5))
        let http2 = try? context.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
        http2?.writeAndFlush(NIOAny(frame), promise: nil)
    }

    /// Has the connection end once no request has come for so long.
    private func watchIdleness(_ limit: TimeAmount, _ context: ChannelHandlerContext) {
        // The handler and its context stay on the event loop that they are from.
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        idleEnd = context.eventLoop.scheduleTask(deadline: latestRequest + limit) {
            let (handler, context) = bound.value
            guard !handler.isEnding else { return }
            guard handler.latestRequest + limit <= .now(), handler.open.isEmpty else {
                if !handler.open.isEmpty { handler.latestRequest = .now() }
                return handler.watchIdleness(limit, context)
            }
            handler.end(with: handler.connection.stop(for: .idleTimeout), context: context)
            context.flush()
            handler.closeWhereDone(context: context)
        }
    }

    private func forget(_ stream: HTTP2StreamID) {
        open.remove(stream)
        incoming[stream] = nil
        unread.remove(stream)
    }

    /// Says no more, and reads on for a while: a socket that is closed over what its reader has
    /// sent takes back what was said last.
    private func closeWhereDone(context: ChannelHandlerContext) {
        guard isEnding, open.isEmpty, !isMute else { return }
        isMute = true
        context.flush()
        context.close(mode: .output, promise: nil)
    }

    /// Has the connection end in a while at the latest, whatever of it is open then.
    private func linger(_ context: ChannelHandlerContext) {
        guard lingering == nil else { return }
        let channel = context.channel
        lingering = context.eventLoop.scheduleTask(in: Self.closeTimeout) {
            channel.close(promise: nil)
        }
    }

    private func write(
        _ payload: HTTP2Frame.FramePayload,
        on stream: HTTP2StreamID = .rootStream,
        context: ChannelHandlerContext
    ) {
        hasWritten = true
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }
}

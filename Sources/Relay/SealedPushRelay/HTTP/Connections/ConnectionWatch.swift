// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection that takes too long, that makes room for another one, or whose client sends
/// what is not wanted.
///
/// An answer that comes before the end of its request is the last one of the connection. What the
/// client still sends is dropped for two seconds, so that it can read the answer; closed at once,
/// the system would take the answer back (RFC 9112, section 9.6).
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let book: ConnectionBook
    private let networks: ClientNetwork
    private let refusal: RelayListener.Answer
    private var exchange: Exchange?
    private var number: Int?
    private var check: Scheduled<Void>?

    init(
        _ book: ConnectionBook,
        _ networks: ClientNetwork,
        _ refusal: RelayListener.Answer
    ) {
        self.book = book
        self.networks = networks
        self.refusal = refusal
    }

    // MARK: - Life

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { begin(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finish()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { finish() }

    private func begin(_ context: ChannelHandlerContext) {
        guard exchange == nil else { return }
        exchange = Exchange(within: book.limits, at: context.eventLoop.now)
        let channel = context.channel
        let network = networks.prefix(of: channel.remoteAddress?.ipAddress)
        number = book.open(from: network) { channel.close(promise: nil) }
        if number == nil { refuse(context) }
        schedule(context)
    }

    private func finish() {
        check?.cancel()
        check = nil
        if let number { book.close(number) }
        number = nil
    }

    /// Tells the client that there is no room, without reading what it asks.
    private func refuse(_ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(refusal.head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: refusal.body))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        end(context)
    }

    private func end(_ context: ChannelHandlerContext) {
        note(context) { $0.end(at: $1) }
        context.close(mode: .output, promise: nil)
    }

    // MARK: - Exchanges

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard exchange?.phase != .farewell else { return }
        switch unwrapInboundIn(data) {
        case .head: note(context) { $0.requestBegins(at: $1) }
        case .body: break
        case .end: note(context) { $0.requestEnds(at: $1) }
        }
        context.fireChannelRead(data)
    }

    func write(
        context: ChannelHandlerContext,
        data: NIOAny,
        promise: EventLoopPromise<Void>?
    ) {
        switch unwrapOutboundIn(data) {
        // It asks for a body, and is no answer.
        case .head(let head) where head.status.kind == .informational:
            context.write(data, promise: promise)
        case .head(var head):
            exchange?.answerBegins()
            if exchange?.isLast == true { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            guard exchange?.isLast == true else {
                note(context) { $0.answerEnds(at: $1) }
                return context.write(data, promise: promise)
            }
            context.writeAndFlush(data, promise: promise)
            end(context)
        }
    }

    func close(
        context: ChannelHandlerContext,
        mode: CloseMode,
        promise: EventLoopPromise<Void>?
    ) {
        if mode == .output { note(context) { $0.end(at: $1) } }
        context.close(mode: mode, promise: promise)
    }

    private func note(
        _ context: ChannelHandlerContext,
        _ change: (inout Exchange, NIODeadline) -> Void
    ) {
        guard var changed = exchange else { return }
        let old = changed.deadline
        change(&changed, context.eventLoop.now)
        exchange = changed
        guard let number, changed.deadline != old else { return }
        book.note(number, isWaiting: changed.isWaiting)
    }

    // MARK: - Time

    /// Looks at the deadline when the shortest time has passed in which it can come.
    ///
    /// One task a connection: to cancel one at each request would cost more than to look in vain.
    private func schedule(_ context: ChannelHandlerContext) {
        guard let exchange else { return }
        let soon = context.eventLoop.now + TimeAmount(book.limits.farewell)
        check = context.eventLoop.assumeIsolated().scheduleTask(
            deadline: min(exchange.deadline, soon)
        ) {
            guard let exchange = self.exchange, self.check != nil else { return }
            guard context.eventLoop.now < exchange.deadline else {
                return context.close(promise: nil)
            }
            self.schedule(context)
        }
    }
}

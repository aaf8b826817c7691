// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A request whose answer waits for something that may never come.
///
/// Its connection is the first one that makes room for another: the request is answered at once
/// then. So it is if the client goes away, or the server stops.
struct Suspension: Sendable {
    /// Ends the wait; it may be called more than once, and after the end.
    let giveWay: @Sendable () -> Void

    /// Tells the connection that a request on it waits.
    func begin(on channel: any Channel) {
        let told = channel.eventLoop.makePromise(of: Void.self)
        told.futureResult.whenFailure { error in
            // Else it is no connection of a server's, and makes room for none.
            if error as? ChannelError == .ioOnClosedChannel { giveWay() }
        }
        channel.triggerUserOutboundEvent(self, promise: told)
    }
}

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
    /// Ends the wait of a suspended request; it may be called after that.
    private var giveWay: (@Sendable () -> Void)?
    /// Whether requests wait for nothing any more: the client has gone, or the server stops.
    private var isEnding = false
    /// Whether the connection makes room for another one after its answer.
    private var isLeaving = false

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
        let watch = NIOLoopBound(self, eventLoop: context.eventLoop)
        number = book.open(from: network) {
            channel.eventLoop.execute { watch.value.leave(channel) }
        }
        if number == nil { refuse(context) }
        schedule(context)
    }

    private func finish() {
        check?.cancel()
        check = nil
        if let number { book.close(number) }
        number = nil
        endWait()
    }

    /// Makes room for another connection: a client that waits for something gets an answer first.
    private func leave(_ channel: any Channel) {
        number = nil
        guard exchange?.turn != .client else { return channel.close(promise: nil) }
        isLeaving = true
        endWait()
    }

    private func endWait() {
        isEnding = true
        giveWay?()
        giveWay = nil
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
            note(context) { exchange, _ in exchange.answerBegins() }
            giveWay = nil
            if exchange?.isLast == true || isLeaving { head.headerFields[.connection] = "close" }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end where isLeaving:
            context.writeAndFlush(data, promise: promise)
            context.close(promise: nil)
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
        let old = changed
        change(&changed, context.eventLoop.now)
        exchange = changed
        guard let number, changed.deadline != old.deadline || changed.turn != old.turn else {
            return
        }
        book.note(number, changed.turn)
    }

    // MARK: - Waits

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard let suspension = event as? Suspension else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
        guard !isEnding else { return suspension.giveWay() }
        giveWay = suspension.giveWay
        note(context) { exchange, _ in exchange.suspend() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: endWait()
        // As far as can be told the client has gone; if not, it gets an answer.
        case ChannelEvent.inputClosed: endWait()
        default: break
        }
        context.fireUserInboundEventTriggered(event)
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

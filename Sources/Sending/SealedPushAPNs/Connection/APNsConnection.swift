// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS
import PushTransport

/// One connection: it carries out what a ``ConnectionMachine`` decides, on one event loop.
///
/// It reads and writes the frames of all streams itself, without a channel for each.
final class APNsConnection: ChannelInboundHandler,
    @unchecked Sendable /* all but constants on `loop` */
{
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    let id: ConnectionID
    let loop: any EventLoop

    private let client: Dispatcher
    private var machine: ConnectionMachine
    private var fields: RequestFields
    private var report = Dispatch.Report()
    private var context: ChannelHandlerContext?
    private var timer: (due: Duration, task: Scheduled<Void>)?
    private var isClosing = false
    /// Whether HTTP/2 is spoken: the server has proved its name.
    private var speaks = false
    private var hasEnded = false
    private var wasOpen = false
    private var failure: ConnectionFailure?
    /// The stream whose header has left last.
    private var latestStream: UInt32 = 0
    /// When the frames came that are being read.
    private var readTime: Duration?
    /// The streams that were reset, as by HTTP/2: it names none when it tells of an error.
    private var resets: [UInt32] = []
    /// Whether HTTP/2 has told APNs that the connection ends.
    private var isRevoked = false

    init(_ id: ConnectionID, on loop: any EventLoop, of client: Dispatcher) {
        self.id = id
        self.loop = loop
        self.client = client
        fields = RequestFields(authority: client.authority)
        machine = ConnectionMachine(
            at: client.time.now(),
            pingInterval: client.configuration.pingInterval,
            silenceLimit: client.configuration.silenceLimit
        )
    }

    /// Begins to connect.
    func connect() {
        loop.execute { [self] in
            guard !isClosing else { return end() }
            arm(at: client.time.now())
            Connector.connect(self, to: client.configuration, tls: client.tls).whenFailure {
                self.failure = self.failure ?? ($0 is ProxyFailure ? .proxy : .network)
                self.end()
            }
        }
    }

    /// Has the connection ask for pushes.
    func wake() { loop.execute { [self] in tick() } }

    /// Has it do what is due, if the clock of a test has moved on.
    func checkTimer() {
        loop.execute { [self] in
            guard let timer, timer.due <= client.time.now() else { return }
            timer.task.cancel()
            self.timer = nil
            tick()
        }
    }

    /// Ends the connection.
    func shutDown() { loop.execute { [self] in close() } }

    // MARK: - From the channel

    func handlerAdded(context: ChannelHandlerContext) {
        loop.assertInEventLoop()
        self.context = context
        if isClosing { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        loop.assertInEventLoop()
        self.context = nil
        end()
    }

    func channelInactive(context: ChannelHandlerContext) {
        loop.assertInEventLoop()
        end()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        loop.assertInEventLoop()
        // Several events come with each push: most are told from their types, without a cast.
        if type(of: event) == NIOHTTP2WindowUpdatedEvent.self {
            guard let event = event as? NIOHTTP2WindowUpdatedEvent, event.streamID == .rootStream
            else { return }
            widen(event.inboundWindowSize)
        } else if machine.isBlocked, type(of: event) == StreamClosedEvent.self {
            machine.unblocked(at: client.time.now())
            wake()
        } else if !wasOpen, case .handshakeCompleted(let negotiated) = event as? TLSUserEvent {
            speak(negotiated, on: context.channel)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        loop.assertInEventLoop()
        guard !hasEnded else { return }
        let frame = unwrapInboundIn(data)
        let stream = UInt32(Int(frame.streamID))
        let now = readTime ?? client.time.now()
        readTime = now
        machine.heard(at: now)
        guard !machine.isFlooded else { return giveUp(.protocolError) }
        switch frame.payload {
        case .headers(let content):
            let fields = content.headers
            let status = fields.first(name: ":status").flatMap { Int($0) }
            let isEnd = content.endStream
            guard !machine.isMalformed(status: status, isEnd: isEnd, on: stream) else {
                // As HTTP/2 does itself (RFC 9113, section 8.1.1); one that is closed it leaves.
                resets.append(stream)
                write(.rstStream(.protocolError), on: stream)
                break
            }
            settle(
                machine.head(
                    of: stream,
                    status: status ?? 0,
                    header: { fields.first(name: $0) },
                    isEnd: isEnd,
                    at: now
                ),
                at: now
            )
        case .data(let content):
            guard case .byteBuffer(let buffer) = content.data else { break }
            settle(
                machine.body(
                    of: stream,
                    Array(buffer.readableBytesView),
                    isEnd: content.endStream,
                    at: now
                ),
                at: now
            )
        case .rstStream(let code):
            settle(machine.reset(stream, isRefused: code == .refusedStream, at: now), at: now)
        case .goAway(let last, let code, let data):
            let frame = GoAway(last, code, data)
            client.observer.goAway(id, frame)
            for outcome in machine.goAway(frame) { settle(outcome, at: now) }
        case .settings(.settings(let settings)):
            open(at: now)
            for setting in settings {
                switch setting.parameter {
                case .maxConcurrentStreams:
                    machine.settingsChanged(to: UInt32(setting.value), at: now)
                case .headerTableSize: fields.tableSizeChanged(to: setting.value)
                default: break
                }
            }
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { work() }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        machine.unblocked(at: client.time.now())
        work()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        loop.assertInEventLoop()
        // A stream at fault was reset. If the connection is at fault, APNs was told so.
        guard error is any NIOHTTP2Error, !isRevoked else {
            // Whatever it is, nothing can be said on this connection any more.
            return giveUp(ConnectionFailure(error, wasOpen: wasOpen))
        }
        wake()
    }

    /// Speaks HTTP/2, if TLS has agreed on that with the server that was meant.
    private func speak(_ negotiated: String?, on channel: any Channel) {
        guard !isClosing, !speaks else { return }
        do throws(ConnectionFailure) {
            let host = client.configuration.host
            try Connector.speak(negotiated, with: self, to: host, on: channel)
            speaks = true
        } catch {
            giveUp(error)
        }
    }

    /// Begins to send: APNs has spoken, and so taken the certificate, if there is one.
    ///
    /// By TLS 1.3 the handshake is over for the client before the server has looked at that (RFC
    /// 8446, section 2).
    private func open(at now: Duration) {
        guard !wasOpen, !isClosing, !hasEnded else { return }
        wasOpen = true
        client.observer.connected(id)
        machine.opened(at: now)
    }

    // MARK: - To the channel

    /// Tells the queue what came of pushes, takes new ones and writes them, until there are no more
    /// or no more may be sent.
    private func work() {
        loop.assertInEventLoop()
        readTime = nil
        var isMore = true
        var unflushed = 0
        while isMore {
            let now = client.time.now()
            for stream in resets { settle(machine.reset(stream, at: now), at: now) }
            resets = []
            authorize(at: now)
            if machine.probe(at: now) { ping() }
            let late = machine.takeLate(at: now)
            for (stream, push) in late {
                write(.rstStream(.cancel), on: stream)
                report.returned.append((push, .broken))
            }
            let assignment = exchange(at: now)
            for stream in machine.abandon(assignment.abandoned, at: now) {
                write(.rstStream(.cancel), on: stream)
            }
            for push in assignment.pushes { send(push, at: now) }
            unflushed += late.count + assignment.abandoned.count + assignment.pushes.count
            // Some came back if they could not be begun.
            isMore = assignment.isMore || !report.isEmpty
            guard unflushed >= (isMore ? ConnectionMachine.batch : 1) else { continue }
            context?.flush()
            unflushed = 0
        }
        if machine.isDone { close() }
        arm(at: client.time.now())
    }

    private func exchange(at now: Duration) -> Dispatch.Assignment {
        let isWritable = context?.channel.isWritable ?? false
        let (allowance, capacity) = machine.capacity(at: now, isWritable: isWritable)
        report.count = isClosing ? 0 : allowance
        report.capacity = capacity
        report.isLeaving = machine.isLeaving || isClosing
        report.isFaulty = machine.fault != nil
        if machine.fault == .credentials { report.obstacle = .credentials }
        defer { report = Dispatch.Report() }
        return client.exchange(report, with: id)
    }

    /// Takes the provider token that is in use; if there is none, a certificate serves, which TLS
    /// shows.
    private func authorize(at now: Duration) {
        switch client.tokens?.current(at: now, date: client.time.date) {
        case .usable(let token, let number):
            machine.heldUntil = nil
            if number != fields.authorization?.tokenNumber {
                fields.authorization = (token.field, number)
            }
        case .held(let end):
            machine.heldUntil = end
            report.obstacle = .credentials
        case .awaited: machine.heldUntil = now + .milliseconds(5)
        case nil: break
        }
    }

    private func send(_ push: Push, at now: Duration) {
        guard let context, let stream = machine.start(push, at: now) else {
            report.returned.append((push, .unsent))
            return
        }
        let isAll = push.request.payload.isEmpty
        // Its fields are written when the frame leaves (`fields(on:)`): at once, or HTTP/2 holds it
        // back.
        write(.headers(.init(headers: HPACKHeaders(), endStream: isAll)), on: stream)
        guard latestStream == stream else {
            write(.rstStream(.cancel), on: stream)
            let push = machine.takeBack(stream)
            report.returned += push.map { [($0, .unsent)] } ?? []
            return
        }
        guard !isAll else { return }
        let body = context.channel.allocator.buffer(bytes: push.request.payload)
        write(.data(.init(data: .byteBuffer(body), endStream: true)), on: stream)
    }

    /// The header block of the push on a stream, which leaves now; nil if none is in flight there.
    func fields(on stream: UInt32) -> [UInt8]? {
        loop.assertInEventLoop()
        latestStream = stream
        let number = fields.authorization?.tokenNumber ?? 0
        return machine.request(on: stream, tokenNumber: number).map { fields.next(for: $0) }
    }

    /// Lets APNs send on, if answers have used up much of what it may (RFC 9113, section 6.9).
    private func widen(_ window: Int?) {
        guard let window, window < 1 << 15 else { return }
        write(.windowUpdate(windowSizeIncrement: (1 << 16) - 1 - window))
        context?.flush()
    }

    private func write(_ payload: HTTP2Frame.FramePayload, on stream: UInt32 = 0) {
        let frame = HTTP2Frame(streamID: HTTP2StreamID(Int(stream)), payload: payload)
        context?.write(wrapOutboundOut(frame), promise: nil)
    }

    // MARK: - Results

    private func settle(_ outcome: ConnectionMachine.Outcome?, at now: Duration) {
        switch outcome {
        case .answered(let answered):
            report.hasWorked = machine.hasWorked
            switch client.completion(of: answered, at: now) {
            case .finished(let result): report.finished.append((answered.push, result))
            case .again(let reason): report.returned.append((answered.push, reason))
            }
        case .returned(let push, let reason): report.returned.append((push, reason))
        case nil: break
        }
    }

    // MARK: - Time and end

    private func arm(at now: Duration) {
        guard !hasEnded else { return }
        let due = machine.nextTick(at: now)
        if let timer {
            guard due < timer.due else { return }
            timer.task.cancel()
        }
        let task = loop.scheduleTask(in: TimeAmount(due - now)) { [weak self] in
            guard let self else { return }
            timer = nil
            tick()
        }
        timer = (due, task)
    }

    private func tick() {
        loop.assertInEventLoop()
        guard !hasEnded, !isClosing else { return }
        switch machine.tick(at: client.time.now()) {
        case .alive: break
        case .ping: ping()
        case .dead: return giveUp(.silence)
        }
        work()
    }

    private func ping() {
        write(.ping(HTTP2PingData(withInteger: 0), ack: false))
        context?.flush()
    }

    /// Ends the connection in good order.
    private func close() {
        loop.assertInEventLoop()
        guard !isClosing else { return }
        isClosing = true
        // What is still being made is closed when it stands.
        guard let context else { return end() }
        if speaks {
            write(.goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil))
        }
        context.flush()
        context.close(promise: nil)
    }

    /// Ends a connection that has no listener left.
    private func giveUp(_ failure: ConnectionFailure) {
        loop.assertInEventLoop()
        // What goes wrong while it ends in good order is no failure.
        if !isClosing { self.failure = failure }
        isClosing = true
        end()
        if let context { Connector.cut(context.channel) }
    }

    private func end() {
        loop.assertInEventLoop()
        guard !hasEnded else { return }
        hasEnded = true
        timer?.task.cancel()
        timer = nil
        let now = client.time.now()
        for outcome in machine.ended(at: now) { settle(outcome, at: now) }
        report.isFaulty = machine.fault != nil
        report.obstacle =
            machine.fault == .credentials ? .credentials : (failure ?? .network).obstacle
        client.ended(id, report)
        report = Dispatch.Report()
        client.observer.disconnected(id, failure, wasOpen: wasOpen)
    }
}

extension APNsConnection: NIOHTTP2FrameDelegate {
    func wroteFrame(_ frame: HTTP2Frame) {
        loop.assertInEventLoop()
        switch frame.payload {
        case .goAway: isRevoked = true
        case .rstStream: resets.append(UInt32(Int(frame.streamID)))
        default: break
        }
    }
}

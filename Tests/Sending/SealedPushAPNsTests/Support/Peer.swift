// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import SealedPushOpenSSL
import Synchronization

@testable import SealedPushAPNs

/// A server on loopback that does what a test tells it to, request by request.
final class Peer: Sendable {
    /// A request that came.
    struct Request: Sendable {
        /// The number of the connection, from 0.
        let connection: Int
        let stream: Int
        let headers: HPACKHeaders
        let body: [UInt8]

        var id: String { header("apns-id") ?? "" }

        func header(_ name: String) -> String? { headers.first(name: name) }
    }

    /// What it does.
    enum Action: Sendable {
        case answer(Int, String = "")
        /// An answer that says it is longer than it is.
        case answerMalformed
        /// An answer that has no status.
        case answerWithoutStatus
        /// What promises an answer, and is the last of its stream.
        case onlyPromiseAnswer
        /// Nothing but promises, for as long as the connection lasts.
        case promiseWithoutEnd
        case reset(HTTP2ErrorCode)
        case goAway(last: Int, String = "")
        case settings(Int)
        /// Has the client send more of a body.
        case widen(stream: Int)
        /// Its table of header fields has so many bytes from now on.
        case tableSize(Int)
        case answerOther(stream: Int, Int, String = "")
        case close
        /// It is gone, and says nothing of it.
        case drop
    }

    typealias Script = @Sendable (Request) -> [Action]

    private struct State {
        var requests: [Request] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var connections: [PeerHandler] = []
        var ended = 0
        var resets = 0
        var pings = 0
        var records = 0
        var frames = 0
    }

    private static let authority = Result { try PeerAuthority() }

    /// A certificate that a server takes which asks for one.
    static func certificate() throws -> APNsCertificate {
        let authority = try authority.get()
        return APNsCertificate(
            try authority.authority.identity(named: "provider", userID: "com.example.app")
        )
    }

    let configuration: APNsConfiguration
    private let state = Mutex(State())
    private let channel: any Channel

    private init(_ channel: any Channel, root: Certificate) {
        self.channel = channel
        configuration = APNsConfiguration(
            host: "127.0.0.1",
            port: channel.localAddress?.port ?? 0,
            roots: TrustedRoots([root])
        )
    }

    /// Runs a server, and ends it.
    static func run(
        streams: Int = 100,
        window: Int = (1 << 16) - 1,
        answersHeads: Bool = false,
        protocols: [String] = ["h2"],
        asksForCertificate: Bool = false,
        hosts: [String] = ["127.0.0.1", "localhost"],
        commonName: String = "server",
        script: @escaping Script,
        _ body: (Peer) async throws -> Void
    ) async throws {
        let root = try authority.get().authority.certificate
        var settings = try authority.get().tls(named: commonName, for: hosts)
        settings.applicationProtocols = protocols
        if asksForCertificate {
            settings.trustRoots = .certificates([
                try NIOSSLCertificate(bytes: root.der, format: .der)
            ])
            settings.certificateVerification = .noHostnameVerification
        }
        let context = try NIOSSLContext(configuration: settings)
        let shared = PeerBox()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = PeerHandler(shared, answersHeads: answersHeads, script)
                    try channel.pipeline.syncOperations.addHandlers([
                        RecordCounter(shared), NIOSSLServerHandler(context: context),
                        server(streams, window), handler,
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let peer = Peer(channel, root: root)
        shared.peer.withLock { $0 = peer }
        defer { shared.peer.withLock { $0 = nil } }
        do { try await body(peer) } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    /// All requests that came, in order.
    var requests: [Request] { state.withLock { $0.requests } }

    /// How many connections have ended.
    var ended: Int { state.withLock { $0.ended } }

    /// How many streams the client has reset.
    var resets: Int { state.withLock { $0.resets } }

    /// How many PING frames the client has sent.
    var pings: Int { state.withLock { $0.pings } }

    /// How many records of TLS have come.
    var records: Int { state.withLock { $0.records } }

    /// How many frames of HTTP/2 have come.
    var frames: Int { state.withLock { $0.frames } }

    /// Waits until so many requests have come.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                guard state.requests.count < count else { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Has a connection do something that no request asked for.
    func act(_ connection: Int, _ actions: [Action]) {
        let handler = state.withLock { $0.connections[connection] }
        handler.act(actions)
    }

    fileprivate func note(_ request: Request) {
        let watchers = state.withLock { state in
            state.requests.append(request)
            let count = state.requests.count
            let due = state.watchers.filter { $0.count <= count }
            state.watchers.removeAll { $0.count <= count }
            return due
        }
        for watcher in watchers { watcher.continuation.resume() }
    }

    fileprivate func noteReset() {
        state.withLock { $0.resets += 1 }
    }

    fileprivate func notePing() {
        state.withLock { $0.pings += 1 }
    }

    fileprivate func noteFrame() {
        state.withLock { $0.frames += 1 }
    }

    fileprivate func noteRecord() {
        state.withLock { $0.records += 1 }
    }

    fileprivate func noteEnd() {
        state.withLock { $0.ended += 1 }
    }

    fileprivate func note(_ connection: PeerHandler) -> Int {
        state.withLock { state in
            state.connections.append(connection)
            return state.connections.count - 1
        }
    }

    private static func server(_ streams: Int, _ window: Int) -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams),
            HTTP2Setting(parameter: .initialWindowSize, value: window),
        ]
        // A client acknowledges each SETTINGS frame.
        connection.controlFrameRateLimit.maximumCount = 1_000_000
        connection.contentLengthValidation = .disabled
        connection.headerBlockValidation = .disabled
        return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection)
    }
}

/// Counts the records of TLS that come (RFC 8446, section 5.1).
private final class RecordCounter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private static let headerCount = 5

    private let box: PeerBox
    private var header: [UInt8] = []
    private var remaining = 0

    init(_ box: PeerBox) {
        self.box = box
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for byte in unwrapInboundIn(data).readableBytesView {
            if remaining > 0 {
                remaining -= 1
                continue
            }
            header.append(byte)
            guard header.count == Self.headerCount else { continue }
            remaining = Int(header[3]) << 8 | Int(header[4])
            header = []
            box.peer.withLock { $0 }?.noteRecord()
        }
        context.fireChannelRead(data)
    }
}

/// Where the handlers of a server find it.
private final class PeerBox: Sendable {
    let peer = Mutex<Peer?>(nil)
}

/// Who makes the certificates of servers and clients.
private final class PeerAuthority: Sendable {
    let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority(named: "Tests", from: 0, until: 4_000_000_000)
    }

    func tls(named name: String, for hosts: [String]) throws -> TLSConfiguration {
        let identity = try authority.identity(named: name, for: hosts)
        let key = try identity.key.withDERArray { bytes in
            try NIOSSLPrivateKey(bytes: bytes, format: .der)
        }
        let chain = try identity.certificates.map { certificate in
            NIOSSLCertificateSource.certificate(
                try NIOSSLCertificate(bytes: certificate.der, format: .der)
            )
        }
        return TLSConfiguration.makeServerConfiguration(
            certificateChain: chain,
            privateKey: .privateKey(key)
        )
    }
}

/// One connection of the server.
private final class PeerHandler: ChannelInboundHandler, @unchecked Sendable /* all on its loop */ {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    private let box: PeerBox
    private let answersHeads: Bool
    private let script: Peer.Script
    private var number = -1
    private var context: ChannelHandlerContext?
    private var open: [Int: (headers: HPACKHeaders, body: [UInt8])] = [:]

    init(_ box: PeerBox, answersHeads: Bool, _ script: @escaping Peer.Script) {
        self.box = box
        self.answersHeads = answersHeads
        self.script = script
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        number = box.peer.withLock { $0 }?.note(self) ?? -1
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        box.peer.withLock { $0 }?.noteEnd()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        box.peer.withLock { $0 }?.noteFrame()
        let frame = unwrapInboundIn(data)
        let stream = Int(frame.streamID)
        switch frame.payload {
        case .headers(let content):
            open[stream] = (content.headers, [])
            if answersHeads { answer(stream, context) }
        case .data(let content):
            guard case .byteBuffer(let buffer) = content.data else { return }
            widen(by: buffer.readableBytes)
            open[stream]?.body += Array(buffer.readableBytesView)
            if content.endStream { answer(stream, context) }
        case .rstStream: box.peer.withLock { $0 }?.noteReset()
        case .ping(_, ack: false): box.peer.withLock { $0 }?.notePing()
        default: break
        }
    }

    private func answer(_ stream: Int, _ context: ChannelHandlerContext) {
        guard let request = open.removeValue(forKey: stream) else { return }
        let whole = Peer.Request(
            connection: number,
            stream: stream,
            headers: request.headers,
            body: request.body
        )
        let actions = script(whole)
        box.peer.withLock { $0 }?.note(whole)
        for action in actions { perform(action, on: stream) }
        context.flush()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if !(error is NIOHTTP2Errors.StreamError) { context.close(promise: nil) }
    }

    func act(_ actions: [Peer.Action]) {
        context?.eventLoop.execute { [self] in
            for action in actions { perform(action, on: 0) }
            context?.flush()
        }
    }

    private func perform(_ action: Peer.Action, on stream: Int) {
        switch action {
        case .answer(let status, let text): answer(status, text, on: stream)
        case .answerOther(let other, let status, let text): answer(status, text, on: other)
        case .answerMalformed:
            let headers = HPACKHeaders([(":status", "200"), ("content-length", "7")])
            write(.headers(.init(headers: headers, endStream: true)), on: stream)
        case .answerWithoutStatus:
            let headers = HPACKHeaders([("apns-unique-id", "none")])
            write(.headers(.init(headers: headers, endStream: false)), on: stream)
        case .onlyPromiseAnswer:
            let headers = HPACKHeaders([(":status", "103")])
            write(.headers(.init(headers: headers, endStream: true)), on: stream)
        case .promiseWithoutEnd: promise(on: stream)
        case .reset(let code): write(.rstStream(code), on: stream)
        case .goAway(let last, let text):
            let data = text.isEmpty ? nil : ByteBuffer(string: text)
            write(
                .goAway(lastStreamID: HTTP2StreamID(last), errorCode: .noError, opaqueData: data),
                on: 0
            )
        case .settings(let streams):
            let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)
            write(.settings(.settings([setting])), on: 0)
        case .widen(let stream): write(.windowUpdate(windowSizeIncrement: 1 << 16), on: stream)
        case .tableSize(let size):
            let setting = HTTP2Setting(parameter: .headerTableSize, value: size)
            write(.settings(.settings([setting])), on: 0)
        case .close:
            context?.flush()
            context?.close(promise: nil)
        case .drop:
            // Past TLS, which would say goodbye.
            let pipeline = context?.pipeline.syncOperations
            try? pipeline?.context(handlerType: RecordCounter.self).close(promise: nil)
        }
    }

    private func answer(
        _ status: Int,
        _ text: String,
        on stream: Int
    ) {
        let headers = HPACKHeaders([(":status", String(status))])
        write(.headers(.init(headers: headers, endStream: text.isEmpty)), on: stream)
        guard !text.isEmpty else { return }
        let body = IOData.byteBuffer(ByteBuffer(string: text))
        write(.data(.init(data: body, endStream: true)), on: stream)
    }

    private func promise(on stream: Int) {
        guard let context, context.channel.isActive else { return }
        let headers = HPACKHeaders([(":status", "103")])
        for _ in 0..<100 where context.channel.isWritable {
            write(.headers(.init(headers: headers, endStream: false)), on: stream)
        }
        context.flush()
        context.eventLoop.scheduleTask(in: .milliseconds(1)) { [self] in promise(on: stream) }
    }

    private func widen(by count: Int) {
        guard count > 0 else { return }
        write(.windowUpdate(windowSizeIncrement: count), on: 0)
    }

    private func write(_ payload: HTTP2Frame.FramePayload, on stream: Int) {
        let frame = HTTP2Frame(streamID: HTTP2StreamID(stream), payload: payload)
        context?.write(wrapOutboundOut(frame), promise: nil)
    }
}

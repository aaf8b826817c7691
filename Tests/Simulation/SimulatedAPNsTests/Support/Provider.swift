// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import SealedPushAPNs
import SealedPushCoding
import SealedPushOpenSSL

@testable import SimulatedAPNs

/// One connection of a provider, frame by frame.
final class Provider: Sendable {
    /// What came: frames, and the end.
    enum Event: Sendable {
        case frame(HTTP2Frame)
        case closed
    }

    private let channel: any Channel
    private let events: EventReader

    /// Connects to a server, and says what is no HTTP/2 where there are bytes to say.
    init(
        to server: APNsServer,
        as certificate: consuming APNsCertificate? = nil,
        protocols: [String] = ["h2"],
        trusting root: Certificate? = nil,
        saying bytes: [UInt8]? = nil
    ) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = protocols
        let der = (root ?? server.roots.certificates[0]).der
        configuration.trustRoots = .certificates([try NIOSSLCertificate(bytes: der, format: .der)])
        if let certificate {
            let key = certificate.identity.key.withDERArray { $0 }
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: key, format: .der))
            let own = certificate.identity.certificate.der
            configuration.certificateChain = [
                .certificate(try NIOSSLCertificate(bytes: own, format: .der))
            ]
        }
        let tls = try NIOSSLContext(configuration: configuration)
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
        events = EventReader(stream)
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(
                        NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                    )
                    guard bytes == nil else {
                        try pipeline.addHandler(Receiver<ByteBuffer>(continuation) { _ in nil })
                        return
                    }
                    var http2 = NIOHTTP2Handler.ConnectionConfiguration()
                    // The server answers each PING.
                    http2.controlFrameRateLimit.maximumCount = 20_000
                    try pipeline.addHandler(
                        NIOHTTP2Handler(
                            mode: .client,
                            connectionConfiguration: http2,
                            streamConfiguration: .init()
                        )
                    )
                    try pipeline.addHandler(Receiver<HTTP2Frame>(continuation) { .frame($0) })
                }
            }
            .connect(host: "127.0.0.1", port: server.port)
            .get()
        if let bytes { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }
    }

    /// The next frame that says something: SETTINGS, answers, resets, GOAWAY, PING; nil at the end
    /// of the connection.
    func next() async -> HTTP2Frame? {
        while let event = await events.next() {
            guard case .frame(let frame) = event else { return nil }
            if case .windowUpdate = frame.payload { continue }
            if case .settings(.ack) = frame.payload { continue }
            return frame
        }
        return nil
    }

    /// The next answer; nil where something else comes, or the connection ends.
    func answer() async -> Answer? {
        var frame = await next()
        // The limit of streams may change before any answer.
        while case .settings = frame?.payload { frame = await next() }
        guard let stream = frame?.streamID, case .headers(let head) = frame?.payload,
            let status = head.headers.first(name: ":status").flatMap({ Int($0) })
        else { return nil }
        var body: [UInt8] = []
        if !head.endStream {
            guard case .data(let data) = await next()?.payload,
                case .byteBuffer(let bytes) = data.data
            else { return nil }
            body = Array(bytes.readableBytesView)
        }
        return Answer(
            stream: Int(stream),
            status: status,
            id: head.headers.first(name: "apns-id"),
            body: String(decoding: body, as: UTF8.self)
        )
    }

    /// What the next SETTINGS say of streams; nil where something else comes.
    func streamLimit() async -> Int? {
        guard case .settings(.settings(let settings)) = await next()?.payload else { return nil }
        return settings.last { $0.parameter == .maxConcurrentStreams }?.value
    }

    /// Sends frames.
    func send(_ frames: [HTTP2Frame]) {
        for frame in frames { channel.write(frame, promise: nil) }
        channel.flush()
    }

    /// Sends a whole request.
    func send(_ draft: Draft, on stream: Int) {
        send(draft, on: [stream])
    }

    /// Sends whole requests, which the server reads at once.
    func send(_ draft: Draft, on streams: [Int]) {
        send(streams.flatMap { frames(of: draft, on: $0) })
    }

    /// Sends whole requests one behind the other, whatever comes meanwhile.
    func sendInOrder(_ draft: Draft, on streams: [Int]) {
        let requests = streams.map { frames(of: draft, on: $0) }
        channel.eventLoop.execute { [channel] in
            for request in requests {
                for frame in request { channel.write(frame, promise: nil) }
                channel.flush()
            }
        }
    }

    private func frames(of draft: Draft, on stream: Int) -> [HTTP2Frame] {
        let body = IOData.byteBuffer(ByteBuffer(bytes: draft.body))
        let data = HTTP2Frame.FramePayload.data(.init(data: body, endStream: true))
        return [
            head(of: draft, on: stream), HTTP2Frame(streamID: HTTP2StreamID(stream), payload: data),
        ]
    }

    /// Sends the header of a request.
    func begin(_ draft: Draft, on stream: Int) {
        send([head(of: draft, on: stream)])
    }

    private func head(of draft: Draft, on stream: Int) -> HTTP2Frame {
        var headers = HPACKHeaders([
            (":method", draft.method), (":scheme", "https"), (":authority", "localhost"),
            (":path", draft.path),
        ])
        for field in draft.fields { headers.add(name: field.name, value: field.value) }
        return HTTP2Frame(
            streamID: HTTP2StreamID(stream),
            payload: .headers(.init(headers: headers))
        )
    }
}

/// An answer as it came.
struct Answer: Hashable, Sendable {
    let stream: Int
    let status: Int
    let id: String?
    let body: String
}

/// The one reader of what came.
final class EventReader: Sendable {
    private let stream: AsyncStream<Provider.Event>

    init(_ stream: AsyncStream<Provider.Event>) {
        self.stream = stream
    }

    func next() async -> Provider.Event? {
        var iterator = stream.makeAsyncIterator()
        return await iterator.next()
    }
}

private final class Receiver<Inbound>: ChannelInboundHandler {
    typealias InboundIn = Inbound

    private let continuation: AsyncStream<Provider.Event>.Continuation
    private let event: (Inbound) -> Provider.Event?

    init(
        _ continuation: AsyncStream<Provider.Event>.Continuation,
        event: @escaping (Inbound) -> Provider.Event?
    ) {
        self.continuation = continuation
        self.event = event
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let event = event(unwrapInboundIn(data)) { continuation.yield(event) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.yield(.closed)
        continuation.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

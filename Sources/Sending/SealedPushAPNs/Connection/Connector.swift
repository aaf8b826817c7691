// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOExtras
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Makes the channel of a connection: TCP, TLS, HTTP/2.
enum Connector {
    /// Connects; the future has its value when TCP stands.
    static func connect(
        _ connection: APNsConnection,
        to configuration: APNsConfiguration,
        tls: NIOSSLContext
    ) -> EventLoopFuture<Void> {
        var bootstrap = ClientBootstrap(group: connection.loop)
            .connectTimeout(TimeAmount(ConnectionMachine.connectLimit))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.writeBufferWaterMark, value: .init(low: 1 << 17, high: 1 << 18))
        if let silence = configuration.tcpKeepalive {
            let seconds = Int(clamping: max(1, min(silence.components.seconds, 32_767)))
            bootstrap =
                bootstrap
                .channelOption(.socketOption(.so_keepalive), value: 1)
                .channelOption(.tcpOption(keepaliveSilence), value: seconds)
                .channelOption(.tcpOption(keepaliveInterval), value: seconds)
        }
        let host = configuration.proxy?.host ?? configuration.host
        return bootstrap.connect(host: host, port: configuration.proxy?.port ?? configuration.port)
            .flatMapErrorThrowing { error in
                throw configuration.proxy == nil ? error : ProxyFailure()
            }
            .flatMap { channel in tunnel(channel, to: configuration).map { channel } }
            .flatMapThrowing { channel in
                // Only now: a name may have several addresses, and each that is tried has a channel
                // of its own.
                do {
                    let handler = try NIOSSLClientHandler(
                        context: tls,
                        serverHostname: ServerName(configuration.host).indication
                    )
                    try channel.pipeline.syncOperations.addHandlers([handler, connection])
                } catch {
                    channel.close(promise: nil)
                    throw error
                }
            }
    }

    /// Puts HTTP/2 below a connection, once TLS stands and the server has proved its name: nothing
    /// is sent to any other.
    ///
    /// - Throws: ``ConnectionFailure/tls``, ``ConnectionFailure/noHTTP2``.
    static func speak(
        _ negotiated: String?,
        with connection: APNsConnection,
        to host: String,
        on channel: any Channel
    ) throws(ConnectionFailure) {
        guard (try? ServerName(host).verify(channel)) != nil else { throw .tls }
        guard negotiated == ConnectionTLS.http2 else { throw .noHTTP2 }
        do {
            try channel.pipeline.syncOperations.addHandlers(
                [RecordGatherer(fields: connection.fields), http2(toldTo: connection)],
                position: .before(connection)
            )
        } catch {
            throw .network
        }
    }

    /// Ends TCP at once: TLS would wait for a last word, and read all that comes meanwhile.
    static func cut(_ channel: any Channel) {
        let pipeline = channel.pipeline.syncOperations
        guard let tls = try? pipeline.context(handlerType: NIOSSLClientHandler.self) else {
            return channel.close(promise: nil)
        }
        tls.close(promise: nil)
    }

    /// HTTP/2 with wider limits than NIO's: APNs may change its SETTINGS and reset streams often,
    /// for as long as a connection lasts.
    static func http2(toldTo delegate: any NIOHTTP2FrameDelegate) -> NIOHTTP2Handler {
        // In a second; NIO keeps room for them. Each refusal of a push may bring SETTINGS twice, so
        // that a limit for half a minute would end a connection with some hundred refusals a
        // second.
        let many = 10_000
        let second = TimeAmount.seconds(1)
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 1 << 12),
            // A list of channels has more than the window that HTTP/2 begins with.
            HTTP2Setting(parameter: .initialWindowSize, value: 1 << 23),
        ]
        connection.maximumRecentlyResetStreams = 2 * StreamLimit.ceiling
        connection.maximumConnectionGlitches = .max
        // It takes a tenth of all that a push costs, and would refuse requests whose fields come
        // later (``RequestFields``). Of an answer's fields two are read; the connection looks for
        // the status.
        connection.headerBlockValidation = .disabled
        connection.controlFrameRateLimit.maximumCount = many
        connection.controlFrameRateLimit.windowLength = second
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = many
        stream.streamResetFrameRateLimit.windowLength = second
        stream.streamErrorRateLimit.maximumCount = many
        stream.streamErrorRateLimit.windowLength = second
        return NIOHTTP2Handler(
            mode: .client,
            frameDelegate: delegate,
            connectionConfiguration: connection,
            streamConfiguration: stream
        )
    }

    #if canImport(Darwin)
        private static let keepaliveSilence = NIOBSDSocket.Option(rawValue: TCP_KEEPALIVE)
    #else
        private static let keepaliveSilence = NIOBSDSocket.Option(rawValue: TCP_KEEPIDLE)
    #endif
    private static let keepaliveInterval = NIOBSDSocket.Option(rawValue: TCP_KEEPINTVL)

    /// Has a proxy lay the way to the server, if there is one.
    private static func tunnel(
        _ channel: any Channel,
        to configuration: APNsConfiguration
    ) -> EventLoopFuture<Void> {
        guard let proxy = configuration.proxy else {
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        let promise = channel.eventLoop.makePromise(of: Void.self)
        return channel.eventLoop.makeCompletedFuture {
            let encoder = HTTPRequestEncoder()
            let decoder = ByteToMessageHandler(
                HTTPResponseDecoder(leftOverBytesStrategy: .dropBytes)
            )
            // It goes by itself once the way is laid.
            let connect = NIOHTTP1ProxyConnectHandler(
                targetHost: configuration.uriHost,
                targetPort: configuration.port,
                headers: proxy.headers(toReach: configuration),
                deadline: .now() + TimeAmount(ConnectionMachine.connectLimit),
                promise: promise
            )
            try channel.pipeline.syncOperations.addHandlers([encoder, decoder, connect])
            return NIOLoopBound((encoder, decoder), eventLoop: channel.eventLoop)
        }.flatMap { handlers in
            promise.futureResult.flatMap {
                let pipeline = channel.pipeline.syncOperations
                let (encoder, decoder) = handlers.value
                return pipeline.removeHandler(decoder).and(pipeline.removeHandler(encoder))
            }.map { _ in }
        }.flatMapErrorThrowing { _ in
            channel.close(promise: nil)
            throw ProxyFailure()
        }
    }
}

/// The proxy can't be reached, or lays no way to the server.
struct ProxyFailure: Error {}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP2
import NIOSSL
import SealedPushOpenSSL

/// What a new connection is made of: a write gate, TLS, and behind its end HTTP/2.
struct ConnectionPipeline: Sendable {
    let serverContext: ServerContext
    let tls: NIOSSLContext
    let handshakeLimit: Duration

    /// Begins a connection that was accepted.
    func begin(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard let (number, fault) = serverContext.connected(channel) else { return channel.close() }
        guard fault != .refused else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(WriteGate())
            // Without a further handler nothing that comes has an effect.
            guard fault != .silent else {
                serverContext.began(channel)
                return
            }
            // Who reads no answers sends no more requests.
            try pipeline.addHandler(BackPressureHandler())
            try pipeline.addHandler(NIOSSLServerHandler(context: tls))
            var limit = handshakeLimit
            if case .slowSettings(let delay) = fault { limit += delay }
            let handshake = NIOLoopBound(
                HandshakeLimit(limit, of: channel),
                eventLoop: channel.eventLoop
            )
            // What comes before the last handler is there waits for it.
            try pipeline.addHandler(
                ALPNBufferingHandler { channel, negotiated in
                    // Without a choice of protocols it is known before (RFC 9113, section 3.3).
                    guard negotiated ?? "h2" == "h2" else {
                        return channel.eventLoop.makeFailedFuture(ChannelError.eof)
                    }
                    return speak(on: channel, number, fault, handshake)
                }
            )
        }
    }

    /// Puts HTTP/2 on a connection whose TLS is through, now or later.
    private func speak(
        on channel: any Channel,
        _ number: Int,
        _ fault: ConnectionFault?,
        _ handshake: NIOLoopBound<HandshakeLimit>
    ) -> EventLoopFuture<Void> {
        var delay = Duration.zero
        if case .slowSettings(let duration) = fault { delay = duration }
        return channel.eventLoop.scheduleTask(in: TimeAmount(delay)) {
            guard channel.isActive else { throw ChannelError.eof }
            try addHandlers(to: channel, number, fault, handshake.value)
        }.futureResult
    }

    private func addHandlers(
        to channel: any Channel,
        _ number: Int,
        _ fault: ConnectionFault?,
        _ handshake: HandshakeLimit
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        let certificate = try pipeline.nioSSL_peerCertificate().map { peer in
            let der = try peer.toDERBytes()
            return ProviderCertificate(try Certificate(der: der.span))
        }
        let connection = serverContext.withState {
            $0.connection(number, certificate: certificate, fault: fault)
        }
        let watch = GoAwayWatch()
        try pipeline.addHandler(Self.protocolHandler(for: connection, watch))
        try pipeline.addHandler(handshake)
        let gate = try pipeline.handler(type: WriteGate.self)
        try pipeline.addHandler(
            ConnectionHandler(
                connection,
                serverContext: serverContext,
                gate: gate,
                watch: watch,
                idleLimit: serverContext.idleLimit
            )
        )
    }

    /// HTTP/2, as the server speaks it.
    static func protocolHandler(
        for connection: ConnectionState,
        _ watch: GoAwayWatch
    ) -> NIOHTTP2Handler {
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        settings.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: connection.firstLimit),
            HTTP2Setting(parameter: .maxHeaderListSize, value: headerLimit),
        ]
        // Providers under test break rules in quick succession, and are to be told of each.
        settings.maximumConnectionGlitches = frameLimit
        // What is on its way to streams that were reset ends no connection, however many they are.
        settings.maximumRecentlyResetStreams = ServerContext.openStreamLimit
        settings.controlFrameRateLimit.maximumCount = frameLimit
        settings.controlFrameRateLimit.windowLength = .seconds(1)
        var streams = NIOHTTP2Handler.StreamConfiguration()
        streams.streamResetFrameRateLimit.maximumCount = frameLimit
        streams.streamResetFrameRateLimit.windowLength = .seconds(1)
        streams.streamErrorRateLimit.maximumCount = frameLimit
        streams.streamErrorRateLimit.windowLength = .seconds(1)
        return NIOHTTP2Handler(
            mode: .server,
            frameDelegate: watch,
            connectionConfiguration: settings,
            streamConfiguration: streams
        )
    }

    /// How many bytes the header of a request may have.
    private static let headerLimit = 8_000
    /// How many control frames, resets and errors there may be in a second; a provider confirms
    /// each SETTINGS, and each refusal may bring two.
    private static let frameLimit = 10_000
}

/// The flow-control window of a connection, which its streams share (RFC 9113, section 5.2).
///
/// It is wide enough for the bodies of all streams, and opened again when half of it is used. That
/// of each stream is never opened again: its 65,535 bytes are more than any push has.
enum ReceiveWindow {
    /// How wide it is.
    static let size = 1 << 24
    /// How wide it is at first by the protocol.
    static let protocolSize = 65_535

    /// By how much it is opened when a connection begins.
    static var firstIncrement: Int { size - protocolSize }

    /// By how much it is to be opened where so much of it is left; nil where that is enough.
    static func increment(left: Int) -> Int? {
        left > size / 2 ? nil : size - left
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import NIOSSL
import SealedPushOpenSSL
import Synchronization

/// A server with TLS on a port of this machine, which takes whatever it is asked, in one version of
/// HTTP.
final class TLSRelay: Sendable {
    let roots: NIOSSLTrustRoots
    let port: Int
    private let counter: Counter

    /// How many requests have come.
    var requests: Int { counter.requests }
    /// How many connections are open.
    var connections: Int { counter.connections }

    private init(_ roots: NIOSSLTrustRoots, _ port: Int, _ counter: Counter) {
        self.roots = roots
        self.port = port
        self.counter = counter
    }

    /// Runs one whose certificate has a common name and the names of hosts, up to a version of TLS.
    static func run(
        named name: String,
        for hosts: [String],
        _ version: String,
        upTo newest: TLSVersion? = nil,
        _ body: (TLSRelay) async throws -> Void
    ) async throws {
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 4_000_000_000)
        let identity = try authority.identity(named: name, for: hosts)
        let key = try identity.key.withDERArray { try NIOSSLPrivateKey(bytes: $0, format: .der) }
        let own = try NIOSSLCertificate(bytes: identity.certificate.der, format: .der)
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(own)],
            privateKey: .privateKey(key)
        )
        settings.applicationProtocols = [version]
        settings.minimumTLSVersion = .tlsv1
        settings.maximumTLSVersion = newest
        let context = try NIOSSLContext(configuration: settings)
        let counter = Counter()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context), Answerer(version, counter),
                    ])
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let root = try NIOSSLCertificate(bytes: authority.certificate.der, format: .der)
        let relay = TLSRelay(.certificates([root]), channel.localAddress?.port ?? 0, counter)
        let result: Result<Void, any Error>
        do { result = .success(try await body(relay)) } catch { result = .failure(error) }
        try await channel.close()
        try result.get()
    }

    private final class Counter: Sendable {
        private let counts = Mutex((requests: 0, connections: 0))

        var requests: Int { counts.withLock(\.requests) }
        var connections: Int { counts.withLock(\.connections) }

        func addRequest() { counts.withLock { $0.requests += 1 } }

        func addConnections(_ number: Int) { counts.withLock { $0.connections += number } }
    }

    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let version: String
        private let counter: Counter
        private var received: [UInt8] = []
        private var hasGreeted = false

        init(_ version: String, _ counter: Counter) {
            self.version = version
            self.counter = counter
        }

        func channelActive(context: ChannelHandlerContext) { counter.addConnections(1) }

        func channelInactive(context: ChannelHandlerContext) { counter.addConnections(-1) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received += Array(unwrapInboundIn(data).readableBytesView)
            if version == "h2" { readFrames(context) } else { readText(context) }
        }

        private func readText(_ context: ChannelHandlerContext) {
            guard received.contains(UInt8(ascii: "\n")) else { return }
            received = []
            counter.addRequest()
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            send(Array(answer.utf8), context)
        }

        /// Reads the preface and then frames (RFC 9113, sections 3.4 and 4.1).
        private func readFrames(_ context: ChannelHandlerContext) {
            if !hasGreeted {
                guard received.count >= 24 else { return }
                received.removeFirst(24)
                hasGreeted = true
                // SETTINGS.
                send([0, 0, 0, 4, 0, 0, 0, 0, 0], context)
            }
            while received.count >= 9 {
                let length = received[..<3].reduce(0) { $0 << 8 | Int($1) }
                guard received.count >= 9 + length else { return }
                let (kind, stream) = (received[3], Array(received[5..<9]))
                received.removeFirst(9 + length)
                // HEADERS, which is answered by one with `:status: 200` and nothing behind it.
                guard kind == 1 else { continue }
                counter.addRequest()
                send([0, 0, 1, 1, 5] + stream + [0x88], context)
            }
        }

        private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        }
    }
}

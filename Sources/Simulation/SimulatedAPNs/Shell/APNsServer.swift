// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
public import SealedPushAPNs
import SealedPushOpenSSL

/// A server that plays APNs, for tests of whatever sends pushes: by its rules, and with faults when
/// told.
///
///     var directory = APNsDirectory()
///     directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
///     directory.register(DeviceRegistration(of: "com.example.app", on: "phone"), as: token)
///     try await APNsServer.run(ServerConfiguration(directory)) { server in
///         // Push to localhost:\(server.port), and trust server.roots.
///     }
///
/// It speaks HTTP/2 over TLS 1.2 or later, with a certificate that is made at its start. Its rules
/// are those that Apple documents, at their strictest but for the age at which a provider token may
/// be renewed, and what clients have reported beside (``Observations``). What it does not play: the
/// limit of pushes to one device, and how long Apple's servers take.
public final class APNsServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    /// The certificate that clients are to trust.
    public let roots: TrustedRoots

    private let serverContext: ServerContext
    private let certificate: ServerCertificate

    private init(port: Int, serverContext: ServerContext, certificate: consuming ServerCertificate)
    {
        self.port = port
        self.serverContext = serverContext
        roots = TrustedRoots([certificate.root])
        self.certificate = certificate
    }

    /// Starts a server, and stops it when `body` ends, however it does.
    ///
    /// - Parameters:
    ///   - configuration: How it is to be.
    ///   - watcher: Told of each push when it was decided about, before the answer is sent; on the
    ///     thread of its connection, which waits meanwhile.
    ///   - body: What is done while it runs.
    /// - Returns: What `body` returns.
    /// - Throws: ``ServerError``, what OpenSSL says where no certificate can be made, and what
    ///   `body` throws.
    public static func run<Result>(
        _ configuration: ServerConfiguration,
        watcher: @escaping @Sendable (PushRecord) -> Void = { _ in },
        _ body: (APNsServer) async throws -> Result
    ) async throws -> Result {
        try configuration.check()
        let serverContext = ServerContext(configuration, watcher: watcher)
        let certificate = try ServerCertificate()
        let pipeline = ConnectionPipeline(
            serverContext: serverContext,
            tls: try certificate.context(for: configuration.certificateHosts),
            handshakeLimit: configuration.handshakeLimit
        )
        let listener = try await Listener.start(configuration, pipeline)
        let server = APNsServer(
            port: listener.port,
            serverContext: serverContext,
            certificate: certificate
        )
        do {
            let result = try await body(server)
            await listener.stop(serverContext)
            return result
        } catch {
            await listener.stop(serverContext)
            throw error
        }
    }
}

extension APNsServer {
    /// How much there has been of what.
    public var counts: ServerCounts { serverContext.withState { $0.journal.counts } }

    /// What it did about the latest pushes, in their order.
    public var records: [PushRecord] { serverContext.withState { $0.journal.records } }

    /// When each provider token was first taken, on whatever connection; the first 10,000.
    public var providerTokenTimes: [ServerTime] {
        serverContext.withState { $0.journal.tokenTimes }
    }

    /// A certificate by which a provider may push to one topic without a provider token.
    ///
    /// - Throws: ``SealedPushAPNs/APNsError/keyFile(_:)`` where OpenSSL makes none.
    public func providerCertificate(for topic: String) throws(APNsError) -> APNsCertificate {
        do throws(OpenSSLError) {
            return APNsCertificate(try certificate.provider(of: topic))
        } catch {
            throw .keyFile(KeyFileError(error))
        }
    }

    /// Changes what it knows of keys and devices, in one step.
    public func changeDirectory(_ change: (inout APNsDirectory) -> Void) {
        serverContext.withState { change(&$0.directory) }
    }

    /// Plays another script from its beginning.
    public func play(_ script: FaultScript) {
        serverContext.withState { $0.play(script) }
    }

    /// Takes a device off the network: the latest push of each app waits for it.
    ///
    /// - Parameter device: Its name, as in ``DeviceRegistration/device``.
    public func setOffline(_ device: String) {
        serverContext.withState { $0.setOffline(device) }
    }

    /// Brings a device back onto the network.
    ///
    /// - Parameter device: Its name.
    /// - Returns: What has waited for it and is in time.
    @discardableResult
    public func setOnline(_ device: String) -> [AcceptedPush] {
        serverContext.setOnline(device)
    }

    /// Has pushes to a registered token come to whoever has it.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - receive: Called once for each push that is delivered, before its answer is sent.
    public func connect(
        _ token: APNsDeviceToken,
        _ receive: @escaping @Sendable (AcceptedPush) -> Void
    ) {
        serverContext.connect(token, receive)
    }
}

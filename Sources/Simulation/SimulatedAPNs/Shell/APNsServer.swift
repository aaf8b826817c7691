// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
public import SealedPushAPNs
import SealedPushOpenSSL

/// A server that simulates APNs for tests of push providers, by the rules of APNs and with faults
/// on request.
///
///     var directory = APNsDirectory()
///     directory.add(ProviderKey(key.publicKey, keyID: "ABC123DEFG", teamID: "DEF123GHIJ"))
///     directory.register(DeviceRegistration(of: "com.example.app", on: "phone"), as: token)
///     try await APNsServer.run(ServerConfiguration(directory)) { server in
///         // Push to localhost:\(server.port), and trust server.roots.
///     }
///
/// It speaks HTTP/2 over TLS 1.2 or later, with a certificate that it creates at its start. Its
/// rules are those that Apple documents, in their strictest form except for the age at which a
/// provider token may be renewed, and what clients have reported (``Observations``). It does not
/// simulate the limit of pushes to one device, nor the latency of Apple's servers.
public final class APNsServer: Sendable {
    /// The port of the server.
    public let port: Int
    /// The certificate that clients must trust.
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

    /// Starts a server, and stops it when `body` returns or throws.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the server.
    ///   - watcher: Called with the record of each push, before the answer is sent, on the
    ///     thread of its connection, which waits for it.
    ///   - body: The code that runs while the server runs.
    /// - Returns: The result of `body`.
    /// - Throws: ``ServerError``, the error of OpenSSL if it creates no certificate, and what
    ///   `body` throws.
    public static func run<Result>(
        _ configuration: ServerConfiguration,
        watcher: @escaping @Sendable (PushRecord) -> Void = { _ in },
        _ body: (APNsServer) async throws -> Result
    ) async throws -> Result {
        try configuration.check()
        let serverContext = ServerContext(configuration, watcher: watcher)
        let certificate =
            if let pem = configuration.authority {
                try ServerCertificate(reading: pem)
            } else {
                try ServerCertificate()
            }
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
    /// The counts of the server.
    public var counts: ServerCounts { serverContext.withState { $0.journal.counts } }

    /// The records of the latest requests, in order.
    public var records: [PushRecord] { serverContext.withState { $0.journal.records } }

    /// The times at which provider tokens were first accepted on any connection; the first 10,000.
    public var providerTokenTimes: [ServerTime] {
        serverContext.withState { $0.journal.tokenTimes }
    }

    /// Creates a certificate with which a provider may push to one topic without a provider token.
    ///
    /// - Throws: ``SealedPushAPNs/APNsError/keyFile(_:)`` if OpenSSL creates none.
    public func providerCertificate(for topic: String) throws(APNsError) -> APNsCertificate {
        do throws(OpenSSLError) {
            return APNsCertificate(try certificate.provider(of: topic))
        } catch {
            throw .keyFile(KeyFileError(error))
        }
    }

    /// Changes the keys and devices in one step.
    public func changeDirectory(_ change: (inout APNsDirectory) -> Void) {
        serverContext.withState { change(&$0.directory) }
    }

    /// Starts another script of faults.
    public func play(_ script: FaultScript) {
        serverContext.withState { $0.play(script) }
    }

    /// Disconnects a device: the server keeps the latest push of each app for it.
    ///
    /// - Parameter device: Its name, as in ``DeviceRegistration/device``.
    public func setOffline(_ device: String) {
        serverContext.withState { $0.setOffline(device) }
    }

    /// Connects a device again.
    ///
    /// - Parameter device: Its name.
    /// - Returns: The pushes that were kept and have not expired.
    @discardableResult
    public func setOnline(_ device: String) -> [AcceptedPush] {
        serverContext.setOnline(device)
    }

    /// Delivers pushes for a registered token to a closure.
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

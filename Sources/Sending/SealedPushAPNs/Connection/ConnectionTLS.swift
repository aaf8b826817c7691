// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOSSL
import SealedPushOpenSSL

/// TLS as APNs asks for it: version 1.2 or later, HTTP/2 alone, and a server that proves its name
/// (``ServerName``).
enum ConnectionTLS {
    /// What HTTP/2 is called if the protocol is negotiated (RFC 9113, section 3.2).
    static let http2 = "h2"

    /// What all connections of a client share.
    ///
    /// - Parameters:
    ///   - roots: Who is trusted to say who the server is, or nil for the system's.
    ///   - certificate: What the client shows; the copy of its key is wiped. nil if a token
    ///     authenticates.
    ///   - system: Where the system's roots are.
    /// - Returns: The settings, read once.
    /// - Throws: ``APNsError/identity`` if TLS can't use that, ``APNsError/roots``.
    static func context(
        roots: TrustedRoots?,
        certificate: consuming APNsCertificate?,
        system: SystemRoots = SystemRoots()
    ) throws(APNsError) -> NIOSSLContext {
        var configuration = ServerName.settings
        configuration.applicationProtocols = [http2]
        // A peer that says nothing more is not waited for when a connection ends.
        configuration.shutdownTimeout = .seconds(1)
        if let roots {
            guard !roots.certificates.isEmpty,
                let certificates = try? roots.certificates.map({ try $0.forTLS() })
            else {
                throw .roots
            }
            configuration.trustRoots = .certificates(certificates)
        } else if !system.areThere {
            throw .roots
        }
        // Also if the machine's can't be read: what is wrong otherwise is the identity.
        guard let context = try? NIOSSLContext(configuration: configuration) else { throw .roots }
        guard let certificate else { return context }
        do {
            configuration.certificateChain = try certificate.identity.certificates
                .map { .certificate(try $0.forTLS()) }
            configuration.privateKey = .privateKey(
                try certificate.identity.key.withDERArray { bytes in
                    try NIOSSLPrivateKey(bytes: bytes, format: .der)
                }
            )
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw .identity
        }
    }
}

extension Certificate {
    fileprivate func forTLS() throws -> NIOSSLCertificate {
        try NIOSSLCertificate(bytes: der, format: .der)
    }
}

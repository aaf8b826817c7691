// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import NIOSSL
import SealedPushOpenSSL

/// The certificates of one run of a server: its own, and those of the providers that it gives them
/// to.
struct ServerCertificate: ~Copyable, Sendable {
    private let authority: CertificateAuthority

    /// Makes an authority that only clients with its certificate trust.
    ///
    /// It never expires, because a test's clock may show any date and TLS uses the machine's.
    ///
    /// - Throws: What OpenSSL says.
    init() throws(OpenSSLError) {
        // To the last second of the year 9999 (RFC 5280, section 4.1.2.5).
        authority = try CertificateAuthority(
            named: "Simulated APNs",
            from: 0,
            until: 253_402_300_799
        )
    }

    /// Takes an authority that was made before, as ``ServerConfiguration/authority``.
    init(reading pem: [UInt8]) throws(OpenSSLError) {
        authority = try CertificateAuthority(reading: pem.span)
    }

    /// What clients are to trust.
    var root: Certificate { authority.certificate }

    /// A certificate by which a provider may push to one topic.
    func provider(of topic: String) throws(OpenSSLError) -> TLSIdentity {
        try authority.identity(named: "Provider", userID: topic)
    }

    /// TLS for a server at `hosts`, which takes certificates of this authority and asks for none.
    func context(for hosts: [String]) throws -> NIOSSLContext {
        let identity = try authority.identity(named: "Simulated APNs", for: hosts)
        let key = try identity.key.withDERArray { der in
            try NIOSSLPrivateKey(bytes: der, format: .der)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(identity.certificate))],
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["h2"]
        configuration.trustRoots = .certificates([try NIOSSLCertificate(root)])
        configuration.certificateVerification = .optionalVerification
        return try NIOSSLContext(configuration: configuration)
    }
}

extension NIOSSLCertificate {
    fileprivate convenience init(_ certificate: Certificate) throws {
        try self.init(bytes: certificate.der, format: .der)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import SealedPush
import SealedPushCrypto
import SealedPushOpenSSL

/// The files of a certificate and its key, with which a relay does TLS by itself.
///
/// They are read at the start, and again by a handshake that finds them changed.
struct TLSFiles: Sendable {
    private let certificate: InputFile
    private let key: InputFile

    /// More bytes than a certificate with its chain and key has.
    private static let limit = 1 << 18

    /// Takes the settings of a group; nil without a certificate.
    init?(_ settings: SettingsReader) throws(CommandError) {
        guard let certificate = try settings.text("certificate") else {
            guard try settings.text("key") == nil else {
                throw settings.wrong("key", "given with 'certificate'")
            }
            return nil
        }
        self.certificate = InputFile(certificate)
        key = InputFile(try settings.text("key") ?? certificate)
    }

    /// TLS 1.2 or 1.3 in front of a server of HTTP/1.1.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - logger: Is told if the files have changed.
    /// - Returns: What makes the server with TLS.
    /// - Throws: What is wrong with the files, in one line.
    func serve(
        _ server: HTTPServerBuilder,
        _ logger: Logger
    ) throws(CommandError) -> HTTPServerBuilder {
        let read = { @Sendable () throws(CommandError) in try usable() }
        let renewal = TLSRenewal(of: [certificate.path, key.path], logger, read)
        var configuration = try usable()
        if let renewal { configuration.sslContextCallback = { renewal.answer($1) } }
        do {
            return try .tls(server, tlsConfiguration: configuration)
        } catch {
            throw Self.unusable("TLS can't be done with it", hint: nil)
        }
    }

    /// When the certificate ends that is in the files now.
    var end: Timestamp? {
        guard
            let chain = try? certificate.read("TLS certificate", upTo: Self.limit),
            let certificates = try? Certificate.all(in: chain.span),
            let end = certificates.map(\.notAfter).min()
        else { return nil }
        return Timestamp(timeSince1970: .seconds(max(0, end)))
    }

    /// What the files hold, if TLS can be done with it.
    private func usable() throws(CommandError) -> TLSConfiguration {
        let configuration = try configuration()
        do {
            _ = try NIOSSLContext(configuration: configuration)
            return configuration
        } catch {
            throw Self.unusable("TLS can't be done with it", hint: nil)
        }
    }

    private func configuration() throws(CommandError) -> TLSConfiguration {
        let chain = try certificate.read("TLS certificate", upTo: Self.limit, tooLarge: .usage)
        let secret = try key.readSecret("key of the TLS certificate", upTo: Self.limit)
        return try secret.withBytes { key throws(CommandError) in
            do throws(OpenSSLError) {
                let identity = try TLSIdentity(pem: chain.span, key: key)
                return try Self.configuration(of: identity)
            } catch {
                throw Self.unusable(error.message, hint: error.hintOfPlainKey)
            }
        }
    }

    private static func configuration(
        of identity: borrowing TLSIdentity
    ) throws(OpenSSLError) -> TLSConfiguration {
        do {
            let certificates = try identity.certificates.map { certificate in
                NIOSSLCertificateSource.certificate(
                    try NIOSSLCertificate(bytes: certificate.der, format: .der)
                )
            }
            let key = try identity.key.withDERArray { bytes in
                try NIOSSLPrivateKey(bytes: bytes, format: .der)
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: certificates,
                privateKey: .privateKey(key)
            )
            configuration.minimumTLSVersion = .tlsv12
            // A client that does not say goodbye holds no place of another one.
            configuration.shutdownTimeout = .milliseconds(500)
            configuration.applicationProtocols = ["http/1.1"]
            return configuration
        } catch {
            throw .invalidCertificate
        }
    }

    private static func unusable(_ reason: String, hint: String?) -> CommandError {
        CommandError(
            .storeUnusable,
            name: "unusableCertificate",
            "the TLS certificate can't be used: \(reason)",
            hint: hint
        )
    }
}

extension OpenSSLError {
    /// What to do about a key where no option takes its passphrase.
    var hintOfPlainKey: String? {
        guard self == .passphraseNeeded else { return hint }
        return "'openssl pkey -in FILE -out NEW' writes it without its passphrase"
    }
}

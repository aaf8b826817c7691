// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import SealedPushAPNs
import SealedPushOpenSSL

/// What authenticates who sends: a key for provider tokens, or a certificate.
struct ProviderOptions: ParsableArguments {
    @Option(help: "The team's key, as Apple gave it out: a .p8.")
    var key: InputFile?

    @Option(help: "The id of the key, 10 letters and digits; it stands in the key's name.")
    var keyID: String?

    @Option(help: "The id of the key's team, 10 letters and digits.")
    var teamID: String?

    @Option(help: "In the place of a key, a certificate with its private key: PEM, or PKCS#12.")
    var certificate: InputFile?

    @Option(help: "The private key of the certificate in PEM, where it is a file of its own.")
    var certificateKey: InputFile?

    @Option(help: "A file with the passphrase of the certificate's key; one line feed is dropped.")
    var passphraseFile: InputFile?

    func validate() throws {
        switch (key, certificate) {
        case (.some, nil):
            guard keyID != nil, teamID != nil else {
                throw ValidationError("--key goes with --key-id and --team-id")
            }
            guard certificateKey == nil, passphraseFile == nil else {
                throw ValidationError(
                    "--certificate-key and --passphrase-file go with --certificate"
                )
            }
        case (nil, .some):
            guard keyID == nil, teamID == nil else {
                throw ValidationError("--key-id and --team-id go with --key")
            }
        default: throw ValidationError("give either --key or --certificate")
        }
    }

    /// A client that sends as the provider.
    func client(_ configuration: APNsConfiguration) throws(CommandError) -> APNsClient {
        if let certificate {
            let identity = try identity(certificate)
            do throws(APNsError) {
                return try APNsClient(configuration, identity: identity)
            } catch {
                throw .usage(error.description)
            }
        }
        let file = try key?.read("key") ?? []
        do throws(APNsError) {
            let key = try ProviderTokenKey(
                p8: file.span,
                keyID: keyID ?? "",
                teamID: teamID ?? ""
            )
            return try APNsClient(configuration, tokens: key)
        } catch {
            throw .usage(error.description)
        }
    }

    private func identity(_ file: InputFile) throws(CommandError) -> TLSIdentity {
        let bytes = try file.read("certificate")
        let keyFile = try certificateKey?.read("certificate's key") ?? bytes
        let passphrase = try passphrase()
        do throws(OpenSSLError) {
            guard bytes.isPEM else {
                return try TLSIdentity(pkcs12: bytes.span, passphrase: passphrase.span)
            }
            return try TLSIdentity(
                pem: bytes.span,
                key: keyFile.span,
                passphrase: passphraseFile == nil ? nil : passphrase.span
            )
        } catch {
            throw .usage("the certificate can't be used: \(error)")
        }
    }

    private func passphrase() throws(CommandError) -> [UInt8] {
        var bytes = try passphraseFile?.read("passphrase") ?? []
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }
}

extension [UInt8] {
    /// Whether it is text with blocks as in RFC 7468.
    fileprivate var isPEM: Bool {
        String(decoding: self, as: UTF8.self).contains("-----BEGIN ")
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushAPNs
import SealedPushCrypto

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
            let certificate = try read(certificate)
            do throws(APNsError) {
                return try APNsClient(configuration, certificate: certificate)
            } catch {
                throw CommandError(.usage, error)
            }
        }
        guard let key else { throw .usage("give either --key or --certificate") }
        let file = try key.readSecret("key")
        do throws(APNsError) {
            let key = try file.withBytes { bytes throws(APNsError) in
                try ProviderTokenKey(p8: bytes, keyID: keyID ?? "", teamID: teamID ?? "")
            }
            return try APNsClient(configuration, tokens: key)
        } catch {
            guard case .keyFile = error else { throw CommandError(.usage, error) }
            throw CommandError(
                .storeUnusable,
                name: "unusableKey",
                error.message,
                hint: error.hint
            )
        }
    }

    private func read(_ file: InputFile) throws(CommandError) -> APNsCertificate {
        let passphrase = try passphrase()
        guard let certificateKey else {
            let whole = try file.readSecret("certificate", upTo: Self.limit)
            return try whole.withBytes { bytes throws(CommandError) in
                try read(bytes, key: bytes, passphrase)
            }
        }
        let certificate = try file.read("certificate")
        let key = try certificateKey.readSecret("certificate's key", upTo: Self.limit)
        return try key.withBytes { key throws(CommandError) in
            try read(certificate.span, key: key, passphrase)
        }
    }

    private func read(
        _ certificate: Span<UInt8>,
        key: Span<UInt8>,
        _ passphrase: borrowing SecretBytes
    ) throws(CommandError) -> APNsCertificate {
        do throws(APNsError) {
            return try passphrase.withBytes { passphrase throws(APNsError) in
                guard !certificate.isDER else {
                    return try APNsCertificate(pkcs12: certificate, passphrase: passphrase)
                }
                return try APNsCertificate(
                    pem: certificate,
                    key: key,
                    passphrase: passphraseFile == nil ? nil : passphrase
                )
            }
        } catch {
            throw CommandError(
                .storeUnusable,
                name: "unusableCertificate",
                "the certificate can't be used: \(error.message)",
                hint: error.hint
            )
        }
    }

    private func passphrase() throws(CommandError) -> SecretBytes {
        guard let passphraseFile else { return SecretBytes(count: 0) }
        return try passphraseFile.readSecret("passphrase file").withBytes { bytes in
            let hasLineFeed = bytes.count > 0 && bytes[bytes.count - 1] == UInt8(ascii: "\n")
            return SecretBytes(copying: bytes.extracting(droppingLast: hasLineFeed ? 1 : 0))
        }
    }

    /// More bytes than a certificate with its chain and key has.
    private static let limit = 1 << 18
}

extension Span<UInt8> {
    /// Whether it begins as a sequence of DER does, of more than 127 bytes: no text has its second
    /// byte.
    fileprivate var isDER: Bool { count > 1 && self[0] == 0x30 && self[1] > 0x7F }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushAPNs
import SealedPushCrypto
import SealedPushOpenSSL
import SealedPushRelay

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

    @Option(help: "A file with the passphrase of the key; one line end is dropped.")
    var passphraseFile: InputFile?

    @Option(
        help: """
            Where provider tokens are kept between runs, or 'none'; without it in \
            $XDG_CACHE_HOME/sealedpush or ~/.cache/sealedpush.
            """
    )
    var tokenFolder: NamedPath?

    func validate() throws {
        switch (key, certificate) {
        case (.some, nil):
            guard keyID != nil, teamID != nil else {
                throw ValidationError("--key goes with --key-id and --team-id")
            }
            guard certificateKey == nil else {
                throw ValidationError("--certificate-key goes with --certificate")
            }
        case (nil, .some):
            guard keyID == nil, teamID == nil, tokenFolder == nil else {
                throw ValidationError("--key-id, --team-id and --token-folder go with --key")
            }
        default: throw ValidationError("give either --key or --certificate")
        }
    }

    /// A client that sends as the provider.
    ///
    /// - Parameters:
    ///   - configuration: Where it sends to.
    ///   - keys: The keys that clients of this process share.
    ///   - named: What an option that takes a file is called, for hints.
    /// - Returns: The client.
    /// - Throws: Why it can't, also if the certificate is outside of its time.
    func client(
        _ configuration: APNsConfiguration,
        _ keys: ProviderKeys,
        named: (String) -> String = { "--\($0) FILE" }
    ) throws(CommandError) -> APNsClient {
        if let certificate {
            let certificate = try read(certificate, named)
            try check(certificate.time)
            do throws(APNsError) {
                return try APNsClient(configuration, certificate: certificate)
            } catch {
                throw CommandError(.usage, error)
            }
        }
        guard let key else { throw .usage("give either --key or --certificate") }
        let tokens = try keys.key(
            in: key,
            keyID: keyID ?? "",
            teamID: teamID ?? "",
            passphrase: passphraseFile.map(PassphraseFile.init),
            named: named
        )
        do throws(APNsError) {
            return try APNsClient(configuration, tokens: tokens)
        } catch {
            throw CommandError(.usage, error)
        }
    }

    /// Refuses a certificate outside of its time, and notes that it ends soon.
    private func check(_ time: ClosedRange<Timestamp>) throws(CommandError) {
        let now = Timestamp.now
        let end = MomentText.text(of: time.upperBound)
        guard time.lowerBound <= now else {
            let start = MomentText.text(of: time.lowerBound)
            throw CommandError(
                .storeUnusable,
                name: "certificateNotYetValid",
                "the certificate can't be used before \(start)",
                hint: "check this machine's clock"
            )
        }
        guard now <= time.upperBound else {
            throw CommandError(
                .storeUnusable,
                name: "certificateExpired",
                "the certificate ended on \(end)",
                hint: "make a new one on the developer account's page, and export it with its key"
            )
        }
        if time.upperBound < now.advanced(by: .days(30)) {
            Console.note("the certificate ends on \(end); make a new one before")
        }
    }

    private func read(
        _ file: InputFile,
        _ named: (String) -> String
    ) throws(CommandError) -> APNsCertificate {
        guard let certificateKey else {
            let whole = try file.readSecret("certificate", upTo: Self.limit)
            return try whole.withBytes { bytes throws(CommandError) in
                try read(bytes, key: nil, named)
            }
        }
        let certificate = try file.read("certificate", tooLarge: .usage)
        let key = try certificateKey.readSecret("certificate's key", upTo: Self.limit)
        return try key.withBytes { key throws(CommandError) in
            try read(certificate.span, key: key, named)
        }
    }

    private func read(
        _ file: Span<UInt8>,
        key: Span<UInt8>?,
        _ named: (String) -> String
    ) throws(CommandError) -> APNsCertificate {
        let content = FileContent(of: file)
        // One that is damaged is told as an archive, too.
        let isArchive = content == .archive || content == nil && key == nil && file.isDER
        guard !isArchive || key == nil else {
            throw .usage(
                "--certificate-key goes with a certificate in PEM or DER, not with a .p12",
                hint: "leave it out if the .p12 has the key, or give the certificate as a .cer"
            )
        }
        let passphrase = passphraseFile.map(PassphraseFile.init)
        return try PassphraseFile.opening(by: passphrase, named: named) {
            passphrase throws(APNsError) in
            guard isArchive else {
                return try APNsCertificate(pem: file, key: key, passphrase: passphrase)
            }
            let none = [UInt8]()
            guard let passphrase else {
                return try APNsCertificate(pkcs12: file, passphrase: none.span)
            }
            return try APNsCertificate(pkcs12: file, passphrase: passphrase)
        } failing: { error, hint in
            CommandError(
                .storeUnusable,
                name: "unusableCertificate",
                "the certificate can't be used: \(error.message)",
                hint: self.hint(for: error, named) ?? hint
            )
        }
    }

    /// What to do about a certificate without its key, or a key without its certificate.
    private func hint(for error: APNsError, _ named: (String) -> String) -> String? {
        func isError(_ errors: OpenSSLError...) -> Bool {
            errors.contains { error == .keyFile(KeyFileError($0)) }
        }
        if certificateKey == nil, isError(.noPrivateKey) {
            return "export it as .p12 together with its key"
        }
        if certificateKey == nil, isError(.unexpected(.certificate)) {
            return "name the file of its key: \(named("certificate-key")); or export both as .p12"
        }
        guard isError(.unexpected(.privateKey)) else { return nil }
        return "a key of Apple's for tokens goes with \(named("key"))"
            + "; that of a certificate with \(named("certificate-key")) beside it"
    }

    /// More bytes than a certificate with its chain and key has.
    private static let limit = 1 << 18
}

extension Span<UInt8> {
    /// Whether it begins as a sequence of DER does, of more than 127 bytes: no text has its second
    /// byte.
    fileprivate var isDER: Bool { count > 1 && self[0] == 0x30 && self[1] > 0x7F }
}

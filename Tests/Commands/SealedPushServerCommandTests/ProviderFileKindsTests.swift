// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPush
import SealedPushAPNs
import TestSupport
import Testing

@testable import SealedPushServerCommand

/// Each kind of file that is given as a provider's key or certificate, as `openssl` makes it.
struct ProviderFileKindsTests {
    private let folder = TemporaryFolder()

    init() throws {
        try shell(
            """
            umask 077
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out p384
            openssl pkey -in key -outform DER -out key.der
            openssl pkcs8 -topk8 -in key -passout pass:correct -out encrypted
            openssl pkcs8 -topk8 -in key -passout pass:correct -outform DER -out encrypted.der
            openssl ec -in key -aes128 -passout pass:correct -out traditional
            openssl pkey -in key -pubout -out public
            openssl pkey -in key -pubout -outform DER -out public.der
            openssl req -new -key key -subj /CN=push -out request
            openssl req -in request -outform DER -out request.der
            openssl req -x509 -key key -subj /CN=push -days 200 -out certificate
            openssl x509 -in certificate -outform DER -out certificate.der
            cat certificate key > both
            cat encrypted certificate > both-encrypted
            openssl pkcs12 -export -in both -passout pass:correct -out archive
            openssl pkcs12 -export -in both -passout pass: -out open-archive
            openssl pkcs12 -export -nokeys -in certificate -passout pass: -out keyless-archive
            head -c 200 archive > cut-archive
            head -c 100 key > cut
            head -c 100 certificate.der > cut-certificate.der
            : > empty
            printf '\\n \\r\\n' > blank
            printf 'correct\\n' > right
            printf 'wrong\\n' > wrong
            { cat key; echo; } | sed 's/PRIVATE KEY/OPENSSH PRIVATE KEY/' > ssh
            """
        )
        let text = try String(contentsOfFile: folder.path("key"), encoding: .utf8)
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        try folder.write([0xFF, 0xFE] + little, to: "little")
        try folder.write([0xFE, 0xFF] + big, to: "big")
        try folder.write(little, to: "little-unmarked")
        try folder.write(big, to: "big-unmarked")
        try folder.write([0xEF, 0xBB, 0xBF] + Array(text.utf8), to: "marked")
        try folder.write(text.replacing("\n", with: "\r\n"), to: "windows")
    }

    private func shell(_ script: String) throws {
        try #require(Tool.shell(script, in: folder.path).status == 0)
    }

    /// The error of options, in which a word behind `@` is a file.
    private func error(_ line: String, named: ((String) -> String)? = nil) throws -> CommandError? {
        let arguments = line.split(separator: " ").map { word in
            word.hasPrefix("@") ? folder.path(String(word.dropFirst())) : String(word)
        }
        let options = try ProviderOptions.parse(arguments)
        let (configuration, keys) = (APNsConfiguration(.sandbox), ProviderKeys(keptIn: nil))
        do throws(CommandError) {
            if let named {
                _ = try options.client(configuration, keys, named: named)
            } else {
                _ = try options.client(configuration, keys)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Checks what each line of options comes to: nil, or words of the error and of its hint.
    private func check(
        _ prefix: String,
        _ rows: [(line: String, words: (message: String, hint: String?)?)]
    ) throws {
        for (line, words) in rows {
            let error = try error(prefix + line)
            guard let words else {
                #expect(error == nil, "\(line)")
                continue
            }
            #expect(error?.status == .storeUnusable, "\(line)")
            #expect(error?.message.contains(words.message) == true, "\(line): \(error as Any)")
            guard let hint = words.hint else { continue }
            #expect(error?.hint?.contains(hint) == true, "\(line): \(error as Any)")
        }
    }

    @Test func `each file that is given as a key is taken, or told for what it is`() throws {
        let (encrypted, wrong) = ("the private key is encrypted", "does not open the file")
        let option = "--passphrase-file FILE"
        let (certificate, archive) = ("holds a certificate and no private key", "PKCS#12 archive")
        try check(
            "--key-id ABC123DEFG --team-id DEF123GHIJ --key ",
            [
                ("@key", nil), ("@key.der", nil), ("@marked", nil), ("@windows", nil),
                ("@both", nil),
                ("@encrypted", (encrypted, option)), ("@encrypted.der", (encrypted, option)),
                ("@traditional", (encrypted, option)),
                ("@encrypted --passphrase-file @right", nil),
                ("@encrypted.der --passphrase-file @right", nil),
                ("@traditional --passphrase-file @right", nil),
                ("@encrypted --passphrase-file @wrong", (wrong, nil)),
                ("@encrypted.der --passphrase-file @wrong", (wrong, nil)),
                ("@encrypted.der --passphrase-file @empty", (wrong, "is empty")),
                ("@certificate", (certificate, "--certificate FILE")),
                ("@certificate.der", (certificate, "--certificate FILE")),
                ("@archive", (archive, "--certificate FILE")),
                ("@open-archive", (archive, "--certificate FILE")),
                ("@request", ("a request for a certificate", "was made of it")),
                ("@request.der", ("a request for a certificate", "was made of it")),
                ("@public", ("a public key", "the private key")),
                ("@public.der", ("a public key", "the private key")),
                ("@empty", ("the file is empty", "again")), ("@blank", ("the file is empty", nil)),
                ("@little", ("UTF-16", "UTF-8")), ("@big", ("UTF-16", "UTF-8")),
                ("@little-unmarked", ("UTF-16", "UTF-8")), ("@big-unmarked", ("UTF-16", "UTF-8")),
                ("@ssh", ("OpenSSH", "ssh-keygen")),
                ("@p384", ("a key of P-256 is needed", nil)),
                ("@cut", ("no private key is in the file", ".p8")),
                ("@cut-archive", ("no private key is in the file", ".p8")),
            ]
        )
    }

    @Test func `each file that is given as a certificate is taken, or told for what it is`() throws
    {
        let (wrong, archive) = ("does not open the file", "the file is no PKCS#12 archive")
        let (lone, key) = ("holds a certificate and no private key", "--certificate-key FILE")
        let secret = "holds a private key and no certificate"
        try check(
            "--certificate ",
            [
                ("@both", nil), ("@open-archive", nil), ("@archive --passphrase-file @right", nil),
                ("@archive", (wrong, "--passphrase-file FILE")),
                ("@archive --passphrase-file @wrong", (wrong, nil)),
                ("@archive --passphrase-file @empty", (wrong, "is empty")),
                ("@both-encrypted", ("is encrypted", "--passphrase-file FILE")),
                ("@both-encrypted --passphrase-file @right", nil),
                ("@certificate", (lone, key)), ("@certificate.der", (lone, key)),
                ("@keyless-archive", ("no private key is in the file", "together with its key")),
                ("@key", (secret, "--key FILE")), ("@key.der", (secret, "--key FILE")),
                ("@encrypted", (secret, nil)), ("@encrypted.der", (secret, nil)),
                ("@request", ("a request for a certificate", nil)),
                ("@public.der", ("a public key", nil)), ("@empty", ("the file is empty", nil)),
                ("@little", ("UTF-16", "UTF-8")),
                ("@cut", ("can't be read", "export it again")),
                ("@cut-archive", (archive, "as .p12")), ("@cut-certificate.der", (archive, nil)),
                ("@certificate --certificate-key @key", nil),
                ("@certificate.der --certificate-key @key.der", nil),
                (
                    "@certificate.der --certificate-key @encrypted.der",
                    ("is encrypted", "--passphrase-file FILE")
                ),
                (
                    "@certificate.der --certificate-key @encrypted.der --passphrase-file @right",
                    nil
                ),
                ("@certificate --certificate-key @p384", ("another private key", nil)),
                ("@certificate --certificate-key @certificate", (lone, "its private key")),
                ("@certificate --certificate-key @empty", ("the file is empty", nil)),
                ("@certificate --certificate-key @ssh", ("OpenSSH", "ssh-keygen")),
            ]
        )
    }

    @Test func `a relay's hint names its setting`() throws {
        let line = "--key-id ABC123DEFG --team-id DEF123GHIJ --key @encrypted.der"
        let error = try error(line) { "the setting 'app.chat.\($0)'" }
        #expect(error?.hint?.hasSuffix("the setting 'app.chat.passphrase-file'") == true)
    }

    @Test func `the key of a relay's settings may be encrypted, and the hint works`() async throws {
        func error(_ more: String) async throws -> CommandError? {
            let json = """
                {"apps":["chat"],"app":{"chat":{"topic":"com.example.chat","key-id":"ABC123DEFG",
                "team-id":"DEF123GHIJ","key":"\(folder.path("encrypted.der"))"\(more)}}}
                """
            try folder.write(json, to: "settings.json")
            let command = try ServeCommand.parse(["--config", folder.path("settings.json")])
            let settings = try RelaySettings(try await command.relay.reader(command.server.flags))
            do throws(CommandError) {
                _ = try settings.apps[0].route(ProviderKeys(keptIn: nil))
                return nil
            } catch {
                return error
            }
        }
        #expect(try await error("")?.hint?.contains("'app.chat.passphrase-file'") == true)
        let file = folder.path("right")
        #expect(try await error(#","passphrase-file":"\#(file)""#) == nil)
    }
}

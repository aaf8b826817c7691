// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A relay that does TLS by itself.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ServedTLSTests {
    private let place = TemporaryFolder()
    private var folder: String { place.path }

    init() throws {
        // A root, a certificate of an issuer below it, and one for another key.
        try shell(
            """
            umask 077
            new() { openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -batch "$@"; }
            sign() { openssl x509 -req -days 2 -CAcreateserial -extfile "$1.ext" -out "$1.pem" -in "$1.csr" \
                -CA "$2.pem" -CAkey "$2.key"; }
            echo basicConstraints=critical,CA:TRUE > issuer.ext
            echo subjectAltName=IP:127.0.0.1 > relay.ext
            new -x509 -days 2 -subj /CN=root -keyout root.key -out root.pem
            new -subj /CN=issuer -keyout issuer.key -out issuer.csr && sign issuer root
            new -subj /CN=relay -keyout relay.key -out relay.csr && sign relay issuer
            cat relay.pem issuer.pem > chain.pem
            cat relay.key chain.pem > both.pem
            echo none > none.pem
            cp relay.key open.key && chmod 644 open.key
            openssl pkcs8 -topk8 -in relay.key -passout pass:x -outform DER -out encrypted.key
            """
        )
    }

    @Test(.rules("C-77"), arguments: [["chain.pem", "relay.key"], ["both.pem"]])
    func `a relay shows its certificate with the issuer's`(_ files: [String]) async throws {
        let options = zip(["--tls-certificate", "--tls-key"], files).flatMap { [$0, $1] }
        let relay = try await ServedRelay(
            options + ["--port", "\(Listener.freePort())", "--operator-port", "0"],
            in: folder
        )
        #expect(relay.url.hasPrefix("https://127.0.0.1:"))
        let unknown = try shell("curl -s --cacert root.pem \(relay.url)/e/x")
        #expect(unknown.contains("urn:sealedpush:problem:unknown"))
        for version in ["1.2", "1.3"] {
            let limits = "--tlsv\(version) --tls-max \(version)"
            let status = try shell(
                "curl -s -o answer -w '%{http_code}' \(limits) --cacert root.pem \(relay.url)/m/x"
            )
            // The answer is the relay's: a message is withdrawn there, and never read.
            #expect(status == "405")
        }
        // The client offers it, as far as its own library lets it: 35 is a handshake that failed.
        let old = "curl -s --tls-max 1.1 --tlsv1.0 --ciphers DEFAULT@SECLEVEL=0"
        #expect(try shell("\(old) --cacert root.pem \(relay.url)/ || echo $?") == "35\n")
        // 60 is a certificate of no known issuer, 52 an empty answer to HTTP without TLS.
        #expect(try shell("curl -s \(relay.url)/e/x || echo $?") == "60\n")
        let plain = relay.url.replacing("https", with: "http")
        #expect(try shell("curl -s \(plain)/e/x || echo $?") == "52\n")
        #expect(try shell("curl -s \(relay.operatorURL)/health/live") == #"{"live":true}"#)
        #expect(relay.stop() == 0)
    }

    @Test(.rules("C-78"))
    func `a renewed certificate is shown without a restart, and a broken one is not`()
        async throws
    {
        try shell("cp relay.pem live.pem; cp relay.key live.key; cp -p relay.key old.key")
        let relay = try await ServedRelay(
            ["--tls-certificate", "live.pem", "--tls-key", "live.key"]
                + ["--port", "\(Listener.freePort())", "--operator-port", "0"],
            in: folder
        )
        func serial() throws -> String {
            try shell(
                "openssl s_client -connect 127.0.0.1:\(relay.port) </dev/null 2>/dev/null"
                    + " | openssl x509 -noout -serial"
            )
        }
        func serial(of file: String) throws -> String {
            try shell("openssl x509 -noout -serial -in \(file)")
        }
        let first = try serial(of: "relay.pem")
        #expect(try serial() == first)
        try shell(
            """
            umask 077
            openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -batch -subj /CN=new \
                -keyout new.key -out new.csr
            openssl x509 -req -days 2 -extfile relay.ext -out new.pem -in new.csr \
                -CA issuer.pem -CAkey issuer.key -CAcreateserial
            """
        )
        // The key of the new one is not there yet.
        try shell("cp new.pem live.pem")
        #expect(try serial() == first)
        #expect(try serial() == first)
        try shell("mv new.key live.key")
        let second = try serial(of: "new.pem")
        #expect(second != first)
        #expect(try serial() == second)
        // The bytes of the new one, whole, with the issuer's.
        try shell("cat new.pem issuer.pem > live.pem")
        #expect(try shell("curl -s --cacert root.pem \(relay.url)/e/x").contains("unknown"))
        for change in ["echo none > live.pem", "rm live.pem", "mkfifo live.pem"] {
            try shell(change)
            #expect(try serial() == second)
        }
        try shell("rm live.pem; cp relay.pem live.pem; cp old.key live.key")
        #expect(try serial() == first)
        #expect(relay.stop() == 0)
        let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
        let told = log.split(separator: "\n").filter { $0.contains("stays as it was") }
        // Once each: another key, no certificate, no file.
        #expect(told.count == 3)
        #expect(told.first?.contains("made for another private key") == true)
        #expect(!log.contains(folder))
    }

    @Test(
        .rules("C-77"),
        arguments: [
            ("chain.pem", "root.key", "made for another private key"),
            ("none.pem", "relay.key", "no certificate is in the file"),
            ("chain.pem", "none.pem", "no private key is in the file"),
            ("chain.pem", "chain.pem", "a certificate and no private key"),
            ("relay.key", "relay.key", "a private key and no certificate"),
            ("chain.pem", "encrypted.key", "the private key is encrypted"),
            ("absent.pem", "relay.key", "TLS certificate"),
            ("chain.pem", "absent.key", "key of the TLS certificate"),
            ("chain.pem", "open.key", "open to other users"),
            ("", "relay.key", "the value of '--tls-certificate <tls-certificate>' is empty"),
        ]
    )
    func `a relay with wrong files does not start, and says why`(
        _ certificate: String,
        _ key: String,
        _ reason: String
    ) throws {
        let files = "--tls-certificate '\(certificate)' --tls-key \(key)"
        let told = try shell(
            "sealedpush-server serve --topic a.b \(files) --port \(Listener.freePort()) 2>&1 && echo started"
                + " || true"
        )
        let errors = told.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.count == 1)
        #expect(errors.first?.contains(reason) == true, "\(told)")
        #expect(told.contains("openssl pkey -in FILE -out NEW") == reason.hasSuffix("encrypted"))
        #expect(!told.contains("started"))
        #expect(!FileManager.default.fileExists(atPath: folder + "/relay"))
    }

    /// Runs a script in the folder, in which the built commands are found.
    @discardableResult
    private func shell(_ script: String) throws -> String {
        let run = try Tool.shell(script, in: folder)
        #expect(run.status == 0)
        return run.output
    }
}

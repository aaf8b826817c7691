// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PushTransport
import SealedPushOpenSSL
import TestSupport
import Testing

@testable import SealedPushAPNs

struct ConnectionTLSTests {
    private func file(_ name: String) throws -> [UInt8] {
        try Repository.read("Tests/Sending/SealedPushOpenSSLTests/Samples/\(name)")
    }

    @Test func `an identity is taken as OpenSSL reads it, RSA and P-256`() throws {
        let pem = try file("identity.pem")
        let rsa = try APNsCertificate(pem: pem.span)
        let roots = TrustedRoots(rsa.identity.certificates)
        _ = try ConnectionTLS.context(roots: roots, certificate: rsa)
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 4_000_000_000)
        let p256 = try authority.identity(named: "provider", userID: "com.example.app")
        _ = try ConnectionTLS.context(
            roots: TrustedRoots([authority.certificate]),
            certificate: APNsCertificate(p256)
        )
    }

    @Test func `without an identity the system's roots are enough`() throws {
        _ = try ConnectionTLS.context(roots: nil, certificate: nil)
    }

    @Test func `a machine without roots is told as that, also where it has a folder for them`()
        throws
    {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "sealedpush-roots-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "roots.crt").path()
        var system = SystemRoots(files: [file], folders: [folder.path(), "/nowhere"])
        #expect(throws: APNsError.roots) {
            try ConnectionTLS.context(roots: nil, certificate: nil, system: system)
        }
        let authority = try CertificateAuthority(named: "Tests", from: 0, until: 4_000_000_000)
        let roots = TrustedRoots([authority.certificate])
        _ = try ConnectionTLS.context(roots: roots, certificate: nil, system: system)
        let hashed = folder.appending(path: "ca6e4ad9.0")
        try Data().write(to: hashed)
        #expect(system.areThere)
        try FileManager.default.removeItem(at: hashed)
        try Data().write(to: URL(filePath: file))
        system.folders = []
        #expect(system.areThere)
    }

    @Test func `a client without trusted roots cannot connect, and is told`() throws {
        #expect(throws: APNsError.roots) {
            try ConnectionTLS.context(roots: TrustedRoots([]), certificate: nil)
        }
    }
}

/// Which servers a client takes for the one that it was told to reach.
struct ServerNameTests: ClientSuite {
    /// A certificate, and whether it is one for `host`.
    struct Shown: Sendable, CustomTestStringConvertible {
        let host: String
        let hosts: [String]
        var commonName = "server"
        let isTaken: Bool

        var testDescription: String { "\(host): \(hosts), \(commonName)" }
    }

    @Test(
        .rules("C-37"),
        arguments: [
            Shown(host: "localhost", hosts: ["localhost"], isTaken: true),
            Shown(host: "localhost", hosts: ["LOCALHOST"], isTaken: true),
            // NIO by itself takes it, as the socket has that address.
            Shown(host: "localhost", hosts: ["127.0.0.1", "::1"], isTaken: false),
            Shown(host: "localhost", hosts: ["other.example", "127.0.0.1"], isTaken: false),
            Shown(host: "localhost", hosts: ["other.example"], isTaken: false),
            Shown(host: "localhost", hosts: [], commonName: "localhost", isTaken: false),
            Shown(host: "127.0.0.1", hosts: ["127.0.0.1"], isTaken: true),
            Shown(host: "127.0.0.1", hosts: ["127.0.0.2", "localhost"], isTaken: false),
            Shown(host: "127.0.0.1", hosts: [], commonName: "127.0.0.1", isTaken: false),
        ]
    )
    func `a server is taken by the names that it proves`(_ shown: Shown) async throws {
        try await expect(shown) { _, body in try await body(nil) }
    }

    @Test(
        .rules("C-37"),
        arguments: [
            Shown(host: "api.push.apple.com.", hosts: ["api.push.apple.com"], isTaken: true),
            Shown(host: "api.push.apple.com", hosts: ["*.push.apple.com"], isTaken: true),
            Shown(host: "api.push.apple.com", hosts: ["*.apple.com"], isTaken: false),
            Shown(
                host: "api.push.apple.com",
                hosts: ["api.sandbox.push.apple.com"],
                isTaken: false
            ),
            Shown(host: "api.push.apple.com", hosts: ["127.0.0.1", "localhost"], isTaken: false),
            Shown(
                host: "api.push.apple.com",
                hosts: ["127.0.0.1"],
                commonName: "api.push.apple.com",
                isTaken: false
            ),
            // The proxy has another address.
            Shown(host: "192.0.2.7", hosts: ["192.0.2.7"], isTaken: true),
            Shown(host: "192.0.2.7", hosts: ["127.0.0.1"], isTaken: false),
            Shown(host: "2001:db8::7", hosts: ["2001:db8:0:0::7"], isTaken: true),
            Shown(host: "2001:db8::7", hosts: ["::1", "127.0.0.1"], isTaken: false),
        ]
    )
    func `behind a proxy the server is taken by its names, not the proxy's`(
        _ shown: Shown
    ) async throws {
        try await expect(shown) { peer, body in
            try await OpenProxy.run(to: peer.configuration.port) { port in
                try await body(HTTPProxy(host: "127.0.0.1", port: port))
            }
        }
    }

    /// Sends a push, and looks at what the server saw of it: nothing if it is not the right one.
    private func expect(
        _ shown: Shown,
        way: (Peer, (HTTPProxy?) async throws -> Void) async throws -> Void
    ) async throws {
        try await Peer.run(hosts: shown.hosts, commonName: shown.commonName) { _ in
            [.answer(200)]
        } _: { peer in
            try await way(peer) { proxy in
                let clock = TestTime()
                var configuration = peer.configuration
                configuration.host = shown.host
                configuration.proxy = proxy
                let client = try APNsClient.test(configuration, time: clock.time)
                let push = Task { try await client.send(.sample(0), within: .hours(1)) }
                if shown.isTaken {
                    #expect(try await push.value.isAccepted)
                } else {
                    while peer.ended < 1 || client.load.connections > 0 {
                        try await Task.sleep(for: .milliseconds(2))
                    }
                    clock.advance(by: .hours(1))
                    client.tick()
                    #expect(try await push.value.cause == .notSent(.tls))
                    #expect(peer.frames == 0)
                }
                await client.close(within: .zero)
            }
        }
    }

    @Test(arguments: [
        ("relay.example", "relay.example"), ("relay.example.", "relay.example"),
        ("127.0.0.1", nil), ("::1", nil), ("[::1]", nil), ("127.1", "127.1"),
        ("01.2.3.4", "01.2.3.4"), ("[relay]", "relay"),
    ])
    func `TLS asks for names, and for no address`(_ host: String, _ indication: String?) {
        #expect(ServerName(host).indication == indication)
    }
}

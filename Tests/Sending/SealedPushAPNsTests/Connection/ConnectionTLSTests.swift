// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
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

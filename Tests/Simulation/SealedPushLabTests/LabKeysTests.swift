// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushOpenSSL
import TestSupport
import Testing

@testable import SealedPushLab

/// The certificates and the key of a lab.
@Suite struct LabKeysTests {
    private static func contents(of keys: LabKeys) throws -> [Data] {
        try [keys.root, keys.key, keys.archive, keys.identity].map { try Data(contentsOf: $0) }
    }

    @Test func `they are made once, for their user alone`() throws {
        let folder = TemporaryFolder()
        let place = URL(filePath: folder.path).appending(path: "a/b")
        let first = try LabKeys(in: place, topic: "com.example.app")
        let made = try Self.contents(of: first)
        let second = try LabKeys(in: place, topic: "com.example.app")
        #expect(try Self.contents(of: second) == made)
        #expect(second.authority == first.authority)
        let manager = FileManager.default
        for (file, mode) in [(place, 0o700), (first.key, 0o600), (first.archive, 0o600)] {
            let attributes = try manager.attributesOfItem(atPath: file.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == mode)
        }
        let names = try manager.contentsOfDirectory(atPath: place.path).sorted()
        #expect(
            names == [
                "AuthKey_LAB.p8", "authority.pem", "client.p12", "client.pem", "root.pem",
            ]
        )
    }

    @Test func `a client can use each of them`() throws {
        let folder = TemporaryFolder()
        let keys = try LabKeys(in: URL(filePath: folder.path), topic: "com.example.app")
        let root = try Certificate.all(in: Array(Data(contentsOf: keys.root)).span)
        _ = try P256PrivateKey(reading: Array(Data(contentsOf: keys.key)).span)
        let archive = Array(try Data(contentsOf: keys.archive))
        let client = try TLSIdentity(pkcs12: archive.span, passphrase: Span())
        #expect(client.certificate.pushTopics == ["com.example.app"])
        let pem = try TLSIdentity(pem: Array(Data(contentsOf: keys.identity)).span)
        #expect(pem.certificate == client.certificate)
        #expect(pem.certificates.last == root.first)
    }

    @Test func `another topic gets another certificate of the same authority`() throws {
        let folder = TemporaryFolder()
        let place = URL(filePath: folder.path)
        let first = try LabKeys(in: place, topic: "com.example.app")
        let root = try Data(contentsOf: first.root)
        let second = try LabKeys(in: place, topic: "com.example.other")
        let client = try TLSIdentity(pem: Array(Data(contentsOf: second.identity)).span)
        #expect(client.certificate.pushTopics == ["com.example.other"])
        #expect(try Data(contentsOf: second.root) == root)
    }

    @Test func `labs that start at once for the first time have the same`() async throws {
        let folder = TemporaryFolder()
        let place = URL(filePath: folder.path).appending(path: "keys")
        let authorities = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<16 {
                group.addTask { try LabKeys(in: place, topic: "com.example.app").authority }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(authorities.count == 1)
    }

    @Test func `a damaged authority is told, and stays`() throws {
        let folder = TemporaryFolder()
        let place = URL(filePath: folder.path)
        let keys = try LabKeys(in: place, topic: "com.example.app")
        let file = place.appending(path: "authority.pem")
        try Data(keys.authority.dropLast(40)).write(to: file)
        #expect {
            _ = try LabKeys(in: place, topic: "com.example.app")
        } throws: { error in
            guard case LabKeysError.unusable(let path, _) = error else { return false }
            return path == file.path
        }
        #expect(try Data(contentsOf: file).count == keys.authority.count - 40)
    }

    @Test func `a folder that is a file is told`() throws {
        let folder = TemporaryFolder()
        let place = URL(filePath: folder.path).appending(path: "file")
        try Data().write(to: place)
        #expect(throws: LabKeysError.notWritten(place.path)) {
            _ = try LabKeys(in: place, topic: "com.example.app")
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct TestIdentitiesTests {
    private static let names = ["phone-1", "phone-2", "server-1", "server-2", "person-1"]

    @Test func `every key file is in the list, and the list has no other`() throws {
        let files = try FileManager.default
            .contentsOfDirectory(atPath: "\(Repository.folder)/keys")
            .filter { $0.hasSuffix(".json") }
        #expect(Set(files) == Set(Self.names.map { "\($0).json" }))
        let published = try Self.names.map { try Self.member("publicKey", of: $0) }
        #expect(published == TestIdentities.all.map { Hex.encode($0.span) })
        for identity in TestIdentities.all { #expect(TestIdentities.contains(identity)) }
    }

    @Test(arguments: names)
    func `a key file's seed is the hash of a public text and makes its public key`(
        _ name: String
    ) throws {
        let text = try Self.member("seedText", of: name)
        let seed = SHA256.hash(Array(text.utf8).span)
        #expect(text == "SealedPush published test identity \(name)")
        #expect(try Self.member("seed", of: name) == Hex.encode(seed.span))
        let key = try SigningKey(seed: SecretBytes(copying: seed.span))
        #expect(try Self.member("publicKey", of: name) == Hex.encode(key.publicKey.bytes.span))
    }

    @Test(arguments: names)
    func `a key file begins by saying that it is worthless`(_ name: String) throws {
        let file = try Self.file(name)
        #expect(file.root.members?.first?.key == "warning")
        #expect(file.root["warning"]?.string?.contains("worthless") == true)
    }

    @Test func `another identity is not in the list`() {
        #expect(!TestIdentities.contains(SigningKey().publicKey.bytes))
        #expect(!TestIdentities.contains([]))
    }

    private static func file(_ name: String) throws -> JSONDocument {
        try JSONDocument(reading: Repository.read("keys/\(name).json"))
    }

    private static func member(_ key: String, of name: String) throws -> String {
        try #require(file(name).root["identity"]?[key]?.string)
    }
}

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

@Suite struct IdentityTests {
    /// Little-endian: 0, 1, p - 1, p, p + 1, the two of order 8; each also with its sign bit set.
    private static let refused: [[UInt8]] =
        [
            [UInt8](repeating: 0, count: 32),
            [1] + [UInt8](repeating: 0, count: 31),
            [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
            [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
            [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
            [0xFF] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
            [
                0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF,
                0x98, 0xF0, 0xD5, 0xDF, 0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88,
                0x6D, 0x53, 0xFC, 0x05,
            ],
            [
                0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10,
                0x67, 0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77,
                0x92, 0xAC, 0x03, 0x7A,
            ],
        ]

    @Test(.rules("M-16"), arguments: refused)
    func `an encoding that is not canonical or of small order is no identity`(
        _ encoding: [UInt8]
    ) {
        for sign: UInt8 in [0, 0x80] {
            let bytes = encoding.dropLast() + [encoding[31] | sign]
            #expect(throws: WireError.identityRefused) { try SenderIdentity(reading: bytes.span) }
            #expect(throws: WireError.identityRefused) { try DeviceIdentity(reading: bytes.span) }
        }
    }

    /// The base point; it plus the point of order 2, (-x, -y); and y = 2, which no point has.
    private static let named: [[UInt8]] = [
        [0x58] + [UInt8](repeating: 0x66, count: 31),
        [0x95] + [UInt8](repeating: 0x99, count: 31),
        [2] + [UInt8](repeating: 0, count: 31),
    ]

    @Test(.rules("M-16"), arguments: named)
    func `an identity needs no arithmetic to be read: its signatures tell`(
        _ bytes: [UInt8]
    ) throws {
        let identity = try SenderIdentity(reading: bytes.span)
        #expect(try DeviceIdentity(reading: bytes.span).bytes == identity.bytes)
        let signature = SigningKey().signature(for: bytes.span)
        let isValid = identity.key.isValidSignature(signature.span, for: bytes.span)
        #expect(!isValid)
    }

    @Test(arguments: [0, 1, 31, 33, 64])
    func `an identity has 32 bytes`(_ count: Int) {
        let bytes = [UInt8](repeating: 0x58, count: count)
        #expect(throws: WireError.malformed) { try SenderIdentity(reading: bytes.span) }
        #expect(throws: WireError.malformed) { try DeviceIdentity(reading: bytes.span) }
    }

    @Test func `an identity is read back`() throws {
        let sender = try SenderKeys.sample().identity
        let device = try SampleDevice().device
        #expect(try SenderIdentity(reading: sender.bytes.span) == sender)
        #expect(try DeviceIdentity(reading: device.bytes.span) == device)
        #expect(SenderIdentity.count == 32 && DeviceIdentity.count == 32)
    }

    @Test(arguments: [0, 31, 33])
    func `a sender secret has 32 bytes`(_ count: Int) {
        #expect(throws: CryptoError.wrongLength(expected: 32, got: count)) {
            try SenderKeys(signingKey: SigningKey(), secret: SecretBytes(count: count))
        }
    }

    @Test func `a sender is new each time and prints nothing of itself`() throws {
        #expect(SenderKeys().identity != SenderKeys().identity)
        let sender = SenderKeys()
        let secret = sender.secret.withBytes { [UInt8](copying: $0) }
        let other = SenderKeys().secret.withBytes { [UInt8](copying: $0) }
        #expect(secret != other)
        var printed = "\(sender) \(String(reflecting: sender))"
        dump(sender, to: &printed)
        #expect(!printed.contains("\(secret[0]), \(secret[1])"))
        #expect("\(sender)" == "SenderKeys")
        #expect(Mirror(reflecting: sender).children.isEmpty)
    }
}

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

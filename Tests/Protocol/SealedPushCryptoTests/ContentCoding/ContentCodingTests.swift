// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CryptoTestSupport
import TestSupport
import Testing

@testable import SealedPushCrypto

struct ContentCodingTests {
    /// An example of RFC 8188, section 3: both say "I am the walrus".
    struct Example: Sendable {
        let key: String
        let salt: String
        let recordSize: Int
        let keyID: String
        let firstPadding: Int
        let records: String
    }

    static let walrus = [UInt8]("I am the walrus".utf8)
    static let key = [UInt8](0..<16)

    /// Sizes around the limits of a record, and one of several.
    static let sizes = [0, 1, 65_518, 65_519, 65_520, 131_038, 131_039, 200_000]

    @Test(
        .rules("A-4 A-5"),
        arguments: [
            Example(
                key: "caa76567eb587a67e88129afed6b393d",
                salt: "23506cc6d16db65bf7bbf3a8f78c679b",
                recordSize: 4096,
                keyID: "",
                firstPadding: 0,
                records: "f8d015b9bdaa160044b902916a9a19bbe231908bdadcc101d4f0fe972f138638"
            ),
            Example(
                key: "04edd954fc549672ce45b5463296d3d5",
                salt: "b8d0a45a2358cca4e704df638b7faa58",
                recordSize: 25,
                keyID: "a1",
                firstPadding: 1,
                records: "ce1bc721cff827be03aa746628bf1ca3baa4722458c40f2a05d45be48fa8503d"
                    + "d3c7239d4e114284a60cf74ac2d622a4bfb8"
            ),
        ]
    )
    func `RFC 8188, section 3`(_ example: Example) throws {
        let header = ContentHeader(
            salt: [UInt8](hex: example.salt),
            recordSize: example.recordSize,
            keyID: Array(example.keyID.utf8)
        )
        let key = [UInt8](hex: example.key)
        let file = header.bytes + [UInt8](hex: example.records)
        #expect(try ContentFile.decrypt(file, key: key) == Self.walrus)
        #expect(
            ContentFile.encrypt(
                Self.walrus,
                key: key,
                header: header,
                firstPadding: example.firstPadding
            ) == file
        )
        // Neither has our record size.
        #expect(throws: CryptoError.wrongHeader) {
            try ContentFile.decryptStrictly(file, key: key)
        }
    }

    @Test(.rules("A-4 A-5"), arguments: sizes)
    func `gives back what was encrypted, in the size that was foretold`(_ count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let content = random.bytes(count)
        let file = ContentFile.encrypt(content, key: Self.key)
        #expect(file.count == ContentCoding.encryptedCount(of: count))
        #expect(try ContentFile.decryptStrictly(file, key: Self.key) == content)
    }

    @Test(.rules("A-4 A-5")) func `each file has a salt of its own`() {
        let first = ContentFile.encrypt(Self.walrus, key: Self.key)
        let second = ContentFile.encrypt(Self.walrus, key: Self.key)
        #expect(first.prefix(16) != second.prefix(16))
        #expect(first.dropFirst(21) != second.dropFirst(21))
    }

    @Test func `another key opens nothing`() {
        let file = ContentFile.encrypt(Self.walrus, key: Self.key)
        #expect(throws: CryptoError.cannotOpen) {
            try ContentFile.decryptStrictly(file, key: [UInt8](repeating: 9, count: 16))
        }
    }

    @Test(.rules("A-15")) func `a header of another record size or with a key id is refused`() {
        let file = ContentFile.encrypt(Self.walrus, key: Self.key)
        for (place, byte) in [(18, 2), (19, 1), (17, 0), (16, 1), (20, 1)] as [(Int, UInt8)] {
            var other = file
            other[place] = byte
            #expect(throws: CryptoError.wrongHeader, "byte \(place)") {
                try ContentFile.decryptStrictly(other, key: Self.key)
            }
        }
        #expect(throws: CryptoError.truncated) {
            try ContentFile.decryptStrictly(Array(file.prefix(20)), key: Self.key)
        }
    }

    @Test func `a record size below 18 is none, and a key id is read to its end`() {
        let salt = [UInt8](repeating: 1, count: 16)
        #expect(throws: CryptoError.wrongHeader) {
            try ContentHeader(reading: ContentHeader(salt: salt, recordSize: 17).bytes.span)
        }
        let named = ContentHeader(salt: salt, recordSize: 18, keyID: [7, 8])
        #expect((try? ContentHeader(reading: named.bytes.span)) == named)
        #expect(throws: CryptoError.truncated) {
            try ContentHeader(reading: Array(named.bytes.dropLast()).span)
        }
    }
}

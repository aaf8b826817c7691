// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushSender
import TestSupport
import Testing

struct AttachmentFileTests {
    static let content = [UInt8]((0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    @Test(arguments: [1, 1000, 65_518, 65_519, 65_520, 131_038, 131_039])
    func `a file is opened as it was sealed`(_ count: Int) throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let content = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let file = try AttachmentFile.seal(content)
        #expect(file.bytes.count == file.reference.size)
        #expect(SHA256.hash(file.bytes.span) == file.reference.sha256)
        #expect(try file.open() == content)
    }

    @Test(.rules("A-4 A-5")) func `each file has a key of its own`() throws {
        let first = try AttachmentFile.seal([1, 2, 3])
        let second = try AttachmentFile.seal([1, 2, 3])
        #expect(first.reference.key != second.reference.key)
    }

    @Test(.rules("A-4 A-5")) func `an empty file is refused, before anything counts`() {
        #expect(throws: AttachmentError.empty) { try AttachmentFile.seal([]) }
    }

    @Test(.rules("A-4 A-5"), arguments: [AttachmentReference.FileType.mp3, .png])
    func `a file as large as its type may be is sealed, one byte more is refused`(
        _ type: AttachmentReference.FileType
    ) throws {
        func seal(_ count: Int) throws -> SealedAttachment {
            var left = count
            return try SealedAttachment.seal(type) { target in
                defer { left -= min(left, target.count) }
                return min(left, target.count)
            } writing: { _ in
            }
        }
        let sealed = try seal(type.sizeLimit)
        #expect(throws: Never.self) { try sealed.reference(at: AttachmentFile.url) }
        #expect(throws: AttachmentError.tooLarge) { try seal(type.sizeLimit + 1) }
    }

    @Test func `an error of who reads or writes goes through`() {
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try SealedAttachment.seal(.jpeg) { _ in
                throw Broken()
            } writing: { _ in
            }
        }
        #expect(throws: Broken.self) {
            try SealedAttachment.seal(.jpeg) { _ in
                1
            } writing: { _ in
                throw Broken()
            }
        }
    }

    @Test(.rules("A-15"))
    func `a file of another size is refused, and read no further than that`() throws {
        let file = try AttachmentFile.seal(Self.content)
        for count in [0, 20, 21, 38, file.bytes.count - 1] {
            var cut = file
            cut.bytes.removeSubrange(count...)
            #expect(throws: AttachmentError.wrongFile, "\(count) bytes") { try cut.open() }
        }
        var long = file
        long.bytes.append(0)
        #expect(throws: AttachmentError.wrongFile) { try long.open() }
        var count = 0
        #expect(throws: AttachmentError.wrongFile) {
            try AttachmentOpener.open(file.reference) { target in
                count += target.count
                return target.count
            } writing: { _ in
            }
        }
        #expect(count <= file.bytes.count + 2 * ContentCoding.recordSize)
    }

    @Test(.rules("A-15")) func `another file of the same size has another hash`() throws {
        var file = try AttachmentFile.seal(Self.content)
        file.bytes = try AttachmentFile.seal(Self.content).bytes
        #expect(throws: AttachmentError.wrongFile) { try file.open() }
    }

    @Test(.rules("A-15")) func `another key opens nothing`() throws {
        let file = try AttachmentFile.seal(Self.content)
        let other = AttachmentFile(
            bytes: file.bytes,
            reference: try AttachmentReference(
                url: AttachmentFile.url,
                key: AttachmentKey(),
                sha256: file.reference.sha256,
                size: file.reference.size,
                type: .jpeg
            )
        )
        #expect(throws: AttachmentError.malformedFile) { try other.open() }
    }

    /// Faults that a sender signed: the hash is right, and the file is not what it should be.
    @Test(.rules("A-15")) func `a file that breaks the rules of the coding is refused`() throws {
        let file = try AttachmentFile.seal(Self.content)
        let wholeRecord = 21 + 65_536
        #expect(throws: AttachmentError.malformedFile) {
            try file.referring(to: Array(file.bytes.prefix(wholeRecord))).open()
        }
        #expect(throws: AttachmentError.malformedFile) {
            try file.referring(to: file.bytes.dropLast()).open()
        }
        #expect(throws: AttachmentError.malformedFile) {
            // The record size.
            var bytes = file.bytes
            bytes[17] = 0
            bytes[18] = 1
            return try file.referring(to: bytes).open()
        }
        #expect(throws: AttachmentError.malformedFile) {
            // The key id.
            var bytes = file.bytes
            bytes[20] = 1
            return try file.referring(to: bytes).open()
        }
    }

    @Test(.rules("A-15"))
    func `what follows the last record is refused, and a last record may be empty`() throws {
        // One record, full and the last one, then another.
        let full = try AttachmentFile.seal(Array(Self.content.prefix(65_519)))
        #expect(throws: AttachmentError.malformedFile) {
            try full.referring(to: full.bytes + [1]).open()
        }
        let key = AttachmentKey()
        var bytes: [UInt8] = []
        key.bytes.withBytes { key in
            var encryptor = ContentEncryptor(key: key)
            let capacity = ContentCoding.recordCapacity
            var content = [UInt8](repeating: 0, count: capacity + 1)
            bytes = encryptor.header
            for (count, isLast) in [(capacity, false), (0, true)] {
                encryptor.seal(first: count, of: &content, isLast: isLast).withBytes { record in
                    bytes += [UInt8](copying: record)
                }
            }
        }
        let file = try AttachmentReference(
            url: AttachmentFile.url,
            key: key,
            sha256: SHA256.hash(bytes.span),
            size: bytes.count,
            type: .jpeg
        )
        // A last record without content is right.
        #expect(try AttachmentFile(bytes: bytes, reference: file).open().count == 65_519)
    }

    @Test(.rules("A-15")) func `a file of padding alone is malformed`() throws {
        // Key 00...0f, salt of fives, one record: the delimiter 2 and two zero bytes. Made with Python's cryptography.
        let digits =
            "050505050505050505050505050505050001000000be71b1a9e45d5de47a36b1b7938214c6e4b469"
        let bytes = try #require(Hex.decode(digits))
        let file = AttachmentFile(
            bytes: bytes,
            reference: try AttachmentReference(
                url: AttachmentFile.url,
                key: AttachmentKey(copying: [UInt8](0..<16).span),
                sha256: SHA256.hash(bytes.span),
                size: bytes.count,
                type: .jpeg
            )
        )
        #expect(throws: AttachmentError.malformedFile) { try file.open() }
    }

    /// Damage at random: a file that is not the one that was sealed never opens and never traps.
    @Test(.rules("A-15 C-10")) func `no damage opens and none traps`() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        let file = try AttachmentFile.seal(Self.content)
        for round in 0..<120 {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                // Half of the damage falls on the header and the first bytes.
                let near = Bool.random(using: &generator) ? min(64, bytes.count) : bytes.count
                guard near > 0 else { break }
                let place = Int.random(in: 0..<near, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
                case 1: bytes.removeSubrange(place...)
                case 2: bytes.remove(at: place)
                case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                default: bytes += bytes[place...].prefix(100)
                }
            }
            guard bytes != file.bytes else { continue }
            var damaged = file
            damaged.bytes = bytes
            #expect(throws: AttachmentError.self, "seed \(seed), round \(round)") {
                try damaged.open()
            }
            // Also where the sender signed the damaged file, whatever it is then.
            guard let signed = try? file.referring(to: bytes) else { continue }
            #expect(throws: AttachmentError.self, "seed \(seed), round \(round), signed") {
                try signed.open()
            }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushStore

/// A backup opens only as it was written.
struct BackupFormatTests {
    let place: BackupPlace

    init() throws {
        place = try BackupPlace()
        for number in 0..<3 as Range<UInt8> {
            let contents = [UInt8](repeating: number, count: 40_000)
            _ = try place.store.create(.statements, id: [number], contents: contents.span)
        }
        try place.backUp()
    }

    /// The header and the parts of a backup, each part with its length.
    private func pieces(_ backup: [UInt8]) -> (header: [UInt8], parts: [[UInt8]]) {
        var rest = backup.dropFirst(BackupHeader.count)
        var parts: [[UInt8]] = []
        while !rest.isEmpty {
            let word = Array(rest.prefix(4)).span.bigEndian(UInt32.self, at: 0)
            let count = 4 + Int(word & 0x7FFF_FFFF)
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return (Array(backup.prefix(BackupHeader.count)), parts)
    }

    private func failure(_ backup: [UInt8]) throws -> BackupError? {
        try place.replaceBackup(backup)
        do throws(BackupError) {
            try place.restore(SimulatedFileSystem(place.files.disk))
            return nil
        } catch {
            return error
        }
    }

    @Test func `parts in another order, left out, repeated or from another backup are damage`()
        throws
    {
        let good = try place.backup
        let (header, parts) = pieces(good)
        #expect(parts.count == 3)
        #expect(try failure(header + parts.joined()) == nil)
        try place.files.unlink("/backup")
        try place.backUp()
        let other = pieces(try place.backup)
        let (a, b, c) = (parts[0], parts[1], parts[2])
        for bad in [
            [b, a, c], [a, c], [b, c], [c], [a, a, b, c], [a, b, b, c], [a, b, c, c], [a, b, c, a],
            [a, other.parts[1], c], [a, b, other.parts[2]], other.parts,
        ] {
            #expect(try failure(header + bad.joined()) == .damaged)
        }
        #expect(try failure(other.header + parts.joined()) == .damaged)
    }

    @Test func `the mark of the last part can't be set or taken away`() throws {
        let (header, parts) = pieces(try place.backup)
        for number in 0..<3 {
            var bad = parts
            bad[number][0] ^= 0x80
            #expect(try failure(header + bad.joined()) == .damaged)
            #expect(try failure(header + bad[...number].joined()) == .damaged)
        }
    }

    @Test func `a backup that was cut is told as such, one that was extended as damaged`() throws {
        let good = try place.backup
        let (_, parts) = pieces(good)
        let ends = parts.indices.map { number in
            BackupHeader.count + parts[..<number].reduce(0) { $0 + $1.count }
        }
        let near = ends.flatMap { [$0, $0 + 1, $0 + 3, $0 + 4, $0 + 5] }
        for count in Array(18..<BackupHeader.count) + near + [good.count - 1] {
            #expect(try failure(Array(good.prefix(count))) == .truncated, "\(count)")
        }
        for count in 0..<18 {
            #expect(try failure(Array(good.prefix(count))) == .notABackup)
        }
        for more in [[0], [UInt8](repeating: 0, count: 100), good] {
            #expect(try failure(good + more) == .damaged)
        }
    }

    @Test func `every flipped bit of a small backup is refused`() throws {
        let small = try BackupPlace()
        _ = try small.store.create(.senders, id: [1], contents: [2, 3].span)
        try small.backUp()
        let good = try small.backup
        #expect(good.count < 150)
        for bit in 0..<good.count * 8 {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            let expected: Set<BackupError> =
                switch bit / 8 {
                case ..<18: [.notABackup]
                case 18: [.tooOld(version: Int(bad[18])), .tooNew(version: Int(bad[18]))]
                case ..<BackupHeader.count: [.damaged]
                case ..<(BackupHeader.count + 4): [.damaged, .truncated]
                default: [.damaged]
                }
            let error = try failure(bad)
            #expect(error.map(expected.contains) == true, "bit \(bit): \(error as Any)")
        }
        #expect(try failure(good) == nil)
    }

    @Test func `parameters beyond the limits are refused before any work`() throws {
        var bad = try place.backup
        bad[19] = 0xFF
        let sum = SHA256.hash { input in
            input.update(Array("SealedPush v1 backup header\0".utf8).span)
            input.update(Array(bad.prefix(59)).span)
        }
        bad.replaceSubrange(59..<67, with: sum.prefix(8))
        #expect(try failure(bad) == .damaged)
    }

    @Test func `a part opens by hand, as the format is written down`() throws {
        let small = try BackupPlace()
        _ = try small.store.create(.pins, id: [1], contents: [2, 3].span)
        try small.backUp()
        let file = try small.backup
        #expect(file.starts(with: Array("SealedPush backup\0".utf8) + [2, 0, 0, 0, 8, 0, 0, 0, 1]))
        let secret = try Argon2id(memory: 8, passes: 1).deriveKey(
            from: Array(BackupPlace.passphrase.utf8).span,
            salt: Array(file[27..<43]).span
        )
        var key = [UInt8](repeating: 0, count: 32)
        var keySpan = key.mutableSpan
        secret.withBytes { secret in
            HKDF.expand(key: secret, into: &keySpan) {
                $0.update(Array("SealedPush v1 backup key\0".utf8))
            }
        }
        let plaintext: [UInt8] = [4] + Array("pins".utf8) + [0, 1, 1, 0, 2, 2, 3]
        let length: [UInt8] = [0x80, 0, 0, UInt8(40 + plaintext.count)]
        #expect(Array(file[67..<71]) == length)
        let data =
            Array("SealedPush v1 backup part\0".utf8) + file[..<67] + [0, 0, 0, 0, 0, 0, 0, 0]
            + length
        var opened = [UInt8](repeating: 0, count: plaintext.count)
        var span = opened.mutableSpan
        try XChaCha20Poly1305.open(
            Array(file[95...]).span,
            key: key.span,
            nonce: Array(file[71..<95]).span,
            authenticating: data.span,
            into: &span
        )
        #expect(opened == plaintext)
    }

    @Test(
        .rules("V-1 V-2"),
        arguments: [
            [0], [9], [1, 0x78], [4, 0x70, 0x69, 0x6E, 0x73], [4, 0x70, 0x69, 0x6E, 0x73, 0, 1],
            [4, 0x70, 0x69, 0x6E, 0x73, 0, 1, 7, 0, 2, 1], [4, 0x70, 0x69, 0x6E, 0x73, 0, 1, 7, 0],
            [6] + Array("device".utf8) + [0, 1, 1, 0, 1, 1],
            [7] + Array("prekeys".utf8) + [0, 0, 0, 0],
            [6] + Array("claims".utf8) + [0, 0, 0, 0], [5] + Array("other".utf8) + [0, 0, 0, 0],
            [4, 0x70, 0x69, 0x6E, 0x73, 0, 0, 0, 0, 4, 0x70, 0x69, 0x6E, 0x73, 0, 0, 0, 0],
            [8] + Array("settings".utf8) + [0, 11] + RestoreNote.id + [0, 1, 1],
        ] as [[UInt8]]
    )
    func `what a backup of ours never holds is damage, and leaves no store`(entries: [UInt8])
        throws
    {
        let keyed = try BackupHeader.make(
            passphrase: SecretBytes(BackupPlace.passphrase),
            parameters: Argon2id(memory: 8, passes: 1)
        )
        let part = BackupPart(number: 0, isLast: true, count: entries.count)
        let sealed = part.seal(
            entries.span,
            key: keyed.key,
            header: keyed.header,
            sealer: place.store.sealer
        )
        try place.replaceBackup(keyed.header.bytes + sealed)
        #expect(throws: BackupError.damaged) { try place.restore() }
        #expect(try place.files.names(in: "/").sorted() == ["backup", "store"])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushStore

/// What is on disk opens only where it was written, and only as it was written.
struct SealedRecordTests {
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore

    init() throws {
        store = try RecordStore.create(at: folder.store, key: .folder)
    }

    /// The only file of a kind.
    private func file(of kind: RecordKind) throws -> String {
        let files = try folder.files(in: kind.folder)
        return try #require(files.count == 1 ? files.first : nil)
    }

    @Test func `every flipped bit of a record is refused`() throws {
        _ = try store.create(.pins, id: [1], contents: [2, 3].span)
        let file = try file(of: .pins)
        let good = try folder.bytes(file)
        for bit in 0..<good.count * 8 {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            try folder.overwrite(file, bad)
            #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [1]) }
        }
        try folder.overwrite(file, good)
        #expect(try store.read(.pins, id: [1]) == [2, 3])
    }

    @Test func `a record cut or extended by any length is refused`() throws {
        _ = try store.create(.pins, id: [1], contents: [2, 3].span)
        let file = try file(of: .pins)
        let good = try folder.bytes(file)
        let bad =
            (0..<good.count).map { Array(good.prefix($0)) }
            + (1...64).map { good + [UInt8](repeating: 0, count: $0) }
        for bytes in bad {
            try folder.overwrite(file, bytes)
            #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [1]) }
        }
    }

    @Test func `records whose files were exchanged are damaged, and hide no other`() throws {
        for number in 1...3 as ClosedRange<UInt8> {
            _ = try store.create(.pins, id: [number], contents: [number].span)
        }
        let paths = [[1], [2]].map { store.path(of: $0, kind: .pins).text }
        let files = try paths.map { try folder.bytes($0) }
        try folder.overwrite(paths[0], files[1])
        try folder.overwrite(paths[1], files[0])
        for id in [1, 2] as [UInt8] {
            #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [id]) }
        }
        #expect(try store.list(.pins).failures == [.corrupted, .corrupted])
        #expect(try store.read(.pins, id: [3]) == [3])
    }

    @Test(.rules("C-23"))
    func `a record copied to another name, kind or store is refused`() throws {
        _ = try store.create(.pins, id: [1], contents: [2, 3].span)
        let place = try file(of: .pins)
        let record = try folder.bytes(place)
        let other = TemporaryFolder.inMemory()
        try copyStore(to: other)

        try folder.overwrite("pins/\(store.sealer.name(of: [2].span, kind: .pins))", record)
        #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [2]) }

        for name in [place, "pins/\(store.sealer.name(of: [1].span, kind: .used))"] {
            try folder.overwrite(name.replacing("pins/", with: "used/"), record)
        }
        #expect(throws: StoreError.corrupted) { try store.read(.used, id: [1]) }
        #expect(try store.list(.used).failures == [.corrupted, .corrupted])

        let second = try RecordStore.open(at: other.store, key: .file(other.path("key")))
        #expect(second.id != store.id)
        try other.overwrite("pins/\(second.sealer.name(of: [1].span, kind: .pins))", record)
        #expect(throws: StoreError.corrupted) { try second.read(.pins, id: [1]) }
    }

    /// Makes another store under the same key.
    private func copyStore(to other: TemporaryFolder) throws {
        let key = try folder.bytes("key")
        try POSIXFileSystem().create(other.path("key"), contents: key.span)
        _ = try RecordStore.create(at: other.store, key: .file(other.path("key")))
    }

    @Test func `a frame that another id was sealed into is refused at its place`() throws {
        let path = store.path(of: [1], kind: .pins)
        let frame = try RecordFrame(id: [2].span, contents: [3].span, block: 1)
        let sealed = frame.withBytes { store.sealer.seal($0, at: path) }
        try folder.overwrite(path.text, sealed)
        #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [1]) }
    }

    @Test func `a record's file opens by hand, as the design writes it down`() throws {
        _ = try store.create(.pins, id: [1], contents: [2, 3].span)
        let key = try folder.bytes("key")
        let keys = StoreKeys(
            splitting: SecretBytes(copying: key.span),
            storeID: store.sealer.storeID
        )
        let name = keys.withKey(for: .name) { key in
            HMACSHA256.code(key: key) { $0.update((Array("pins".utf8) + [0, 1]).span) }
        }
        let path = "pins/" + Hex.encode(name.span.extracting(first: 16))
        let sealed = try folder.bytes(path)
        let associatedData =
            Array("SealedPush v1 record\0".utf8) + store.id + [0, UInt8(path.utf8.count)]
            + Array(path.utf8)
        var opened = [UInt8](repeating: 0, count: sealed.count - 40)
        var span = opened.mutableSpan
        try keys.withKey(for: .record) { key throws(CryptoError) in
            try XChaCha20Poly1305.open(
                sealed.span.extracting(droppingFirst: 24),
                key: key,
                nonce: sealed.span.extracting(first: 24),
                authenticating: associatedData.span,
                into: &span
            )
        }
        #expect(opened == [0, 1, 1, 0, 2, 2, 3])
    }

    @Test func `the same contents are never sealed to the same bytes`() throws {
        var seen: Set<[UInt8]> = []
        for _ in 0..<20 {
            try store.replace(.states, id: [1], contents: [2].span)
            seen.insert(Array(try folder.bytes(file(of: .states)).prefix(24)))
        }
        #expect(seen.count == 20)
    }

    @Test func `names are hex of a keyed hash and differ by id, kind and store`() throws {
        let name = store.sealer.name(of: [1].span, kind: .pins)
        #expect(name.utf8.count == 32 && Hex.decode(name) != nil)
        #expect(name != store.sealer.name(of: [2].span, kind: .pins))
        #expect(name != store.sealer.name(of: [1].span, kind: .used))
        let other = TemporaryFolder.inMemory()
        let second = try RecordStore.create(at: other.store, key: .folder)
        #expect(name != second.sealer.name(of: [1].span, kind: .pins))
    }

    @Test(arguments: [(0, 256), (1, 256), (251, 256), (252, 512), (600, 768)])
    func `contacts are padded to 256 bytes`(contents: Int, padded: Int) throws {
        let contents = [UInt8](repeating: 1, count: contents)
        _ = try store.create(.contacts, id: [1], contents: contents.span)
        #expect(try folder.bytes(file(of: .contacts)).count == 40 + padded)
        #expect(try store.read(.contacts, id: [1]) == contents)
    }

    @Test func `a frame with anything but zeros behind its contents is refused`() throws {
        let frame = try RecordFrame(id: [1].span, contents: [2].span, block: 8)
        let bytes = frame.withBytes { Array(copying: $0) }
        #expect(bytes == [0, 1, 1, 0, 1, 2, 0, 0])
        for bad in [
            [], [0], [0, 1, 1, 0], [0, 1, 1, 0, 2, 2], [0, 9, 1, 0, 1, 2, 0, 0],
            [0, 1, 1, 0, 1, 2, 0, 1], [0, 1, 1, 0, 1, 2], bytes + [UInt8](repeating: 0, count: 8),
        ] as [[UInt8]] {
            #expect(throws: StoreError.corrupted) {
                _ = try RecordFrame(reading: SecretBytes(copying: bad.span), block: 8)
            }
        }
    }

    @Test func `a record of 64 KiB fits, a byte more is refused`() throws {
        let most = [UInt8](repeating: 7, count: 64 * 1024 - 40 - 4 - 1)
        #expect(try store.create(.pins, id: [1], contents: most.span))
        #expect(try store.read(.pins, id: [1]) == most)
        #expect(throws: StoreError.recordTooLarge) {
            try store.create(.pins, id: [2], contents: (most + [7]).span)
        }
        try folder.overwrite(file(of: .pins), [UInt8](repeating: 7, count: 64 * 1024 + 1))
        #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [1]) }
    }

    @Test(.rules("C-23"))
    func `no name, content or id stands in clear anywhere in the folder`() throws {
        let word = Array("Ada Lovelace".utf8)
        try store.replace(.contacts, id: word, contents: word.span)
        try store.replace(.settings, id: word, contents: word.span)
        for kind in RecordKind.all {
            for file in try folder.files(in: kind.folder) {
                let text = try folder.bytes(file) + Array(file.utf8)
                #expect(!text.contains(word))
            }
        }
    }
}

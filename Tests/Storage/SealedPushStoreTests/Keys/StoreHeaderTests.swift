// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

struct StoreHeaderTests {
    let folder = TemporaryFolder.inMemory()

    /// The names and the values of the header's lines.
    private func lines() throws -> (names: [String], values: [String]) {
        let text = String(decoding: try folder.bytes("store"), as: UTF8.self)
        let words = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        return (words.map { $0[0] }, words.map { $0[1] })
    }

    @Test func `the header is plain lines and holds no key`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let (names, values) = try lines()
        #expect(names == ["format", "id", "key", "access", "check", "sum"])
        #expect(values[0] == "3")
        #expect(values[2] == "folder")
        #expect(values[3] == "after-first-unlock")
        let key = try folder.bytes("key")
        #expect(!values.contains(Hex.encode(key.span)))
    }

    @Test func `a passphrase's parameters stand in the header`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .passphrase(SecretBytes("word")))
        let (names, values) = try lines()
        let expected = [
            "format", "id", "key", "access", "memory", "passes", "salt", "wrapped", "check", "sum",
        ]
        #expect(names == expected)
        #expect(values[4] == "8")
        #expect(values[6].utf8.count == 32)
    }

    @Test func `every flipped bit of a header is damage or another format`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        try checkEveryBit()
    }

    @Test func `so it is in the header of a passphrase store`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .passphrase(SecretBytes("word")))
        try checkEveryBit()
    }

    private func checkEveryBit() throws {
        let good = try folder.bytes("store")
        for bit in 0..<good.count * 8 {
            var bad = good
            bad[bit / 8] ^= 1 << (bit % 8)
            let error = #expect(throws: StoreError.self) { try StoreHeader(reading: bad) }
            switch error {
            case .tooNew(let version): #expect(version > 3, "bit \(bit)")
            case .tooOld(let version): #expect(1...2 ~= version, "bit \(bit)")
            default: #expect(error == .corrupted, "bit \(bit)")
            }
        }
    }

    @Test func `a header written in another way is refused`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let good = try folder.bytes("store")
        let text = String(decoding: good, as: UTF8.self)
        let others = [
            text + "\n", " " + text, text.replacing("\n", with: ""), "more 1\n" + text,
            text + text, String(text.dropLast(3)), "", "\n", "{}",
        ]
        for other in others {
            #expect(throws: StoreError.corrupted) {
                try StoreHeader(reading: Array(other.utf8))
            }
        }
    }

    @Test func `a later format is told from damage`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        try folder.overwrite("store", Array("format 4\nanything\n".utf8))
        #expect(throws: StoreError.tooNew(version: 4)) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        #expect(throws: StoreError.tooNew(version: 4)) {
            try RecordStore.keyKind(at: folder.store)
        }
    }

    @Test func `a store of an earlier edition is refused with a sentence`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let header = String(decoding: try folder.bytes("store"), as: UTF8.self)
        try folder.overwrite("store", Array(header.replacing("format 3", with: "format 2").utf8))
        #expect(throws: StoreError.tooOld(version: 2)) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        #expect(StoreError.tooOld(version: 2).message.contains("an earlier edition"))
    }

    @Test(arguments: [
        ("memory 8\n", "memory 1048577\n"), ("memory 8\n", "memory 7\n"),
        ("passes 1\n", "passes 11\n"), ("passes 1\n", "passes 0\n"),
        ("passes 1\n", "passes 4294967297\n"),
    ])
    func `parameters beyond the limits are refused before any work`(
        good: String,
        bad: String
    ) throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .passphrase(SecretBytes("word")))
        let text = String(decoding: try folder.bytes("store"), as: UTF8.self)
        #expect(text.contains(good))
        #expect(throws: StoreError.corrupted) {
            try StoreHeader(reading: Array(text.replacing(good, with: bad).utf8))
        }
    }

    @Test func `records without a header are damage, nothing at all is empty`() throws {
        #expect(throws: StoreError.empty) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        #expect(throws: StoreError.empty) { try RecordStore.open(at: folder.path, key: .folder) }
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        try POSIXFileSystem().unlink(folder.store + "/store")
        #expect(throws: StoreError.corrupted) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
    }

    @Test(arguments: ["pins", "claims", "tmp"])
    func `a store that loses one of its folders while it is open is damaged`(name: String) throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let store = try RecordStore.open(at: folder.store, key: .folder)
        try POSIXFileSystem().removeFolder("\(folder.store)/\(name)")
        switch name {
        case "pins":
            #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [1]) }
            #expect(throws: StoreError.corrupted) { try store.remove(.pins, id: [1]) }
            #expect(throws: StoreError.corrupted) { try store.list(.pins) }
            fallthrough
        case "tmp":
            #expect(throws: StoreError.corrupted) {
                _ = try store.create(.pins, id: [1], contents: [2].span)
            }
        default:
            let book = ClaimBook(of: store)
            #expect(throws: StoreError.corrupted) { try book.prepare(Samples.prekey) }
            #expect(throws: StoreError.corrupted) { try book.rebuildUnfinished() }
        }
    }
}

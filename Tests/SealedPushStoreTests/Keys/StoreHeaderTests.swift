// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@testable import SealedPushStore

struct StoreHeaderTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the header is plain JSON and holds no key`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let header = try folder.bytes("store")
        let root = try JSONDocument(reading: header).root
        #expect(root.members?.map(\.key) == ["format", "id", "key", "access", "check", "sum"])
        #expect(root["format"]?.integer == 1)
        #expect(root["access"]?.string == "after-first-unlock")
        #expect(root["key"]?.string == "folder")
        let key = try folder.bytes("key")
        #expect(!String(decoding: header, as: UTF8.self).contains(Hex.encode(key.span)))
    }

    @Test func `a passphrase's parameters stand in the header`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .passphrase(SecretBytes("word")))
        let root = try JSONDocument(reading: folder.bytes("store")).root
        #expect(
            root.members?.map(\.key)
                == [
                    "format", "id", "key", "access", "memory", "passes", "salt", "wrapped", "check",
                    "sum",
                ]
        )
        #expect(root["memory"]?.integer == 8)
        #expect(root["salt"]?.string?.utf8.count == 32)
    }

    @Test func `every flipped bit of a header is damage or a later format`() throws {
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
            if case .tooNew(let version) = error {
                #expect(version > 1, "bit \(bit)")
            } else {
                #expect(error == .corrupted, "bit \(bit)")
            }
        }
    }

    @Test func `a header written in another way is refused`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let good = try folder.bytes("store")
        let text = String(decoding: good, as: UTF8.self)
        let others = [
            text + "\n", " " + text, text.replacing("\n", with: ""),
            text.replacing("{", with: "{\n  \"more\": 1,"), String(text.dropLast(3)), "", "{}",
            "[]",
        ]
        for other in others {
            #expect(throws: StoreError.corrupted) {
                try StoreHeader(reading: Array(other.utf8))
            }
        }
    }

    @Test func `a later format is told from damage`() throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        try folder.overwrite("store", Array(#"{"format": 2, "anything": true}"#.utf8))
        #expect(throws: StoreError.tooNew(version: 2)) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        #expect(throws: StoreError.tooNew(version: 2)) {
            try RecordStore.keyKind(at: folder.store)
        }
    }

    @Test(arguments: [
        ("\"memory\": 8,", "\"memory\": 1048577,"), ("\"memory\": 8,", "\"memory\": 7,"),
        ("\"passes\": 1,", "\"passes\": 11,"), ("\"passes\": 1,", "\"passes\": 0,"),
        ("\"passes\": 1,", "\"passes\": 4294967297,"),
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

    @Test(arguments: ["pins", "claims", "parked", "tmp"])
    func `a store that lost one of its folders is damaged`(name: String) throws {
        _ = try RecordStore.makeCheaply(at: folder.store, key: .folder)
        let store = try RecordStore.open(at: folder.store, key: .folder)
        try POSIXFileSystem().removeFolder("\(folder.store)/\(name)")
        #expect(throws: StoreError.corrupted) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        switch name {
        case "parked":
            #expect(throws: StoreError.corrupted) { try ParkedBook(at: folder.store) }
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
            #expect(throws: StoreError.corrupted) { _ = try book.undelivered() }
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import SealedPushStore
import Testing

struct RecordListingTests {
    let folder: TemporaryFolder
    let store: RecordStore

    init() throws {
        folder = try TemporaryFolder()
        store = try RecordStore.create(at: folder.store, key: .folder)
        for number in 0..<4 as Range<UInt8> {
            _ = try store.create(.pins, id: [number], contents: [number].span)
        }
    }

    @Test func `one damaged record is reported and hides no other`() throws {
        let file = try folder.files(in: "pins")[1]
        try folder.overwrite(file, [1, 2, 3])
        let listing = try store.list(.pins)
        #expect(listing.failures == [.corrupted])
        #expect(listing.records.count == 3)
        #expect(listing.records.allSatisfy { $0.id == $0.contents })
    }

    @Test func `a file that is none of ours is reported`() throws {
        try folder.overwrite("pins/notes.txt", [1, 2, 3])
        let listing = try store.list(.pins)
        #expect(listing.failures == [.corrupted])
        #expect(listing.records.count == 4)
    }

    @Test func `secrets are lent one by one`() throws {
        _ = try store.create(.senders, id: [1], contents: [7].span)
        _ = try store.create(.senders, id: [2], contents: [8].span)
        var sum = 0
        let failures = try store.forEach(.senders) { id, contents in
            sum += Int(id[0]) * Int(contents[0])
        }
        #expect(failures == [])
        #expect(sum == 23)
    }

    @Test func `a listed record never shows what it holds`() throws {
        try store.replace(.contacts, id: Array("Ada".utf8), contents: Array("Lovelace".utf8).span)
        let record = try #require(try store.list(.contacts).records.first)
        var dumped = ""
        dump(record, to: &dumped)
        for text in ["\(record)", String(reflecting: record), dumped] {
            #expect(text.contains("Record of 8 bytes"))
            #expect(!text.contains("76") && !text.contains("65"))
        }
    }

    @Test func `records of a kind that never change can't be replaced`() async {
        await #expect(processExitsWith: .failure) {
            let folder = try TemporaryFolder()
            let store = try RecordStore.create(at: folder.store, key: .folder)
            try store.replace(.prekeys, id: [1], contents: [2].span)
        }
    }
}

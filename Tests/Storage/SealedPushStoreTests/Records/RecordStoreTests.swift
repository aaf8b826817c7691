// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import SealedPushStore
import Testing

struct RecordStoreTests {
    let folder: TemporaryFolder
    let store: RecordStore

    init() throws {
        folder = try TemporaryFolder()
        store = try RecordStore.create(at: folder.store, key: .folder)
    }

    @Test func `what was created is read again, also after opening`() throws {
        #expect(try store.create(.device, id: [1], contents: [2, 3].span))
        #expect(try store.read(.device, id: [1]) == [2, 3])
        let opened = try RecordStore.open(at: folder.store, key: .folder)
        #expect(try opened.read(.device, id: [1]) == [2, 3])
        #expect(try opened.read(.device, id: [2]) == nil)
    }

    @Test func `a record that is there is not created again`() throws {
        #expect(try store.create(.epochs, id: [1], contents: [2].span))
        #expect(try !store.create(.epochs, id: [1], contents: [3].span))
        #expect(try store.read(.epochs, id: [1]) == [2])
        #expect(try folder.files(in: "tmp") == [])
    }

    @Test func `replacing puts a record in place, whether there was one or not`() throws {
        try store.replace(.states, id: [1], contents: [2].span)
        #expect(try store.read(.states, id: [1]) == [2])
        try store.replace(.states, id: [1], contents: Span())
        #expect(try store.read(.states, id: [1]) == [])
        #expect(try folder.files(in: "tmp") == [])
    }

    @Test func `a removed record is gone, and removing again says so`() throws {
        _ = try store.create(.prekeys, id: [1], contents: [2].span)
        #expect(try store.remove(.prekeys, id: [1]))
        #expect(try !store.remove(.prekeys, id: [1]))
        #expect(try store.read(.prekeys, id: [1]) == nil)
    }

    @Test func `a secret is read into guarded memory`() throws {
        _ = try store.create(.senders, id: [1], contents: [7, 8, 9].span)
        guard let secret = try store.readSecret(.senders, id: [1]) else {
            Issue.record("the record is not there")
            return
        }
        #expect(secret.withBytes { Array(copying: $0) } == [7, 8, 9])
        guard try store.readSecret(.senders, id: [2]) == nil else {
            Issue.record("a record that was never made is there")
            return
        }
    }

    @Test func `a listing gives every record with its id`() throws {
        for number in 0..<20 as Range<UInt8> {
            _ = try store.create(.pins, id: [number], contents: [number, number].span)
        }
        let listing = try store.list(.pins)
        #expect(listing.failures == [])
        #expect(
            listing.records.sorted { $0.id[0] < $1.id[0] }.map(\.contents)
                == (0..<20).map { [$0, $0] }
        )
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct RecordStoreTests {
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore

    init() throws {
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

/// Records that are created in one go.
struct RecordsTogetherTests {
    private typealias Record = (id: [UInt8], contents: [UInt8])

    private func records(_ numbers: Range<UInt8>) -> [Record] {
        numbers.map { number in (id: [number], contents: [number, 1]) }
    }

    @Test(arguments: [0, 1, 8, 9, 100] as [UInt8])
    func `each is created unless it is there, and told`(_ count: UInt8) throws {
        let folder = TemporaryFolder.inMemory()
        let store = try RecordStore.create(at: folder.path + "/store", key: .folder)
        let other: [UInt8] = [7]
        if count > 5 {
            _ = try store.create(.contacts, id: [5], contents: other.span)
        }
        let created = try store.create(.contacts, records: records(0..<count))
        #expect(created == (0..<count).map { $0 != 5 })
        for number in 0..<count {
            let expected = number == 5 ? other : [number, 1]
            #expect(try store.read(.contacts, id: [number]) == expected)
        }
        #expect(try POSIXFileSystem().names(in: folder.path + "/store/tmp").isEmpty)
    }

    @Test func `what is told to be created stays when the power goes`() throws {
        let files = SimulatedFileSystem(try .withStore())
        _ = try files.store().create(.contacts, records: records(0..<4))
        for left in files.disk.afterPowerLoss() {
            #expect(try left.store().list(.contacts).records.count == 4)
        }
    }

    @Test func `a run that is killed leaves each whole or not there`() async throws {
        let stopped = try await SimulatedDisk.withStore().killing { store in
            _ = try store.create(.contacts, records: self.records(0..<4))
        }
        for disk in stopped {
            for left in [disk] + disk.afterPowerLoss() {
                let listing = try left.store().list(.contacts)
                #expect(listing.failures.isEmpty)
                #expect(listing.records.allSatisfy { $0.contents == $0.id + [1] })
            }
        }
        #expect(stopped.count > 15)
    }

    @Test func `a record that is too large stops all of them`() throws {
        let folder = TemporaryFolder.inMemory()
        let store = try RecordStore.create(at: folder.path + "/store", key: .folder)
        let large = (id: [9] as [UInt8], contents: [UInt8](repeating: 0, count: 70_000))
        #expect(throws: StoreError.recordTooLarge) {
            try store.create(.contacts, records: records(0..<3) + [large])
        }
        #expect(try store.list(.contacts).records.isEmpty)
    }
}

struct RecordListingTests {
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore

    init() throws {
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
            let folder = TemporaryFolder.inMemory()
            let store = try RecordStore.create(at: folder.store, key: .folder)
            try store.replace(.prekeys, id: [1], contents: [2].span)
        }
    }
}

/// Random operations on a store and on a dictionary, which must always agree.
struct RecordModelTests {
    static let kinds: [RecordKind] = [.contacts, .settings, .seen, .states]

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `a store is a dictionary that outlives its process`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let files = SimulatedFileSystem()
        var store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        var model: [RecordKind: [[UInt8]: [UInt8]]] = [:]
        for _ in 0..<400 {
            let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &random)]
            let id = [UInt8.random(in: 0..<6, using: &random)]
            let contents = (0..<Int.random(in: 0..<40, using: &random)).map { UInt8($0) }
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let isNew = model[kind, default: [:]][id] == nil
                #expect(try store.create(kind, id: id, contents: contents.span) == isNew)
                if isNew { model[kind, default: [:]][id] = contents }
            case 1:
                try store.replace(kind, id: id, contents: contents.span)
                model[kind, default: [:]][id] = contents
            case 2:
                let wasThere = model[kind, default: [:]].removeValue(forKey: id) != nil
                #expect(try store.remove(kind, id: id) == wasThere)
            case 3:
                #expect(try store.read(kind, id: id) == model[kind]?[id])
            case 4:
                try check(store.list(kind), against: model[kind] ?? [:])
            default:
                try store.sweep()
                store = try RecordStore.open(at: "/store", key: .folder, files: files)
            }
        }
        #expect(try files.names(in: "/store/tmp") == [])
    }

    private func check(_ listing: RecordListing, against model: [[UInt8]: [UInt8]]) throws {
        #expect(listing.failures == [])
        let pairs = listing.records.map { ($0.id, $0.contents) }
        #expect(Dictionary(pairs) { _, second in second } == model)
        #expect(listing.records.count == model.count)
    }
}

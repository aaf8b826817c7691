// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct StoreDraftTests {
    let folder = TemporaryFolder.inMemory()

    private var names: [String] {
        get throws { try POSIXFileSystem().names(in: folder.path).sorted() }
    }

    /// Why a draft can't be placed.
    private func failure(ofPlacing draft: consuming StoreDraft) -> StoreError? {
        do throws(StoreError) {
            _ = try draft.commit()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a draft is invisible until it is placed, then whole`() throws {
        let draft = try StoreDraft(at: folder.store, key: .folder)
        _ = try draft.store.create(.device, id: [1], contents: [2].span)
        #expect(throws: StoreError.empty) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
        let store = try draft.commit()
        #expect(try store.read(.device, id: [1]) == [2])
        #expect(try names == ["store"])
    }

    @Test func `a draft that is dropped leaves nothing`() throws {
        do {
            let draft = try StoreDraft(at: folder.store, key: .folder)
            _ = try draft.store.create(.device, id: [1], contents: [2].span)
            #expect(try names.count == 1)
        }
        #expect(try names == [])
    }

    @Test func `a store is never made over another, whichever comes first`() throws {
        let slow = try StoreDraft(at: folder.store, key: .folder)
        let store = try RecordStore.create(at: folder.store, key: .folder)
        #expect(failure(ofPlacing: slow) == .alreadyExists)
        #expect(throws: StoreError.alreadyExists) {
            try RecordStore.create(at: folder.store, key: .folder)
        }
        #expect(try RecordStore.open(at: folder.store, key: .folder).id == store.id)
        #expect(try names == ["store"])
    }

    @Test func `a store and its key file are made in a folder that a link leads to`() throws {
        let files = POSIXFileSystem()
        try files.makeFolder("\(folder.path)/real")
        let link = "\(folder.path)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        let store = try RecordStore.create(at: "\(link)/store", key: .file("\(link)/key"))
        let opened = try RecordStore.open(
            at: "\(folder.path)/real/store",
            key: .file("\(folder.path)/real/key")
        )
        #expect(opened.id == store.id)
        #expect(try files.names(in: "\(folder.path)/real").sorted() == ["key", "store"])
    }

    @Test
    func `a store whose maker was stopped before its name was durable is durable once opened`()
        throws
    {
        let files = SimulatedFileSystem()
        let counting = FaultyFileSystem(files)
        _ = try StoreDraft(at: "/store", key: .folder, files: counting).commit()
        let stopped = SimulatedFileSystem()
        let faulty = FaultyFileSystem(stopped, .death, at: counting.calls - 1)
        let draft = try StoreDraft(at: "/store", key: .folder, files: faulty)
        #expect(failure(ofPlacing: draft) != nil)
        #expect(
            stopped.disk.afterPowerLoss().contains { (try? $0.store()) == nil },
            "the name was durable already"
        )
        _ = try RecordStore.open(at: "/store", key: .folder, files: stopped)
            .create(.pins, id: [1], contents: [2].span)
        for disk in stopped.disk.afterPowerLoss() {
            #expect(try disk.store().read(.pins, id: [1]) == [2])
        }
    }

    @Test func `a folder above that cannot be synced stops no one`() throws {
        let files = SimulatedFileSystem(try .withStore())
        let counting = FaultyFileSystem(files)
        _ = try RecordStore.open(at: "/store", key: .folder, files: counting)
        let last = counting.calls - 1
        let faulty = FaultyFileSystem(files, .failure, at: last)
        _ = try RecordStore.open(at: "/store", key: .folder, files: faulty)
        #expect(faulty.calls > last)
    }

    @Test func `an empty folder is taken, anything else is not`() throws {
        let files = POSIXFileSystem()
        try files.makeFolder(folder.path("empty"))
        _ = try RecordStore.create(at: folder.path("empty/"), key: .folder)
        try files.makeFolder(folder.path("full"))
        try files.create(folder.path("full/notes"), contents: [1].span)
        try files.create(folder.path("file"), contents: [1].span)
        for path in ["full", "file"] {
            #expect(throws: StoreError.alreadyExists) {
                try RecordStore.create(at: folder.path(path), key: .folder)
            }
        }
    }

    @Test func `a place whose parent is not there is told as unavailable`() throws {
        do throws(StoreError) {
            _ = try RecordStore.create(at: folder.path("none/store"), key: .folder)
            Issue.record("a store was made in no folder")
        } catch .unavailable {
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `what a killed making left goes after an hour, not what is being made`() throws {
        let files = SimulatedFileSystem()
        try files.makeFolder("/.store.new-0123456789abcdef")
        try files.create("/.store.new-0123456789abcdef/key", contents: [1].span)
        files.advance(bySeconds: 1800)
        let other = try StoreDraft(at: "/store", key: .folder, files: files)
        files.advance(bySeconds: 1800)
        let draft = try StoreDraft(at: "/store", key: .folder, files: files)
        #expect(try files.names(in: "/").count == 2)
        _ = try draft.commit()
        #expect(failure(ofPlacing: other) == .alreadyExists)
        #expect(try files.names(in: "/") == ["store"])
    }
}

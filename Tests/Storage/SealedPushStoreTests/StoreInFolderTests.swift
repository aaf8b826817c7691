// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// Stores that are made in an empty folder that is there, such as a mount point.
struct StoreInFolderTests {
    private static let place = "/volume"

    /// Makes a store with a record.
    private func make(_ files: any StoreFileSystem) throws(StoreError) {
        let draft = try StoreDraft(at: Self.place, key: .folder, files: files)
        _ = try draft.store.create(.device, id: [1], contents: [2].span)
        _ = try draft.commit()
    }

    private func record(in files: any StoreFileSystem) throws(StoreError) -> [UInt8]? {
        try RecordStore.open(at: Self.place, key: .folder, files: files).read(.device, id: [1])
    }

    private func simulated(_ names: String...) throws -> SimulatedFileSystem {
        let files = SimulatedFileSystem()
        try files.makeFolder(Self.place)
        for name in names { try files.makeFolder("\(Self.place)/\(name)") }
        files.makeDurable()
        return files
    }

    @Test func `the folder stays the one that it was, and only its owner reads it`() throws {
        let folder = TemporaryFolder.inMemory()
        try FileManager.default.createDirectory(
            atPath: folder.store,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        let before = try FileManager.default.attributesOfItem(atPath: folder.store)
        let number = try #require(before[.systemFileNumber])
        let store = try RecordStore.create(at: folder.store, key: .folder)
        let after = try FileManager.default.attributesOfItem(atPath: folder.store)
        #expect("\(try #require(after[.systemFileNumber]))" == "\(number)")
        #expect((after[.posixPermissions] as? NSNumber)?.intValue == 0o700)
        #expect(try RecordStore.open(at: folder.store, key: .folder).id == store.id)
        let names = try POSIXFileSystem().names(in: folder.store)
        #expect(!names.contains { $0.contains(".new-") })
        #expect(throws: StoreError.alreadyExists) {
            try RecordStore.create(at: folder.store, key: .folder)
        }
    }

    @Test func `what a disk has at its root is in no store's way, and anything else is`() throws {
        let files = try simulated("lost+found")
        try make(files)
        #expect(try record(in: files) == [2])
        for name in ["notes", StoreFolder.claims] {
            let files = try simulated(name)
            #expect(throws: StoreError.alreadyExists) { try make(files) }
            #expect(try files.names(in: Self.place) == [name])
        }
    }

    @Test func `a folder of another user is refused, and stays empty`() throws {
        let files = try simulated()
        try files.alter(Self.place) { $0.isOurs = false }
        #expect(throws: StoreError.foreignOwner) { try make(files) }
        #expect(try files.names(in: Self.place) == [])
    }

    @Test func `of two makers the second finds the first one's store, whole`() throws {
        let files = try simulated()
        let second = try StoreDraft(at: Self.place, key: .folder, files: files)
        _ = try second.store.create(.device, id: [1], contents: [9].span)
        try make(files)
        do throws(StoreError) {
            _ = try second.commit()
            Issue.record("a store was made over another")
        } catch {
            #expect(error == .alreadyExists)
        }
        #expect(try record(in: files) == [2])
        #expect(try files.names(in: Self.place).allSatisfy { !$0.contains(".new-") })
    }

    @Test(.rules("C-27"))
    func `a maker that is killed leaves no store or a whole one, and the place is free later`()
        async throws
    {
        let runs = try await simulated().disk.disturbing(by: .death) { try make($0) }
        for run in runs {
            let files = run.files
            do throws(StoreError) {
                #expect(try record(in: files) == [2], "killed at call \(run.call)")
            } catch {
                #expect(error == .empty, "killed at call \(run.call)")
                files.advance(bySeconds: 3600)
                try make(files)
                #expect(try record(in: files) == [2], "killed at call \(run.call)")
                #expect(try files.names(in: Self.place).allSatisfy { !$0.contains(".new-") })
            }
        }
        #expect(runs.count > 20)
    }

    @Test func `a maker that loses its power leaves no store or a whole one`() async throws {
        let runs = try await simulated().disk.disturbing(by: .death) { try make($0) }
        let (seen, atEnd) = try runs.states { files in
            do throws(StoreError) {
                return try record(in: files)
            } catch .empty {
                return nil
            }
        }
        #expect(seen == [nil, [2]] && atEnd == [[2]])
    }

    @Test func `a failing call leaves the place free`() async throws {
        let runs = try await simulated().disk.disturbing(by: .failure) { try make($0) }
        for run in runs {
            if run.error != nil, (try? record(in: run.files)) == nil {
                run.files.advance(bySeconds: 3600)
                try make(run.files)
            }
            #expect(try record(in: run.files) == [2], "failed at call \(run.call)")
        }
    }
}

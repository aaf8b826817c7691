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
        let folder = TemporaryFolder()
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
        throws
    {
        var call = 1
        var isComplete = false
        while !isComplete {
            let files = try simulated()
            let faulty = FaultyFileSystem(files, .death, at: call)
            do throws(StoreError) { try make(faulty) } catch {}
            isComplete = faulty.calls < call
            do throws(StoreError) {
                #expect(try record(in: files) == [2], "killed at call \(call)")
            } catch {
                #expect(error == .empty, "killed at call \(call)")
                files.advance(bySeconds: 3600)
                try make(files)
                #expect(try record(in: files) == [2], "killed at call \(call)")
                #expect(try files.names(in: Self.place).allSatisfy { !$0.contains(".new-") })
            }
            call += 1
        }
        #expect(call > 20)
    }

    @Test func `a maker that loses its power leaves no store or a whole one`() throws {
        var call = 1
        var isComplete = false
        while !isComplete {
            let files = try simulated()
            let faulty = FaultyFileSystem(files, .death, at: call)
            do throws(StoreError) { try make(faulty) } catch {}
            isComplete = faulty.calls < call
            for disk in files.disk.afterPowerLoss() {
                do throws(StoreError) {
                    let store = SimulatedFileSystem(disk)
                    #expect(try record(in: store) == [2], "power lost at call \(call)")
                } catch {
                    #expect(error == .empty && !isComplete, "power lost at call \(call): \(error)")
                }
            }
            call += 1
        }
    }

    @Test func `a failing call leaves the place free`() throws {
        var call = 1
        while true {
            let files = try simulated()
            let faulty = FaultyFileSystem(files, .failure, at: call)
            do throws(StoreError) {
                try make(faulty)
                if faulty.calls < call { break }
            } catch {
                if (try? record(in: files)) == nil {
                    files.advance(bySeconds: 3600)
                    try make(files)
                }
            }
            #expect(try record(in: files) == [2], "failed at call \(call)")
            call += 1
        }
    }
}

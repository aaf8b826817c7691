// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// Each change, stopped at each of its calls, with every disk that a loss of power may leave.
struct PowerLossTests {
    @Test(.rules("C-13"), arguments: StoreChange.all)
    func `power lost at any call leaves the old state or the new one`(change: StoreChange) throws {
        let (before, old, new) = try states(of: change)
        var seen: Set<String> = []
        var call = 0
        var isComplete = false
        while !isComplete {
            let simulated = SimulatedFileSystem(before)
            let files = FaultyFileSystem(simulated, .death, at: call + FaultyFileSystem.callsToOpen)
            let store = try RecordStore.open(at: "/store", key: .folder, files: files)
            do throws(StoreError) {
                try change.run(store)
                isComplete = files.calls <= call + FaultyFileSystem.callsToOpen
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            for disk in simulated.disk.afterPowerLoss() {
                let state = try Self.observe(change, on: disk)
                seen.insert(state)
                if isComplete { #expect(state == new, "what a call reported is durable") }
            }
            call += 1
        }
        #expect(seen == [old, new])
    }

    @Test func `power lost while a store is made leaves no store or a whole one`() throws {
        var call = 0
        var isComplete = false
        var seen: Set<String> = []
        while !isComplete {
            let simulated = SimulatedFileSystem()
            let files = FaultyFileSystem(simulated, .death, at: call)
            do throws(StoreError) {
                let draft = try StoreDraft(at: "/store", key: .folder, files: files)
                _ = try draft.store.create(.device, id: [1], contents: [2].span)
                _ = try draft.commit()
                isComplete = files.calls <= call
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            for disk in simulated.disk.afterPowerLoss() {
                let state = try Self.observeMaking(on: SimulatedFileSystem(disk))
                seen.insert(state)
                if isComplete { #expect(state == "whole") }
            }
            call += 1
        }
        #expect(seen == ["none", "whole"])
    }

    @Test func `power lost after a store was made does not take its key file elsewhere`() throws {
        let simulated = SimulatedFileSystem()
        try simulated.makeFolder("/keys")
        try simulated.sync(folder: "/")
        _ = try StoreDraft(at: "/store", key: .file("/keys/key"), files: simulated).commit()
        for disk in simulated.disk.afterPowerLoss() {
            let files = SimulatedFileSystem(disk)
            _ = try RecordStore.open(at: "/store", key: .file("/keys/key"), files: files)
        }
    }

    @Test(.rules("T-5 T-6 T-10 T-11 T-12"))
    func `a claim that is offered to the app is durable, wherever its run was stopped`()
        throws
    {
        let files = SimulatedFileSystem()
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        var offered = 0
        var call = 0
        var isComplete = false
        while !isComplete {
            let simulated = SimulatedFileSystem(files.disk)
            let faulty = FaultyFileSystem(
                simulated,
                .death,
                at: call + FaultyFileSystem.callsToOpen
            )
            let stopped = try RecordStore.open(at: "/store", key: .folder, files: faulty)
            let outcome = try? ClaimBook(of: stopped).claim(Samples.claim(1), at: Samples.once)
            isComplete = outcome != nil
            let app = try RecordStore.open(at: "/store", key: .folder, files: simulated)
            let found = try ClaimBook(of: app).allUnfinished().claims
            offered += found.count
            for disk in simulated.disk.afterPowerLoss() where !found.isEmpty {
                let files = SimulatedFileSystem(disk)
                let store = try RecordStore.open(at: "/store", key: .folder, files: files)
                let state = try ClaimBook(of: store).read(Samples.once)
                #expect(state == .held(Samples.claim(1)))
            }
            call += 1
        }
        #expect(offered > 1)
    }

    /// The durable disk before the change, and what is seen before and after it.
    private func states(of change: StoreChange) throws -> (SimulatedDisk, String, String) {
        let files = SimulatedFileSystem()
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        try change.prepare(store)
        files.advance(bySeconds: change.wait)
        let before = try #require(files.disk.afterPowerLoss().first)
        let old = try Self.observe(change, on: before)
        try change.run(store)
        let new = try Self.observe(change, on: files.disk)
        #expect(old != new)
        return (before, old, new)
    }

    /// What a new process sees of the change.
    private static func observe(_ change: StoreChange, on disk: SimulatedDisk) throws -> String {
        let files = SimulatedFileSystem(disk)
        return try change.observe(RecordStore.open(at: "/store", key: .folder, files: files))
    }

    /// Whether the store is there with its identity, or not at all and can be made.
    private static func observeMaking(on files: SimulatedFileSystem) throws -> String {
        do throws(StoreError) {
            let store = try RecordStore.open(at: "/store", key: .folder, files: files)
            #expect(try store.read(.device, id: [1]) == [2])
            return "whole"
        } catch .empty {
            files.advance(bySeconds: 3600)
            _ = try StoreDraft(at: "/store", key: .folder, files: files).commit()
            #expect(try files.names(in: "/") == ["store"], "leftovers are swept")
            return "none"
        }
    }
}

/// Each change on the real file system, with a failure at each of its calls.
struct FailingCallTests {
    @Test(
        arguments: StoreChange.all.filter { $0.wait == 0 },
        [FaultyFileSystem.Fault.death, .failure]
    )
    func `a call that fails leaves the old state or the new one, and the next try succeeds`(
        change: StoreChange,
        fault: FaultyFileSystem.Fault
    ) throws {
        var call = 0
        var isComplete = false
        while !isComplete {
            let folder = TemporaryFolder()
            let store = try RecordStore.create(at: folder.store, key: .folder)
            try change.prepare(store)
            let old = try change.observe(store)
            let files = FaultyFileSystem(
                POSIXFileSystem(),
                fault,
                at: call + FaultyFileSystem.callsToOpen
            )
            let failing = try RecordStore.open(at: folder.store, key: .folder, files: files)
            do throws(StoreError) {
                try change.run(failing)
                isComplete = files.calls <= call + FaultyFileSystem.callsToOpen
            } catch {
                #expect(FileError.refused(error) == FaultyFileSystem.error)
            }
            let after = try change.observe(store)
            try change.run(store)
            let new = try change.observe(store)
            #expect([old, new].contains(after))
            if isComplete { #expect(after == new) }
            call += 1
        }
        #expect(call > 1)
    }
}

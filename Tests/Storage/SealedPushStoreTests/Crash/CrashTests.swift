// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// What a loss of power leaves of a store, and of a claim that the app was offered.
struct PowerLossTests {
    @Test func `power lost while a store is made leaves no store or a whole one`() async throws {
        let runs = try await SimulatedDisk().disturbing(by: .death) { files in
            let draft = try StoreDraft(at: "/store", key: .folder, files: files)
            _ = try draft.store.create(.device, id: [1], contents: [2].span)
            _ = try draft.commit()
        }
        for run in runs { #expect([nil, FaultyFileSystem.reason].contains(run.error)) }
        let (seen, atEnd) = try runs.states(Self.observe)
        #expect(seen == ["none", "whole"] && atEnd == ["whole"])
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
        async throws
    {
        let files = SimulatedFileSystem(try .withStore())
        try ClaimBook(of: files.store()).prepare(Samples.prekey)
        let stopped = try await files.disk.killing { store in
            _ = try ClaimBook(of: store).claim(Samples.claim(1), at: Samples.once)
        }
        var offered = 0
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let found = try ClaimBook(of: files.store()).allUnfinished().claims
            offered += found.count
            for left in files.disk.afterPowerLoss() where !found.isEmpty {
                let state = try ClaimBook(of: left.store()).read(Samples.once)
                #expect(state == .held(Samples.claim(1)))
            }
        }
        #expect(offered > 1)
    }

    /// Whether the store is there with its identity, or not at all and can be made.
    private static func observe(_ files: SimulatedFileSystem) throws -> String {
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

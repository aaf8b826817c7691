// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// One run is killed at each of its calls, another one goes on, and then the power is lost.
struct StoppedSenderTests {
    @Test(.rules("S-2 S-3 S-4"))
    func `what is said to be pinned stays pinned, wherever another run was stopped`()
        async throws
    {
        let device = SampleDevice()
        let files = SimulatedFileSystem(try .withStore())
        try await StoredSenderMemory(in: files.store()).pin(device.bundle(epoch: 6))
        let bundle = try device.bundle(epoch: 7)
        let stopped = try await files.disk.killing { store in
            try await StoredSenderMemory(in: store).pin(bundle)
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let pinned = try await StoredSenderMemory(in: files.store()).pin(bundle)
            for left in files.disk.afterPowerLoss() {
                let memory = StoredSenderMemory(in: try left.store())
                #expect(try await memory.pins(of: device.identity) == pinned)
            }
        }
        #expect(stopped.count > 5)
    }

    @Test func `a sender that was loaded is there, wherever its making was stopped`() async throws {
        let stopped = try await SimulatedDisk.withStore().killing { store in
            _ = try SenderIdentities.create(in: store)
        }
        var loaded = 0
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            guard let sender = try? SenderIdentities.load(from: files.store()) else { continue }
            loaded += 1
            for left in files.disk.afterPowerLoss() {
                let again = try SenderIdentities.load(from: left.store())
                #expect(again.identity == sender.identity)
            }
        }
        #expect(loaded > 1)
    }
}

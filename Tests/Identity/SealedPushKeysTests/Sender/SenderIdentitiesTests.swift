// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct SenderIdentitiesTests {
    let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
    }

    @Test func `a sender is loaded as it was made, identity and secret`() throws {
        #expect(throws: KeyError.noSender) { try SenderIdentities.load(from: temporary.store) }
        let made = try SenderIdentities.create(in: temporary.store)
        let loaded = try SenderIdentities.load(from: temporary.reopened())
        #expect(loaded.identity == made.identity)
        let message: [UInt8] = [1, 2, 3]
        #expect(
            loaded.signingKey.signature(for: message.span)
                == made.signingKey.signature(for: message.span)
        )
        let isSameSecret = loaded.secret.matches(made.secret)
        #expect(isSameSecret)
    }

    @Test func `a second sender is refused and nothing changes`() throws {
        _ = try SenderIdentities.create(in: temporary.store)
        let before = try temporary.contents()
        #expect(throws: KeyError.identityExists) {
            try SenderIdentities.create(in: temporary.store)
        }
        #expect(try temporary.contents() == before)
    }

    @Test func `of racing creations one wins`() async throws {
        let made = try await race { [temporary] _ -> SenderIdentity? in
            do throws(KeyError) {
                return try SenderIdentities.create(in: temporary.store).identity
            } catch .identityExists {
                return nil
            }
        }
        #expect(made.compactMap(\.self).count == 1)
        let loaded = try SenderIdentities.load(from: temporary.store)
        #expect(made.contains(loaded.identity))
    }

    @Test func `a damaged sender is corrupted`() throws {
        _ = try SenderIdentities.create(in: temporary.store)
        try temporary.damage("senders")
        #expect(throws: KeyError.senderDamaged) {
            try SenderIdentities.load(from: temporary.store)
        }
    }

    @Test(arguments: [0, 32, 63, 65])
    func `a sender record of the wrong size is corrupted`(count: Int) throws {
        let contents = [UInt8](repeating: 1, count: count)
        let id = Array("default".utf8)
        #expect(try temporary.store.create(.senders, id: id, contents: contents.span))
        #expect(throws: KeyError.senderDamaged) {
            try SenderIdentities.load(from: temporary.store)
        }
    }
}

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

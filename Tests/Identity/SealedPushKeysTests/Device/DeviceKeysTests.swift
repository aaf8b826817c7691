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

struct DeviceKeysTests {
    let temporary: TemporaryStore
    let now = Samples.now

    init() throws {
        temporary = try TemporaryStore()
    }

    @Test func `a store without a device says so`() throws {
        #expect(throws: KeyError.noDevice) { try DeviceKeys(in: temporary.store) }
    }

    @Test func `a device made in a draft is there once the draft is placed`() throws {
        let place = temporary.path + "-2"
        let draft = try StoreDraft(at: place, key: .folder)
        let identity = try DeviceKeys.create(in: draft.store, topic: Samples.topic(), now: now)
        let keys = try DeviceKeys(in: draft.commit())
        #expect(keys.identity == identity)
        #expect(try keys.bundle(at: now).reusable != nil)
        #expect(try RecordStore.open(at: place, key: .folder).id != temporary.store.id)
    }

    @Test func `a store with a sender takes a device too, and the other way round`() throws {
        let sender = try SenderIdentities.create(in: temporary.store)
        let keys = try Samples.device(in: temporary.store)
        #expect(try SenderIdentities.load(from: temporary.store).identity == sender.identity)
        #expect(keys.identity.bytes != sender.identity.bytes)
        let other = try TemporaryStore()
        let device = try Samples.device(in: other.store)
        _ = try SenderIdentities.create(in: other.store)
        #expect(try DeviceKeys(in: other.store).identity == device.identity)
    }

    @Test func `a second device is refused and nothing changes, the topic neither`() throws {
        _ = try Samples.device(in: temporary.store)
        let before = try temporary.contents()
        #expect(throws: KeyError.identityExists) {
            try DeviceKeys.create(in: temporary.store, topic: Samples.topic("b"), now: now)
        }
        #expect(try temporary.contents() == before)
        #expect(try DeviceKeys(in: temporary.store).topic.text == "com.example.app")
    }

    @Test func `of racing creations one wins, and its topic with it`() async throws {
        let created = try await race { [temporary] index -> (Int, DeviceIdentity)? in
            let store = try temporary.reopened()
            let topic = try Samples.topic("topic.\(index)")
            do throws(KeyError) {
                return (index, try DeviceKeys.create(in: store, topic: topic, now: Samples.now))
            } catch .identityExists {
                return nil
            }
        }
        let winners = created.compactMap(\.self)
        #expect(winners.count == 1)
        let keys = try DeviceKeys(in: temporary.store)
        #expect(keys.identity == winners.first?.1)
        #expect(keys.topic.text == winners.first.map { "topic.\($0.0)" })
    }

    @Test func `opening again gives the same identity, topic and prekeys`() throws {
        let keys = try Samples.device(in: temporary.store, topic: "com.example.Ä")
        let bundle = try keys.bundle(at: now)
        let again = try DeviceKeys(in: temporary.reopened())
        #expect(again.identity == keys.identity)
        #expect(again.topic.text == "com.example.Ä")
        #expect(try again.bundle(at: now) == bundle)
        for record in bundle.records { #expect(try again.holds(record)) }
    }

    @Test(.rules("V-26"))
    func `the retirement statement is the device's, and kept from the start`() throws {
        let keys = try Samples.device(in: temporary.store)
        #expect(try temporary.files(in: "statements").count == 1)
        let retirement = try keys.retirement()
        #expect(retirement.device == keys.identity)
        #expect(try DeviceIdentity.Retirement(reading: retirement.bytes.span) == retirement)
        #expect(try temporary.files(in: "statements").count == 1)
    }

    @Test func `an init that was killed at any call heals`() async throws {
        let topic = try Samples.topic()
        let disk = try SimulatedDisk.withStore()
        let runs = try await disk.disturbing(by: .death, atReading: false) { files in
            try DeviceKeys.create(in: files.store(), topic: topic, now: now)
        }
        var outcomes: Set<Bool> = []
        for run in runs {
            if case .failure(let error) = run.result {
                #expect(error as? KeyError == .store(FaultyFileSystem.reason))
            }
            let store = try run.files.store()
            let wasMade = (try? DeviceKeys(in: store)) != nil
            outcomes.insert(wasMade)
            if wasMade {
                let bundle = try DeviceKeys(in: store).bundle(at: now)
                #expect(bundle.reusable != nil, "call \(run.call)")
                let statements = try run.files.names(in: "/store/statements")
                #expect(statements.count == 1, "call \(run.call)")
            } else {
                _ = try Samples.device(in: store)
            }
        }
        #expect(outcomes == [true, false])
        #expect(runs.count > 10)
    }

    @Test(.rules("C-31")) func `a damaged identity is corrupted, and makes no new one`() throws {
        _ = try Samples.device(in: temporary.store)
        try temporary.damage("device")
        #expect(throws: KeyError.deviceDamaged) { try DeviceKeys(in: temporary.store) }
        #expect(throws: KeyError.identityExists) {
            try DeviceKeys.create(in: temporary.store, topic: Samples.topic(), now: now)
        }
    }

    @Test(.rules("C-31"))
    func `an identity that is gone from its store is corrupted, and makes no new one`() throws {
        _ = try Samples.device(in: temporary.store)
        #expect(try temporary.store.remove(.device, id: Array("identity".utf8)))
        let before = try temporary.contents()
        #expect(throws: KeyError.deviceDamaged) { try DeviceKeys(in: temporary.store) }
        #expect(throws: KeyError.deviceDamaged) {
            try DeviceKeys.create(in: temporary.store, topic: Samples.topic(), now: now)
        }
        #expect(try temporary.contents() == before)
    }

    @Test(arguments: [0, 31, 32, 33])
    func `an identity record of the wrong form is corrupted`(count: Int) throws {
        let contents = [UInt8](repeating: 0xFF, count: count)
        let id = Array("identity".utf8)
        #expect(try temporary.store.create(.device, id: id, contents: contents.span))
        #expect(throws: KeyError.deviceDamaged) { try DeviceKeys(in: temporary.store) }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

/// A sender whose store was restored from a backup, and what it has forgotten meanwhile.
struct RestoredSenderTests {
    private let temporary: TemporaryStore
    private let device = SampleDevice()

    private static let restored = SampleDevice.now

    init() throws {
        temporary = try TemporaryStore()
    }

    /// Backs the store up, and restores it at the moment of the tests.
    private func restore(
        _ store: RecordStore? = nil,
        as name: String = "restored",
        at now: Timestamp = restored
    ) throws -> RecordStore {
        let backup = "\(temporary.path)-\(name).backup"
        let passphrase = SecretBytes(copying: Array("plum brandy".utf8).span)
        _ = try (store ?? temporary.store).backUp(to: backup, passphrase: passphrase)
        return try RecordStore.restore(
            from: backup,
            passphrase: passphrase,
            at: "\(temporary.path)-\(name)",
            key: .folder,
            now: now
        )
    }

    private func oneTime(notBefore: Timestamp) throws -> PrekeyRecord {
        try device.record(class: .oneTime, notBefore: notBefore)
    }

    @Test(.rules("S-12 S-13"))
    func
        `one-time prekeys valid from before a restore are passed over, and the later ones used once`()
        async throws
    {
        let restored = Self.restored
        let before = try oneTime(notBefore: restored.advanced(by: .milliseconds(-1)))
        let at = try oneTime(notBefore: restored)
        let later = try oneTime(notBefore: restored.advanced(by: .days(1)))
        let memory = StoredSenderMemory(in: try restore())
        #expect(try await !memory.noteUse(of: before))
        for record in [at, later] {
            #expect(try await memory.noteUse(of: record))
            #expect(try await !memory.noteUse(of: record))
        }
        // The store that was never restored still takes what it has not used.
        #expect(try await StoredSenderMemory(in: temporary.store).noteUse(of: before))
    }

    @Test(.rules("S-12 S-13"))
    func `the last restore counts, and one with a clock behind takes nothing back`()
        async throws
    {
        let day = Duration.days(1)
        let first = try restore()
        let second = try restore(first, as: "second", at: Self.restored.advanced(by: day))
        let third = try restore(second, as: "third", at: Self.restored.advanced(by: .days(-1)))
        let record = try oneTime(notBefore: Self.restored)
        #expect(try await StoredSenderMemory(in: first).noteUse(of: record))
        #expect(try await !StoredSenderMemory(in: second).noteUse(of: record))
        #expect(try await !StoredSenderMemory(in: third).noteUse(of: record))
    }

    @Test(.rules("S-12 S-13"))
    func `a restored sender knows its devices, pins, retirements and identities`()
        async throws
    {
        let memory = StoredSenderMemory(in: temporary.store)
        let (old, lost, removed) = (SampleDevice(), SampleDevice(), SampleDevice())
        for known in [old, lost, removed] { try await memory.confirm(known.identity, for: "Bob") }
        try await memory.remove(removed.identity, for: "Bob")
        try await memory.retire(lost.retirement())
        let used = try oneTime(notBefore: Self.restored)
        #expect(try await memory.noteUse(of: used))
        let pins = try await memory.pin(device.bundle(epoch: 9))
        _ = try SenderIdentities.create(in: temporary.store)
        _ = try SenderIdentities.create(named: "shop", in: temporary.store)
        _ = try SenderIdentities.succeed(in: temporary.store, at: Self.restored)
        _ = try SenderIdentities.revoke(named: "shop", in: temporary.store, at: Self.restored)

        let store = try restore()
        let again = StoredSenderMemory(in: store)
        let devices = try await again.devices(of: "Bob")
        #expect(devices.known.isEmpty)
        #expect(try await again.removedDevices(of: "Bob") == [removed.identity])
        #expect(devices.unconfirmed == [old.identity, lost.identity])
        #expect(try await again.retirement(of: lost.identity) == lost.retirement())
        #expect(try await again.pins(of: device.identity) == pins)
        #expect(try await !again.noteUse(of: used))
        #expect(
            try SenderIdentities.list(in: store) == SenderIdentities.list(in: temporary.store)
        )
        #expect(
            try SenderIdentities.load(from: store).identity
                == SenderIdentities.load(from: temporary.store).identity
        )
    }

    // MARK: - Devices of a recipient

    /// A store that was restored, with two devices that were known of Bob before.
    private func restoredRecipient() async throws -> (
        memory: StoredSenderMemory, phone: SampleDevice, tablet: SampleDevice
    ) {
        let (phone, tablet) = (SampleDevice(), SampleDevice())
        let memory = StoredSenderMemory(in: temporary.store)
        for known in [phone, tablet] { try await memory.confirm(known.identity, for: "Bob") }
        return (StoredSenderMemory(in: try restore()), phone, tablet)
    }

    private func expectRefused(
        _ device: SampleDevice,
        _ memory: StoredSenderMemory
    ) async throws {
        await #expect(throws: SealingError.newDevice) {
            try await memory.check(device.identity, for: "Bob", newDevices: .refuse)
        }
        await #expect(throws: SealingError.newDevice) {
            try await memory.admit(device.identity, for: "Bob", newDevices: .refuse)
        }
    }

    @Test func `after a restore nothing is sealed to a listed device until a person confirms it`()
        async throws
    {
        let (memory, phone, tablet) = try await restoredRecipient()
        for device in [phone, tablet] { try await expectRefused(device, memory) }
        #expect(try await memory.confirm(phone.identity, for: "Bob"))
        try await memory.admit(phone.identity, for: "Bob", newDevices: .refuse)
        try await expectRefused(tablet, memory)
        // The store that was not restored has lost nothing.
        let old = StoredSenderMemory(in: temporary.store)
        try await old.admit(tablet.identity, for: "Bob", newDevices: .refuse)
    }

    @Test func `a server that trusts its directory confirms by sealing`() async throws {
        let (memory, phone, tablet) = try await restoredRecipient()
        try await memory.admit(phone.identity, for: "Bob", newDevices: .trustDirectory)
        try await memory.admit(phone.identity, for: "Bob", newDevices: .refuse)
        try await expectRefused(tablet, memory)
    }

    @Test func `all devices of all recipients are confirmed at once`() async throws {
        let other = SampleDevice()
        try await StoredSenderMemory(in: temporary.store).confirm(other.identity, for: "Cid")
        let (memory, phone, tablet) = try await restoredRecipient()
        let first = try await memory.confirmAll()
        #expect(first.recipients == 2 && first.isNew)
        #expect(try await memory.devices(of: "Bob").known == [phone.identity, tablet.identity])
        #expect(try await memory.devices(of: "Cid").known == [other.identity])
        let again = try await memory.confirmAll()
        #expect(again.recipients == 0 && !again.isNew)
    }

    @Test func `a retirement removes a device that is to be confirmed`() async throws {
        let (memory, phone, tablet) = try await restoredRecipient()
        let effect = try await memory.apply(phone.retirement())
        #expect(effect.recipients == 1 && effect.isNew)
        let devices = try await memory.devices(of: "Bob")
        #expect(devices.unconfirmed == [tablet.identity])
        #expect(try await memory.isRemoved(phone.identity, for: "Bob"))
    }

    @Test func `every further restore asks again`() async throws {
        let (memory, phone, _) = try await restoredRecipient()
        try await memory.confirm(phone.identity, for: "Bob")
        let store = try RecordStore.open(at: "\(temporary.path)-restored", key: .folder)
        let twice = StoredSenderMemory(in: try restore(store, as: "again"))
        let devices = try await twice.devices(of: "Bob")
        #expect(devices.known.isEmpty && devices.unconfirmed.count == 2)
    }

    @Test(.rules("V-26"))
    func `a restored store retires the device that was lost, beside its new one`() throws {
        let lost = try Samples.device(in: temporary.store)
        let store = try restore()
        #expect(throws: KeyError.noDevice) { try DeviceKeys(in: store) }
        #expect(try DeviceKeys.retirements(in: store) == [lost.retirement()])
        let new = try Samples.device(in: store)
        #expect(new.identity != lost.identity)
        #expect(
            try Set(DeviceKeys.retirements(in: store)) == [lost.retirement(), new.retirement()]
        )
    }

    // MARK: - Changes meanwhile

    @Test(.rules("S-15"), arguments: ["senders", "statements"])
    func `a sender that is replaced while it is backed up has its keys in the backup`(
        listing: String
    ) throws {
        _ = try SenderIdentities.create(in: temporary.store)
        let path = temporary.path
        let left = Mutex(3)
        let files = FaultyFileSystem(listed: { folder, names in
            let isDue = left.withLock { left in
                if folder.hasSuffix("/" + listing) { left -= 1 }
                return folder.hasSuffix("/" + listing) && left >= 0
            }
            guard isDue else { return names }
            let store = try? RecordStore.open(at: path, key: .folder)
            _ = try? store.map { try SenderIdentities.succeed(in: $0, at: Self.restored) }
            return names
        })
        let store = try restore(temporary.reopened(files: files))
        #expect(try SenderIdentities.list(in: store).senders.count == 1)
        let restored = try SenderIdentities.statements(in: store).texts
        let all = try SenderIdentities.statements(in: temporary.store).texts
        #expect(!all.isEmpty && all.starts(with: restored))
        _ = try SenderIdentities.load(from: store)
    }

    /// A listing may lack what was created while it was made, and show what was created after that.
    @Test func `pins that change while they are backed up have no gap in the backup`() async throws
    {
        let memory = StoredSenderMemory(in: temporary.store)
        try await memory.pin(device.bundle(epoch: 7))
        let first = try temporary.files(in: "pins")
        let pins = try await memory.pin(device.bundle(epoch: 8))
        let isFirst = Mutex(true)
        let files = FaultyFileSystem(listed: { folder, names in
            let isCut = isFirst.withLock { isFirst in
                defer { if folder.hasSuffix("/pins") { isFirst = false } }
                return isFirst && folder.hasSuffix("/pins")
            }
            return isCut ? names.filter { !first.contains("pins/\($0)") } : names
        })
        let store = try restore(temporary.reopened(files: files))
        #expect(try await StoredSenderMemory(in: store).pins(of: device.identity) == pins)
    }
}

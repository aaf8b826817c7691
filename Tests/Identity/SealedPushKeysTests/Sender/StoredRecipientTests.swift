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

/// The lists of a recipient's devices in a store, beyond what every memory keeps.
struct StoredRecipientTests {
    private let temporary: TemporaryStore
    private let memory: StoredSenderMemory

    init() throws {
        temporary = try TemporaryStore()
        memory = StoredSenderMemory(in: temporary.store)
    }

    @Test func `a retirement reaches every recipient whose list has the device`() async throws {
        let (old, other) = (SampleDevice(), SampleDevice())
        try await memory.confirm(old.identity, for: "Ann")
        try await memory.confirm(old.identity, for: "Bob")
        try await memory.confirm(other.identity, for: "Cid")
        let retired = try await memory.apply(old.retirement())
        #expect(retired.recipients == 2 && retired.isNew)
        let retiredAgain = try await memory.apply(old.retirement())
        #expect(retiredAgain.recipients == 0 && !retiredAgain.isNew)
        for recipient in ["Ann", "Bob"] {
            #expect(try await memory.devices(of: recipient).known.isEmpty)
            #expect(try await memory.removedDevices(of: recipient) == [old.identity])
        }
        #expect(try await memory.devices(of: "Cid").known == [other.identity])
        let unknown = try await memory.apply(SampleDevice().retirement())
        #expect(unknown.recipients == 0 && unknown.isNew)
    }

    @Test func `a damaged note of a removal costs nothing but its own place in the listing`()
        async throws
    {
        let (gone, kept) = (SampleDevice(), SampleDevice())
        try await memory.confirm(kept.identity, for: "Bob")
        try await memory.noteRemoval(of: gone.identity, for: "Bob")
        try temporary.damage("removals")
        #expect(try await memory.apply(kept.retirement()).recipients == 1)
        _ = try await memory.confirmAll()
        #expect(try await memory.isRemoved(gone.identity, for: "Bob"))
        #expect(try await memory.removedDevices(of: "Bob") == [kept.identity])
    }

    @Test(.rules("V-34"))
    func `a sealing costs the same with thousands of removed devices as with none`()
        async throws
    {
        let device = SampleDevice()
        let bundle = try device.bundle(device.record())
        func calls() async throws -> Int {
            let files = FaultyFileSystem()
            let memory = StoredSenderMemory(in: try temporary.reopened(files: files))
            let before = files.calls
            try await memory.check(device.identity, for: "Bob", newDevices: .refuse)
            try await memory.pin(bundle)
            try await memory.admit(device.identity, for: "Bob", newDevices: .refuse)
            return files.calls - before
        }
        try await memory.confirm(device.identity, for: "Bob")
        try await memory.pin(bundle)
        let few = try await calls()
        let gone = (0..<2000).map { _ in SampleDevice().identity }
        for device in gone { try await memory.noteRemoval(of: device, for: "Bob") }
        #expect(try await calls() == few && few > 5)
        #expect(try await memory.removedDevices(of: "Bob").count == gone.count)
        #expect(try await memory.removedDevices(of: "Bo").isEmpty)
        for device in gone.prefix(3) + gone.suffix(3) {
            await #expect(throws: SealingError.deviceRetired) {
                try await memory.check(device, for: "Bob", newDevices: .trustDirectory)
            }
        }
    }

    /// Malformed stored lists: a head of 17 bytes, then a byte and an identity for each device.
    static let malformed: [[UInt8]] = {
        let head = [1] + [UInt8](repeating: 7, count: 16)
        let device = DeviceIdentity(SigningKey().publicKey).bytes
        let other = DeviceIdentity(SigningKey().publicKey).bytes
        return [
            [], [1], [2] + head.dropFirst(), head + [1],
            head + [1] + [UInt8](repeating: 0, count: 32),
            head + [3] + device, head + [0] + device,
            head + [2] + device + [1] + other,
            head + [1] + device + [1] + device, head + [1] + device + [2] + device,
        ]
    }()

    @Test(arguments: malformed)
    func `a stored list of the wrong form is unavailable`(contents: [UInt8]) async throws {
        let hash = SHA256.hash(Array("Bob".utf8).span)
        let id = Array("recipients\0".utf8) + hash + [0, 0, 0, 0]
        #expect(try temporary.store.create(.pins, id: id, contents: contents.span))
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.devices(of: "Bob")
        }
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.confirm(SampleDevice().identity, for: "Bob")
        }
    }

    @Test func `a stored retirement of another device is unavailable`() async throws {
        let (one, other) = (SampleDevice(), SampleDevice())
        let id = Array("retirement\0".utf8) + one.identity.bytes
        let bytes = other.retirement().bytes
        #expect(try temporary.store.create(.statements, id: id, contents: bytes.span))
        await #expect(throws: SealingError.memoryUnavailable) {
            try await memory.check(one.identity, for: nil, newDevices: .refuse)
        }
    }

    // MARK: - Processes

    @Test(.rules("V-29 V-31 V-32"))
    func `processes that confirm at once lose no device`() async throws {
        let devices = (0..<12).map { _ in SampleDevice().identity }
        let texts = devices.map { Hex.encode($0.bytes.span) }
        async let first: Void = confirmInAnotherProcess(temporary.path, Array(texts[..<6]))
        async let second: Void = confirmInAnotherProcess(temporary.path, Array(texts[6...]))
        _ = try await (first, second)
        #expect(Set(try await memory.devices(of: "Bob").known) == Set(devices))
    }

    private func confirmInAnotherProcess(_ path: String, _ identities: [String]) async throws {
        await #expect(processExitsWith: .success) { [path, identities] in
            let memory = StoredSenderMemory(in: try RecordStore.open(at: path, key: .folder))
            for identity in identities {
                let bytes = try #require(Hex.decode(identity))
                try await memory.confirm(DeviceIdentity(reading: bytes.span), for: "Bob")
            }
        }
    }

    @Test func `processes that seal first at once agree on one device`() async throws {
        async let first = admitInAnotherProcess(temporary.path)
        async let second = admitInAnotherProcess(temporary.path)
        _ = try await (first, second)
        #expect(try await memory.devices(of: "Bob").known.count == 1)
    }

    private func admitInAnotherProcess(_ path: String) async throws {
        await #expect(processExitsWith: .success) { [path] in
            let memory = StoredSenderMemory(in: try RecordStore.open(at: path, key: .folder))
            let device = SampleDevice().identity
            do throws(SealingError) {
                try await memory.admit(device, for: "Bob", newDevices: .refuse)
            } catch {
                #expect(error == .newDevice)
            }
        }
    }

    // MARK: - Stopped

    @Test(.rules("V-29 V-31 V-32"))
    func `a change of the devices is there or not, and stays once it was seen`()
        async throws
    {
        let (old, new) = (SampleDevice(), SampleDevice())
        let files = SimulatedFileSystem(try .withStore())
        try await StoredSenderMemory(in: files.store()).confirm(old.identity, for: "Bob")
        let stopped = try await files.disk.killing { store in
            let memory = StoredSenderMemory(in: store)
            try await memory.confirm(new.identity, for: "Bob")
            try await memory.remove(old.identity, for: "Bob")
        }
        let possible: [[DeviceIdentity]] = [
            [old.identity], [old.identity, new.identity], [new.identity],
        ]
        var seen: Set<Int> = []
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            let memory = StoredSenderMemory(in: try files.store())
            let known = try await memory.devices(of: "Bob").known
            seen.insert(try #require(possible.firstIndex(of: known)))
            // The sealer makes durable what it relies on.
            if known.contains(new.identity) {
                try await memory.admit(new.identity, for: "Bob", newDevices: .refuse)
                for left in files.disk.afterPowerLoss() {
                    let memory = StoredSenderMemory(in: try left.store())
                    #expect(try await memory.devices(of: "Bob").known.contains(new.identity))
                }
            }
            // And what was begun can be done again.
            if known.contains(old.identity) {
                try await memory.confirm(new.identity, for: "Bob")
                try await memory.remove(old.identity, for: "Bob")
            }
            #expect(try await memory.devices(of: "Bob").known == [new.identity])
        }
        #expect(seen.count == 3 && stopped.count > 10)
    }

    @Test(.rules("V-27 V-28 V-30 V-33 C-9"))
    func `after a retirement no list knows the device, whichever process was stopped`()
        async throws
    {
        let (old, lost) = (SampleDevice(), SampleDevice())
        let files = SimulatedFileSystem(try .withStore())
        let memory = StoredSenderMemory(in: try files.store())
        for recipient in ["Ann", "Bob"] {
            try await memory.confirm(old.identity, for: recipient)
            try await memory.confirm(lost.identity, for: recipient)
        }
        let retirement = lost.retirement()
        let stopped = try await files.disk.killing { store in
            _ = try await StoredSenderMemory(in: store).apply(retirement)
        }
        for disk in stopped {
            let memory = StoredSenderMemory(in: try SimulatedFileSystem(disk).store())
            // Dead before it goes from any list.
            for recipient in ["Ann", "Bob"]
            where try await !memory.devices(of: recipient).known.contains(lost.identity) {
                #expect(try await memory.retirement(of: lost.identity) == retirement)
            }
            _ = try await memory.apply(retirement)
            for recipient in ["Ann", "Bob"] {
                #expect(try await memory.devices(of: recipient).known == [old.identity])
            }
        }
        #expect(stopped.count > 10)
    }
}

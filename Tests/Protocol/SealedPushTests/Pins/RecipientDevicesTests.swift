// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import Testing

@Suite struct RecipientDevicesTests {
    private func device() -> DeviceIdentity { DeviceIdentity(SigningKey().publicKey) }

    @Test func `a device is first, known, new or removed`() throws {
        let (first, second) = (device(), device())
        var devices = RecipientDevices()
        #expect(devices.membership(of: first) == .first)
        try devices.add(first)
        #expect(devices.membership(of: first) == .known)
        #expect(devices.membership(of: second) == .new)
        try devices.remove(first)
        #expect(devices.membership(of: first) == .removed)
        // Nobody becomes the first a second time.
        #expect(devices.membership(of: second) == .new)
    }

    @Test func `adding and removing again change nothing`() throws {
        let (first, second) = (device(), device())
        var devices = RecipientDevices()
        try devices.add(first)
        try devices.add(second)
        let before = devices
        try devices.add(first)
        #expect(devices == before)
        #expect(devices.known == [first, second])
        try devices.remove(first)
        let after = devices
        try devices.remove(first)
        #expect(devices == after)
        #expect(devices.known == [second] && devices.removed == [first])
    }

    @Test func `what was removed is never added again`() throws {
        let old = SigningKey()
        let lost = SigningKey()
        let (oldDevice, lostDevice) = (
            DeviceIdentity(old.publicKey), DeviceIdentity(lost.publicKey)
        )
        var devices = RecipientDevices()
        try devices.add(oldDevice)
        try devices.remove(lostDevice)
        let link = DeviceIdentity.Link(from: old, to: lost)
        let before = devices
        #expect(throws: SealingError.deviceRetired) { try devices.add(lostDevice) }
        #expect(throws: SealingError.deviceRetired) { try devices.add(link) }
        #expect(devices == before)
    }

    @Test func `a link counts where its old device is known`() throws {
        let old = SigningKey()
        let new = SigningKey()
        let link = DeviceIdentity.Link(from: old, to: new)
        var devices = RecipientDevices()
        #expect(throws: SealingError.newDevice) { try devices.add(link) }
        try devices.add(DeviceIdentity(new.publicKey))
        #expect(throws: SealingError.newDevice) { try devices.add(link) }
        try devices.add(DeviceIdentity(old.publicKey))
        try devices.add(link)
        #expect(devices.known.count == 2)
    }

    @Test func `what is to be confirmed is new until it is added, and can be removed`() throws {
        let (first, second, third) = (device(), device(), device())
        var devices = RecipientDevices()
        for device in [first, second, third] { try devices.add(device) }
        devices.unconfirm()
        #expect(devices.known.isEmpty && devices.unconfirmed == [first, second, third])
        #expect(devices.membership(of: first) == .new)
        #expect(devices.membership(of: device()) == .new)
        try devices.add(second)
        try devices.remove(first)
        #expect(devices.known == [second] && devices.unconfirmed == [third])
        #expect(devices.removed == [first])
        devices.unconfirm()
        #expect(devices.unconfirmed == [second, third])
        devices.confirmAll()
        #expect(devices.known == [second, third] && devices.unconfirmed.isEmpty)
    }

    @Test func `what is to be confirmed takes the room of what is known`() throws {
        let all = (0..<64).map { _ in device() }
        var devices = RecipientDevices()
        for device in all { try devices.add(device) }
        devices.unconfirm()
        #expect(throws: SealingError.tooManyDevices) { try devices.add(device()) }
        try devices.add(all[63])
        #expect(devices.known == [all[63]] && devices.listed.count == 64)
    }

    @Test func `there is room for 64 known devices and 256 in all`() throws {
        let all = (0..<256).map { _ in device() }
        let (next, later) = (device(), device())
        var devices = RecipientDevices()
        for device in all.prefix(64) { try devices.add(device) }
        #expect(throws: SealingError.tooManyDevices) { try devices.add(next) }
        try devices.add(all[0])
        for device in all { try devices.remove(device) }
        #expect(devices.removed.count == 256 && devices.known.isEmpty)
        #expect(throws: SealingError.tooManyDevices) { try devices.add(next) }
        #expect(throws: SealingError.tooManyDevices) { try devices.remove(later) }
    }

    @Test func `a stored list that can't have come about is none`() {
        let all = (0..<257).map { _ in device() }
        #expect(RecipientDevices(known: Array(all[..<64]), removed: Array(all[64..<256])) != nil)
        #expect(RecipientDevices(known: Array(all[..<65]), removed: []) == nil)
        #expect(RecipientDevices(known: [], removed: all) == nil)
        let (first, rest) = (Array(all[..<1]), Array(all[1..<65]))
        #expect(RecipientDevices(known: first, unconfirmed: rest, removed: []) == nil)
        #expect(RecipientDevices(known: first, unconfirmed: first, removed: []) == nil)
        #expect(RecipientDevices(known: [all[0], all[0]], removed: []) == nil)
        #expect(RecipientDevices(known: [all[0]], removed: [all[0]]) == nil)
    }

    @Test func `a list prints none of its devices`() throws {
        var devices = RecipientDevices()
        try devices.add(device())
        var dumped = ""
        dump(devices, to: &dumped)
        #expect(dumped == "- RecipientDevices\n")
        #expect("\(devices)" == "RecipientDevices")
    }
}

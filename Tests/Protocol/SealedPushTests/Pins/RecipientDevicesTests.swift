// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@Suite struct RecipientDevicesTests {
    private func device() -> DeviceIdentity { DeviceIdentity(SigningKey().publicKey) }

    @Test(.rules("V-29 V-31 V-32")) func `a device is first, known or new`() {
        let (first, second) = (device(), device())
        var devices = RecipientDevices()
        #expect(devices.membership(of: first) == .first)
        devices.add(first)
        #expect(devices.membership(of: first) == .known)
        #expect(devices.membership(of: second) == .new)
        devices.remove(first)
        // No device becomes the first a second time.
        for device in [first, second] { #expect(devices.membership(of: device) == .new) }
        // Nor where the only one was removed before it came.
        var other = RecipientDevices()
        other.remove(first)
        #expect(other.membership(of: second) == .new)
    }

    @Test func `adding and removing again change nothing`() {
        let (first, second) = (device(), device())
        var devices = RecipientDevices()
        devices.add(first)
        devices.add(second)
        let before = devices
        devices.add(first)
        #expect(devices == before)
        #expect(devices.known == [first, second])
        devices.remove(first)
        let after = devices
        devices.remove(first)
        #expect(devices == after)
        #expect(devices.known == [second])
    }

    @Test(.rules("V-29 V-31 V-32"))
    func `a further device is admitted by the policy alone`() throws {
        let (first, second) = (device(), device())
        var devices = RecipientDevices()
        try devices.admit(first, .refuse)
        let before = devices
        #expect(throws: SealingError.newDevice) { try devices.admit(second, .refuse) }
        #expect(devices == before)
        try devices.admit(second, .trustDirectory)
        try devices.admit(second, .refuse)
        #expect(devices.known == [first, second])
    }

    @Test func `what is to be confirmed is new until it is added, and can be removed`() {
        let (first, second, third) = (device(), device(), device())
        var devices = RecipientDevices()
        for device in [first, second, third] { devices.add(device) }
        devices.unconfirm()
        #expect(devices.known.isEmpty && devices.unconfirmed == [first, second, third])
        #expect(devices.membership(of: first) == .new)
        #expect(devices.membership(of: device()) == .new)
        devices.add(second)
        devices.remove(first)
        #expect(devices.known == [second] && devices.unconfirmed == [third])
        devices.unconfirm()
        #expect(devices.unconfirmed == [second, third])
        devices.confirmAll()
        #expect(devices.known == [second, third] && devices.unconfirmed.isEmpty)
    }

    @Test(.rules("V-34")) func `the policy fills 64 places, and a person any number`() throws {
        let all = (0..<64).map { _ in device() }
        var devices = RecipientDevices()
        for device in all { try devices.admit(device, .trustDirectory) }
        #expect(throws: SealingError.tooManyDevices) {
            try devices.admit(device(), .trustDirectory)
        }
        // What is to be confirmed takes a place, and keeps it.
        devices.unconfirm()
        #expect(throws: SealingError.tooManyDevices) {
            try devices.admit(device(), .trustDirectory)
        }
        try devices.admit(all[63], .trustDirectory)
        #expect(devices.known == [all[63]] && devices.listed.count == 64)
        let confirmed = device()
        devices.add(confirmed)
        #expect(devices.membership(of: confirmed) == .known && devices.listed.count == 65)
        for device in all { devices.remove(device) }
        #expect(devices.known == [confirmed])
        try devices.admit(device(), .trustDirectory)
    }

    @Test func `a stored list that can't have come about is none`() {
        let all = (0..<65).map { _ in device() }
        let (first, rest) = (Array(all[..<1]), Array(all[1...]))
        #expect(RecipientDevices(known: first, unconfirmed: rest)?.listed == all)
        #expect(RecipientDevices(known: [])?.membership(of: all[0]) == .new)
        #expect(RecipientDevices(known: first, unconfirmed: first) == nil)
        #expect(RecipientDevices(known: first + first) == nil)
    }

    @Test func `a list prints none of its devices`() {
        var devices = RecipientDevices()
        devices.add(device())
        var dumped = ""
        dump(devices, to: &dumped)
        #expect(dumped == "- RecipientDevices\n")
        #expect("\(devices)" == "RecipientDevices")
    }
}

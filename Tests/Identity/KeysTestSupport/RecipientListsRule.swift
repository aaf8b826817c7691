// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushKeys
import TestSupport
import Testing

/// What the lists of recipients' devices have to keep, each rule checked on lists of their own.
package enum RecipientListsRule: String, CaseIterable, Sendable {
    case keepsTheFirstDeviceOfARecipient
    case admitsOneDeviceInARace
    case keepsConfirmedDevices
    case neverBringsADeviceBack
    case keepsEveryDeviceOfARace
    case keepsARemovalInARace
    case keepsRoomForSoManyDevices
    case trustsADirectoryOnlyByPolicy
    case refusesRetiredDevices
    case learnsRetirementsOfListedDevices

    /// Opens the lists under test, with the memory beside them: each call gives what another
    /// process would see of the same.
    package typealias Opening = @Sendable () async throws -> any SenderMemory & RecipientLists

    /// Checks the rule; the lists have to be new.
    package func check(_ open: @escaping Opening) async throws {
        #expect(try await open().devices(of: "Bob") == RecipientDevices())
        switch self {
        case .keepsTheFirstDeviceOfARecipient: try await Self.keepsTheFirstDevice(open)
        case .admitsOneDeviceInARace: try await Self.admitsOneDevice(open)
        case .keepsConfirmedDevices: try await Self.keepsConfirmedDevices(open)
        case .neverBringsADeviceBack: try await Self.neverBringsADeviceBack(open)
        case .keepsEveryDeviceOfARace: try await Self.keepsEveryDeviceOfARace(open)
        case .keepsARemovalInARace: try await Self.keepsARemovalInARace(open)
        case .keepsRoomForSoManyDevices: try await Self.keepsRoom(open)
        case .trustsADirectoryOnlyByPolicy: try await Self.trustsADirectory(open)
        case .refusesRetiredDevices: try await Self.refusesRetiredDevices(open)
        case .learnsRetirementsOfListedDevices: try await Self.learnsRetirements(open)
        }
    }

    private static func keepsTheFirstDevice(_ open: Opening) async throws {
        let first = SampleDevice().identity
        let second = SampleDevice().identity
        for recipient in ["Bob", "", "B\u{0}b", "\u{1F469}\u{200D}\u{1F469}", "Bobby"] {
            try await open().check(first, for: recipient, newDevices: .refuse)
            try await open().check(second, for: recipient, newDevices: .refuse)
            #expect(try await open().devices(of: recipient) == RecipientDevices())
            try await open().admit(first, for: recipient, newDevices: .refuse)
            await #expect(throws: SealingError.newDevice) {
                try await open().admit(second, for: recipient, newDevices: .refuse)
            }
            await #expect(throws: SealingError.newDevice) {
                try await open().check(second, for: recipient, newDevices: .refuse)
            }
            try await open().check(first, for: recipient, newDevices: .refuse)
            try await open().admit(first, for: recipient, newDevices: .refuse)
            #expect(try await open().devices(of: recipient).known == [first])
        }
        try await open().admit(second, for: "bob", newDevices: .refuse)
        #expect(try await open().devices(of: "Bo") == RecipientDevices())
    }

    private static func admitsOneDevice(_ open: @escaping Opening) async throws {
        let admitted = try await race { _ -> DeviceIdentity? in
            let device = SampleDevice().identity
            let memory = try await open()
            do throws(SealingError) {
                try await memory.admit(device, for: "Bob", newDevices: .refuse)
                return device
            } catch .newDevice {
                return nil
            }
        }
        let first = admitted.compactMap(\.self)
        #expect(first.count == 1)
        #expect(try await open().devices(of: "Bob").known == first)
    }

    private static func keepsConfirmedDevices(_ open: Opening) async throws {
        let devices = (0..<4).map { _ in SampleDevice().identity }
        for device in devices {
            #expect(try await open().confirm(device, for: "Bob"))
            #expect(try await !open().confirm(device, for: "Bob"))
            try await open().check(device, for: "Bob", newDevices: .refuse)
            try await open().admit(device, for: "Bob", newDevices: .refuse)
        }
        #expect(try await open().devices(of: "Bob").known == devices)
        #expect(try await open().devices(of: "bob") == RecipientDevices())
        // A list that is refused a change is as it was.
        await #expect(throws: SealingError.noPrekey) {
            try await open().changeDevices(of: "Bob") { devices throws(SealingError) in
                devices.remove(devices.known[0])
                throw .noPrekey
            }
        }
        #expect(try await open().devices(of: "Bob").known == devices)
    }

    private static func neverBringsADeviceBack(_ open: Opening) async throws {
        let (old, new, next) = (SampleDevice(), SampleDevice(), SampleDevice())
        try await open().confirm(old.identity, for: "Bob")
        try await open().confirm(new.identity, for: "Bob")
        #expect(try await open().remove(new.identity, for: "Bob"))
        #expect(try await !open().remove(new.identity, for: "Bob"))
        #expect(try await open().devices(of: "Bob").known == [old.identity])
        #expect(try await open().isRemoved(new.identity, for: "Bob"))
        #expect(try await !open().isRemoved(old.identity, for: "Bob"))
        await #expect(throws: SealingError.deviceRetired) {
            try await open().confirm(new.identity, for: "Bob")
        }
        for policy in [RecipientDevices.NewDevicePolicy.refuse, .trustDirectory] {
            await #expect(throws: SealingError.deviceRetired) {
                try await open().check(new.identity, for: "Bob", newDevices: policy)
            }
            await #expect(throws: SealingError.deviceRetired) {
                try await open().admit(new.identity, for: "Bob", newDevices: policy)
            }
        }
        // The removal of the last one makes no other the first.
        try await open().remove(old.identity, for: "Bob")
        await #expect(throws: SealingError.newDevice) {
            try await open().check(next.identity, for: "Bob", newDevices: .refuse)
        }
        #expect(try await open().devices(of: "Bob") == RecipientDevices(known: []))
        // Another recipient's list is another.
        #expect(try await open().confirm(new.identity, for: "Ann"))
        // What was never known can be kept from coming.
        #expect(try await open().remove(next.identity, for: "Cid"))
        await #expect(throws: SealingError.deviceRetired) {
            try await open().check(next.identity, for: "Cid", newDevices: .refuse)
        }
    }

    private static func keepsEveryDeviceOfARace(_ open: @escaping Opening) async throws {
        let confirmed = try await race { _ in
            let devices = (0..<6).map { _ in SampleDevice().identity }
            for device in devices { try await open().confirm(device, for: "Bob") }
            return devices
        }
        let known = try await open().devices(of: "Bob").known
        #expect(known.count == 48)
        #expect(Set(known) == Set(confirmed.joined()))
    }

    private static func keepsARemovalInARace(_ open: @escaping Opening) async throws {
        let (old, lost) = (SampleDevice(), SampleDevice())
        try await open().confirm(old.identity, for: "Bob")
        try await open().confirm(lost.identity, for: "Bob")
        _ = try await race { index in
            let memory = try await open()
            if index == 3 { try await memory.remove(lost.identity, for: "Bob") }
            for _ in 0..<4 {
                _ = try? await memory.confirm(lost.identity, for: "Bob")
                try? await memory.admit(lost.identity, for: "Bob", newDevices: .trustDirectory)
                try await memory.confirm(SampleDevice().identity, for: "Bob")
            }
        }
        let devices = try await open().devices(of: "Bob")
        #expect(try await open().isRemoved(lost.identity, for: "Bob"))
        #expect(devices.known.count == 33 && !devices.known.contains(lost.identity))
    }

    private static func keepsRoom(_ open: Opening) async throws {
        let memory = try await open()
        let devices = (0..<RecipientDevices.limit).map { _ in SampleDevice().identity }
        for device in devices {
            try await memory.admit(device, for: "Bob", newDevices: .trustDirectory)
        }
        let (next, last) = (SampleDevice().identity, SampleDevice().identity)
        await #expect(throws: SealingError.tooManyDevices) {
            try await memory.admit(next, for: "Bob", newDevices: .trustDirectory)
        }
        // What a person confirms is never refused as full.
        #expect(try await memory.confirm(next, for: "Bob"))
        try await memory.check(next, for: "Bob", newDevices: .refuse)
        await #expect(throws: SealingError.tooManyDevices) {
            try await memory.check(last, for: "Bob", newDevices: .trustDirectory)
        }
        // Removed ones take no place.
        for device in devices { #expect(try await memory.remove(device, for: "Bob")) }
        for _ in 0..<300 { try await memory.remove(SampleDevice().identity, for: "Bob") }
        #expect(try await open().devices(of: "Bob") == RecipientDevices(known: [next]))
        try await memory.admit(last, for: "Bob", newDevices: .trustDirectory)
        for device in devices {
            await #expect(throws: SealingError.deviceRetired) {
                try await memory.confirm(device, for: "Bob")
            }
        }
    }

    private static func trustsADirectory(_ open: Opening) async throws {
        let (old, new) = (SampleDevice().identity, SampleDevice().identity)
        try await open().admit(old, for: "Bob", newDevices: .trustDirectory)
        await #expect(throws: SealingError.newDevice) {
            try await open().check(new, for: "Bob", newDevices: .refuse)
        }
        try await open().check(new, for: "Bob", newDevices: .trustDirectory)
        #expect(try await open().devices(of: "Bob").known == [old])
        try await open().admit(new, for: "Bob", newDevices: .trustDirectory)
        #expect(try await open().devices(of: "Bob").known == [old, new])
        // Known from then on, whatever the policy.
        try await open().check(new, for: "Bob", newDevices: .refuse)
    }

    private static func refusesRetiredDevices(_ open: Opening) async throws {
        let (old, lost) = (SampleDevice(), SampleDevice())
        try await open().confirm(old.identity, for: "Bob")
        try await open().confirm(lost.identity, for: "Bob")
        try await open().retire(lost.retirement())
        for recipient in ["Bob", "Ann"] {
            await #expect(throws: SealingError.deviceRetired) {
                try await open().check(lost.identity, for: recipient, newDevices: .trustDirectory)
            }
            await #expect(throws: SealingError.deviceRetired) {
                try await open().confirm(lost.identity, for: recipient)
            }
        }
        #expect(try await open().devices(of: "Bob").known == [old.identity, lost.identity])
    }

    private static func learnsRetirements(_ open: Opening) async throws {
        let (listed, unknown) = (SampleDevice(), SampleDevice())
        try await open().confirm(listed.identity, for: "Bob")
        #expect(try await !open().learn(unknown.retirement(), for: "Bob"))
        #expect(try await !open().learn(listed.retirement()))
        #expect(try await !open().learn(listed.retirement(), for: "Ann"))
        for device in [unknown, listed] {
            #expect(try await open().retirement(of: device.identity) == nil)
        }
        #expect(try await open().learn(listed.retirement(), for: "Bob"))
        #expect(try await !open().learn(listed.retirement(), for: "Bob"))
        #expect(try await open().retirement(of: listed.identity) == listed.retirement())
    }
}

extension SenderMemory where Self: RecipientLists {
    /// Checks a device by this memory's own lists.
    package func check(
        _ device: DeviceIdentity,
        for recipient: String,
        newDevices: RecipientDevices.NewDevicePolicy
    ) async throws(SealingError) {
        try await check(device, for: (recipient, self), newDevices: newDevices)
    }

    /// Learns a retirement by this memory's own lists.
    @discardableResult
    package func learn(
        _ retirement: DeviceIdentity.Retirement,
        for recipient: String
    ) async throws(SealingError) -> Bool {
        try await learn(retirement, for: (recipient, self))
    }
}

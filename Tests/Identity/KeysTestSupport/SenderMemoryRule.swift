// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
package import SealedPushKeys
import TestSupport
import Testing

/// What every sender's memory has to keep, each rule checked on a memory of its own.
///
///     @Test(arguments: SenderMemoryRule.allCases)
///     func `a memory keeps the rules`(_ rule: SenderMemoryRule) async throws {
///         let database = try Database()
///         try await rule.check { DatabaseSenderMemory(in: try database.connect()) }
///     }
package enum SenderMemoryRule: String, CaseIterable, Sendable {
    case knowsNothingAtFirst
    case keepsPins
    case neverGoesBack
    case keepsTheFirstOfAContradiction
    case keepsManyChanges
    case racingPinsEndAtTheMaximum
    case notesAUseOnce
    case notesAUseOnceInARace
    case keepsTheFirstDeviceOfARecipient
    case admitsOneDeviceInARace
    case keepsConfirmedDevices
    case neverBringsADeviceBack
    case keepsEveryDeviceOfARace
    case keepsARemovalInARace
    case keepsRoomForSoManyDevices
    case keepsRetirements
    case learnsRetirementsOfKnownDevices
    case trustsADirectoryOnlyByPolicy

    /// Opens the memory under test: each call gives what another process would see of the same
    /// memory.
    package typealias Opening = @Sendable () async throws -> any SenderMemory

    /// Checks the rule; the memory has to be new.
    package func check(_ open: @escaping Opening) async throws {
        switch self {
        case .knowsNothingAtFirst: try await Self.knowsNothingAtFirst(open)
        case .keepsPins: try await Self.keepsPins(open)
        case .neverGoesBack: try await Self.neverGoesBack(open)
        case .keepsTheFirstOfAContradiction: try await Self.keepsTheFirst(open)
        case .keepsManyChanges: try await Self.keepsManyChanges(open)
        case .racingPinsEndAtTheMaximum: try await Self.racingPins(open)
        case .notesAUseOnce: try await Self.notesAUseOnce(open)
        case .notesAUseOnceInARace: try await Self.notesAUseOnceInARace(open)
        case .keepsTheFirstDeviceOfARecipient: try await Self.keepsTheFirstDevice(open)
        case .admitsOneDeviceInARace: try await Self.admitsOneDevice(open)
        case .keepsConfirmedDevices: try await Self.keepsConfirmedDevices(open)
        case .neverBringsADeviceBack: try await Self.neverBringsADeviceBack(open)
        case .keepsEveryDeviceOfARace: try await Self.keepsEveryDeviceOfARace(open)
        case .keepsARemovalInARace: try await Self.keepsARemovalInARace(open)
        case .keepsRoomForSoManyDevices: try await Self.keepsRoom(open)
        case .keepsRetirements: try await Self.keepsRetirements(open)
        case .learnsRetirementsOfKnownDevices: try await Self.learnsRetirements(open)
        case .trustsADirectoryOnlyByPolicy: try await Self.trustsADirectory(open)
        }
    }

    private static func knowsNothingAtFirst(_ open: Opening) async throws {
        let memory = try await open()
        #expect(try await memory.pins(of: SampleDevice().identity) == nil)
        #expect(try await memory.devices(of: "Bob") == RecipientDevices())
        #expect(try await memory.retirement(of: SampleDevice().identity) == nil)
    }

    // MARK: - Pins

    private static func keepsPins(_ open: Opening) async throws {
        let device = SampleDevice()
        let bundle = try device.bundle(
            device.record(epoch: 9, minimumEpoch: 3),
            device.record(class: .oneTime, epoch: 9, minimumEpoch: 4)
        )
        let pins = DeviceBundle.Pins(seeing: bundle, after: nil)
        #expect(try await open().pin(bundle) == pins)
        #expect(try await open().pins(of: device.identity) == pins)
        #expect(try await open().pin(bundle) == pins)
        #expect(try await open().pins(of: SampleDevice().identity) == nil)
        #expect(pins.epoch == 9 && pins.minimumEpoch == 4)
        #expect(pins.digest == bundle.reusable?.digest)
    }

    private static func neverGoesBack(_ open: Opening) async throws {
        let device = SampleDevice()
        try await open().pin(device.bundle(device.record(epoch: 9, minimumEpoch: 4)))
        let later = try await open().pins(of: device.identity)
        try await open().pin(device.bundle(device.record(epoch: 8, minimumEpoch: 3)))
        #expect(try await open().pins(of: device.identity) == later)
        let revoking = try device.record(class: .oneTime, epoch: 1, minimumEpoch: 5)
        try await open().pin(device.bundle(revoking))
        let pins = try await open().pins(of: device.identity)
        #expect(pins?.minimumEpoch == 5)
        #expect(pins?.epoch == 9)
        #expect(pins?.digest == later?.digest)
    }

    private static func keepsTheFirst(_ open: Opening) async throws {
        let device = SampleDevice()
        let first = try device.record()
        try await open().pin(device.bundle(first))
        let pins = try await open().pin(device.bundle(device.record()))
        #expect(pins.digest == first.digest)
        #expect(try await open().pins(of: device.identity) == pins)
    }

    private static func keepsManyChanges(_ open: Opening) async throws {
        let device = SampleDevice()
        let memory = try await open()
        for epoch in 1...200 as ClosedRange<UInt32> {
            let bundle = try device.bundle(device.record(epoch: epoch))
            let pins = try await memory.pin(bundle)
            #expect(pins == DeviceBundle.Pins(seeing: bundle, after: nil))
            #expect(try await memory.pins(of: device.identity) == pins)
        }
        #expect(try await open().pins(of: device.identity)?.epoch == 200)
    }

    private static func racingPins(_ open: @escaping Opening) async throws {
        let device = SampleDevice()
        var random = SeededGenerator(seed: 20_817)
        let bundles = try (0..<8).map { _ in
            try (0..<16).map { _ in
                try device.bundle(
                    device.record(
                        epoch: .random(in: 1...60, using: &random),
                        minimumEpoch: .random(in: 0...60, using: &random)
                    )
                )
            }
        }
        _ = try await race { index in
            let memory = try await open()
            var epoch: UInt32 = 0
            var minimum: UInt32 = 0
            for bundle in bundles[index] {
                let pins = try await memory.pin(bundle)
                #expect(pins.epoch >= max(epoch, bundle.records[0].terms.epoch))
                #expect(pins.minimumEpoch >= max(minimum, bundle.records[0].terms.minimumEpoch))
                (epoch, minimum) = (pins.epoch, pins.minimumEpoch)
            }
        }
        let records = bundles.joined().flatMap(\.records)
        let highest = records.map(\.terms.epoch).max()
        let pins = try #require(try await open().pins(of: device.identity))
        #expect(pins.epoch == highest)
        #expect(pins.minimumEpoch == records.map(\.terms.minimumEpoch).max())
        let digests = records.filter { $0.terms.epoch == highest }.map(\.digest)
        #expect(digests.contains(try #require(pins.digest)))
    }

    // MARK: - One-time prekeys

    private static func notesAUseOnce(_ open: Opening) async throws {
        let device = SampleDevice()
        let (one, other) = (
            try device.record(class: .oneTime), try device.record(class: .oneTime)
        )
        #expect(try await open().noteUse(of: one))
        #expect(try await !open().noteUse(of: one))
        #expect(try await open().noteUse(of: other))
    }

    private static func notesAUseOnceInARace(_ open: @escaping Opening) async throws {
        let device = SampleDevice()
        let records = try (0..<20).map { _ in try device.record(class: .oneTime) }
        let taken = try await race { _ in
            let memory = try await open()
            var taken: [PrekeyRecord.ID] = []
            for record in records where try await memory.noteUse(of: record) {
                taken.append(record.id)
            }
            return taken
        }
        #expect(taken.joined().count == records.count)
        #expect(Set(taken.joined()) == Set(records.map(\.id)))
    }

    // MARK: - Recipients

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
        // Without a recipient no list is kept.
        try await open().check(second, for: nil, newDevices: .refuse)
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

    // MARK: - Retirement

    private static func keepsRetirements(_ open: Opening) async throws {
        let (old, lost) = (SampleDevice(), SampleDevice())
        try await open().confirm(old.identity, for: "Bob")
        try await open().confirm(lost.identity, for: "Bob")
        #expect(try await open().retire(lost.retirement()))
        #expect(try await !open().retire(lost.retirement()))
        #expect(try await open().retirement(of: lost.identity) == lost.retirement())
        #expect(try await open().retirement(of: old.identity) == nil)
        for recipient in ["Bob", "Ann", nil] {
            await #expect(throws: SealingError.deviceRetired) {
                try await open().check(lost.identity, for: recipient, newDevices: .trustDirectory)
            }
        }
        for recipient in ["Bob", "Ann"] {
            await #expect(throws: SealingError.deviceRetired) {
                try await open().confirm(lost.identity, for: recipient)
            }
        }
        #expect(try await open().devices(of: "Bob").known == [old.identity, lost.identity])
    }

    private static func learnsRetirements(_ open: Opening) async throws {
        let (pinned, listed, unknown) = (SampleDevice(), SampleDevice(), SampleDevice())
        try await open().pin(pinned.bundle())
        try await open().confirm(listed.identity, for: "Bob")
        #expect(try await !open().learn(unknown.retirement(), for: "Bob"))
        #expect(try await !open().learn(listed.retirement()))
        #expect(try await !open().learn(listed.retirement(), for: "Ann"))
        for device in [unknown, listed] {
            #expect(try await open().retirement(of: device.identity) == nil)
        }
        #expect(try await open().learn(pinned.retirement()))
        #expect(try await open().learn(listed.retirement(), for: "Bob"))
        #expect(try await !open().learn(listed.retirement(), for: "Bob"))
        for device in [pinned, listed] {
            #expect(try await open().retirement(of: device.identity) == device.retirement())
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
}

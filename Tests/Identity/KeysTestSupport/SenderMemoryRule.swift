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
    case keepsRetirements
    case learnsRetirementsOfPinnedDevices

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
        case .keepsRetirements: try await Self.keepsRetirements(open)
        case .learnsRetirementsOfPinnedDevices: try await Self.learnsRetirements(open)
        }
    }

    private static func knowsNothingAtFirst(_ open: Opening) async throws {
        let memory = try await open()
        #expect(try await memory.pins(of: SampleDevice().identity) == nil)
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

    // MARK: - Retirement

    private static func keepsRetirements(_ open: Opening) async throws {
        let (old, lost) = (SampleDevice(), SampleDevice())
        try await open().check(lost.identity, for: nil, newDevices: .refuse)
        #expect(try await open().retire(lost.retirement()))
        #expect(try await !open().retire(lost.retirement()))
        #expect(try await open().retirement(of: lost.identity) == lost.retirement())
        #expect(try await open().retirement(of: old.identity) == nil)
        // Without a recipient no list is looked at.
        try await open().check(old.identity, for: nil, newDevices: .refuse)
        await #expect(throws: SealingError.deviceRetired) {
            try await open().check(lost.identity, for: nil, newDevices: .trustDirectory)
        }
    }

    private static func learnsRetirements(_ open: Opening) async throws {
        let (pinned, unknown) = (SampleDevice(), SampleDevice())
        try await open().pin(pinned.bundle())
        #expect(try await !open().learn(unknown.retirement()))
        #expect(try await open().retirement(of: unknown.identity) == nil)
        #expect(try await open().learn(pinned.retirement()))
        #expect(try await !open().learn(pinned.retirement()))
        #expect(try await open().retirement(of: pinned.identity) == pinned.retirement())
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

@Suite struct DevicePinsTests {
    private let device: SampleDevice

    init() throws {
        device = try SampleDevice()
    }

    @Test func `the first bundle is pinned as it is`() throws {
        let reusable = try device.record(epoch: 7, minimumEpoch: 2)
        let oneTime = try device.record(.oneTime, epoch: 20, minimumEpoch: 5)
        for records in [[reusable, oneTime], [oneTime, reusable]] {
            let bundle = try DeviceBundle(device: device.device, records: records)
            let pins = DeviceBundle.Pins(seeing: bundle, after: nil)
            #expect(pins.device == device.device)
            #expect(pins.epoch == 7)
            #expect(pins.digest == reusable.digest)
            #expect(pins.minimumEpoch == 5)
        }
    }

    @Test(.rules("S-1"))
    func `a device without a reusable record has epoch 0 and no digest`() throws {
        for pins in [try device.pins(), try device.pins(device.record(.oneTime, epoch: 9))] {
            #expect(pins.epoch == 0 && pins.digest == nil && pins.minimumEpoch == 0)
        }
        // Epoch 0 is pinned like any other.
        let first = try device.record(epoch: 0)
        let pins = DeviceBundle.Pins(seeing: try device.bundle(first), after: try device.pins())
        #expect(pins.epoch == 0 && pins.digest == first.digest)
    }

    @Test(.rules("S-1")) func `a later epoch takes the place of the one before`() throws {
        let earlier = try device.pins(device.record(epoch: 7, minimumEpoch: 3))
        let record = try device.record(epoch: 8)
        let pins = DeviceBundle.Pins(seeing: try device.bundle(record), after: earlier)
        #expect(pins.epoch == 8)
        #expect(pins.digest == record.digest)
        #expect(pins.minimumEpoch == 3)
    }

    /// S-3: the digest of an epoch never changes, and no epoch goes down.
    @Test(.rules("S-2 S-3 S-4"))
    func `of two records of one epoch the first stays, and an older one changes nothing`()
        throws
    {
        let earlier = try device.pins(device.record(epoch: 7, key: 0))
        for other in [
            try device.record(epoch: 7, key: 1), try device.record(epoch: 6),
        ] {
            #expect(DeviceBundle.Pins(seeing: try device.bundle(other), after: earlier) == earlier)
        }
    }

    @Test(.rules("S-1"))
    func `a bundle without a reusable record changes the lowest epoch only`() throws {
        let earlier = try device.pins(device.record(epoch: 7))
        let oneTime = try device.record(.oneTime, epoch: 9, minimumEpoch: 8)
        let pins = DeviceBundle.Pins(seeing: try device.bundle(oneTime), after: earlier)
        #expect(pins.epoch == 7)
        #expect(pins.digest == earlier.digest)
        #expect(pins.minimumEpoch == 8)
        #expect(DeviceBundle.Pins(seeing: try device.bundle(), after: earlier) == earlier)
    }

    @Test(.rules("S-2 S-3 S-4 C-8"), arguments: [1, 2, 3] as [UInt64])
    func `pins never go back, whatever bundles come in whatever order`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pool = try (0..<60).map { _ in try Self.randomRecord(of: device, &generator) }
        let reusable = pool.filter { $0.terms.class == .reusable }
        var pins = try device.pins()
        for _ in 0..<1_000 {
            let oneTime = pool.filter { $0.terms.class == .oneTime }.shuffled(using: &generator)
            let chosen =
                oneTime.prefix(.random(in: 0...3, using: &generator))
                + reusable.shuffled(using: &generator).prefix(.random(in: 0...1, using: &generator))
            let records = Dictionary(chosen.map { ($0.id, $0) }) { first, _ in first }.values
                .shuffled(using: &generator)
            let bundle = try DeviceBundle(device: device.device, records: records)
            let next = DeviceBundle.Pins(seeing: bundle, after: pins)
            #expect(next.epoch >= pins.epoch)
            #expect(next.minimumEpoch >= pins.minimumEpoch)
            #expect(records.allSatisfy { $0.terms.minimumEpoch <= next.minimumEpoch })
            if next.epoch == pins.epoch, pins.digest != nil { #expect(next.digest == pins.digest) }
            #expect(DeviceBundle.Pins(seeing: bundle, after: next) == next)
            pins = next
        }
        #expect(pins.epoch == reusable.map(\.terms.epoch).max())
    }

    private static func randomRecord(
        of device: SampleDevice,
        _ generator: inout SeededGenerator
    ) throws -> PrekeyRecord {
        let epoch = UInt32.random(in: 1...12, using: &generator)
        return try device.record(
            Bool.random(using: &generator) ? .reusable : .oneTime,
            epoch: epoch,
            minimumEpoch: UInt32.random(in: 0...epoch, using: &generator),
            key: UInt8.random(in: 0...3, using: &generator)
        )
    }

    @Test func `pins of another device stop the program`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let bundle = try SampleDevice(1).bundle()
            let pins = try SampleDevice(2).pins()
            _ = DeviceBundle.Pins(seeing: bundle, after: pins)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("another device's"))
    }
}

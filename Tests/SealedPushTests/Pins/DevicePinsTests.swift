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
        let weak = try device.record(epoch: 7, minimumEpoch: 2)
        let strong = try device.record(epoch: 7, minimumEpoch: 2)
        let oneTime = try device.record(.oneTime, epoch: 20, minimumEpoch: 5)
        let pins = try device.pins(weak, strong, oneTime)
        #expect(pins.device == device.device)
        #expect(pins.epoch == 7)
        #expect(pins.digests == [.x25519: weak.digest, .xwing: strong.digest])
        #expect(pins.minimumEpoch == 5)
        #expect(pins.offers == .all)
    }

    @Test func `a later epoch takes the place of the one before`() throws {
        let earlier = try device.pins(device.record(epoch: 7, minimumEpoch: 3))
        let modest = SuiteOffers(.x25519)
        let record = try device.record(offers: modest, epoch: 8)
        let pins = DevicePins(seeing: try device.bundle(record), after: earlier)
        #expect(pins.epoch == 8)
        #expect(pins.digests == [.x25519: record.digest])
        #expect(pins.minimumEpoch == 3)
        #expect(pins.offers == modest)
    }

    @Test func `records of one epoch add up, and the first of a suite stays`() throws {
        let weak = try device.record(offers: SuiteOffers(.x25519))
        let strong = try device.record(offers: .all)
        let other = try device.record(offers: .all, key: 1)
        for (first, second) in [(weak, strong), (strong, weak)] {
            let pins = DevicePins(
                seeing: try device.bundle(second),
                after: try device.pins(first)
            )
            #expect(pins.digests == [.x25519: weak.digest, .xwing: strong.digest])
            #expect(pins.offers == .all)
            #expect(try device.pins(first, second) == pins)
        }
        let contradicted = DevicePins(
            seeing: try device.bundle(other),
            after: try device.pins(strong)
        )
        #expect(contradicted.digests == [.xwing: strong.digest])
    }

    @Test func `a bundle without a reusable record changes the lowest epoch only`() throws {
        let strong = SuiteOffers(.xwing)
        let earlier = try device.pins(device.record(offers: strong, epoch: 7))
        let oneTime = try device.record(.oneTime, epoch: 9, minimumEpoch: 8)
        let pins = DevicePins(seeing: try device.bundle(oneTime), after: earlier)
        #expect(pins.epoch == 7)
        #expect(pins.digests == earlier.digests)
        #expect(pins.offers == earlier.offers)
        #expect(pins.minimumEpoch == 8)
        #expect(DevicePins(seeing: try device.bundle(), after: earlier) == earlier)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `pins never go back, whatever bundles come in whatever order`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pool = try (0..<60).map { _ in try Self.randomRecord(of: device, &generator) }
        var pins = try device.pins()
        for _ in 0..<1_000 {
            let oneTime = pool.filter { $0.terms.class == .oneTime }.shuffled(using: &generator)
            var records = Array(oneTime.prefix(.random(in: 0...3, using: &generator)))
            for suite in Suite.allCases where Bool.random(using: &generator) {
                let reusable = pool.filter { $0.terms.class == .reusable && $0.suite == suite }
                guard let record = reusable.randomElement(using: &generator) else { continue }
                records.append(record)
            }
            records = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }.values
                .shuffled(using: &generator)
            let bundle = try DeviceBundle(device: device.device, records: records)
            let next = DevicePins(seeing: bundle, after: pins)
            #expect(next.epoch >= pins.epoch)
            #expect(next.minimumEpoch >= pins.minimumEpoch)
            #expect(records.allSatisfy { $0.terms.minimumEpoch <= next.minimumEpoch })
            if next.epoch == pins.epoch {
                #expect(next.digests.merging(pins.digests) { $1 } == next.digests)
                #expect(next.offers.isSuperset(of: pins.offers))
            }
            #expect(DevicePins(seeing: bundle, after: next) == next)
            pins = next
        }
        #expect(pins.epoch == pool.filter { $0.terms.class == .reusable }.map(\.terms.epoch).max())
    }

    private static func randomRecord(
        of device: SampleDevice,
        _ generator: inout SeededGenerator
    ) throws -> PrekeyRecord {
        let suite = Suite.allCases.randomElement(using: &generator) ?? .x25519
        let epoch = UInt32.random(in: 1...12, using: &generator)
        let offers: SuiteOffers = Bool.random(using: &generator) ? .all : SuiteOffers(suite)
        return try device.record(
            suite,
            Bool.random(using: &generator) ? .reusable : .oneTime,
            offers: offers,
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
            _ = DevicePins(seeing: bundle, after: pins)
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("another device's"))
    }
}

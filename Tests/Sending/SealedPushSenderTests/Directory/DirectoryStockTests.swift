// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushSender
import Testing

struct DirectoryStockTests {
    private let device = SampleDevice()
    private let now = SampleDevice.now

    private func oneTime(
        _ count: Int,
        epoch: UInt32 = 7,
        days: Int64 = 45
    ) throws -> [PrekeyRecord] {
        try (0..<count).map { _ in
            try device.record(
                class: .oneTime,
                epoch: epoch,
                notAfter: now.advanced(by: .days(days))
            )
        }
    }

    private func bundle(_ records: [PrekeyRecord]) throws -> DeviceBundle {
        try DeviceBundle(device: device.identity, records: records)
    }

    @Test func `a later offer leaves what is left of the earlier one`() throws {
        let (first, second) = try (oneTime(3), oneTime(2, epoch: 8, days: 50))
        let (old, new) = try (device.record(epoch: 7), device.record(epoch: 8))
        var stock = try DirectoryStock(bundle([]))
        #expect(try stock.add(bundle([old] + first), at: now) == 4)
        #expect(try stock.add(bundle([new] + second), at: now) == 3)
        #expect(Set(stock.bundle.records) == Set([new] + first + second))
        // The same offers bring nothing, in any order.
        #expect(try stock.add(bundle([old] + first), at: now) == 0)
        #expect(try stock.add(bundle([new] + second), at: now) == 0)
        #expect(stock.bundle.records.first == new)
    }

    @Test func `each one-time prekey is given to one sender, those that end first before others`()
        throws
    {
        let (early, late) = try (oneTime(2, days: 40), oneTime(2, days: 45))
        let reusable = try device.record()
        var stock = try DirectoryStock(bundle([]))
        try stock.add(bundle([reusable] + late + early), at: now)
        let first = try stock.claim(3, at: now)
        #expect(first.records.first == reusable)
        #expect(first.records.count == 4)
        #expect(Set(early).isSubset(of: first.records))
        let second = try stock.claim(3, at: now)
        #expect(second.records.count == 2)
        #expect(Set(first.records).intersection(second.records) == [reusable])
        #expect(try stock.claim(3, at: now).records == [reusable])
        // What was given out does not come back, not even to a stock that was kept in part.
        try stock.add(bundle([reusable] + late + early), at: now)
        #expect(stock.bundle.records == [reusable])
        var torn = try DirectoryStock(bundle([reusable] + late + early), given: stock.given)
        #expect(try torn.claim(4, at: now).records == [reusable])
    }

    @Test func `what is revoked, has ended or ends too soon is not given out`() throws {
        let (soon, ended) = try (oneTime(1, days: 30), oneTime(1, days: 0))
        let revoked = try oneTime(2, epoch: 5)
        let reusable = try device.record(epoch: 9, minimumEpoch: 6)
        var stock = try DirectoryStock(bundle([]))
        #expect(try stock.add(bundle(revoked), at: now) == 2)
        #expect(try stock.add(bundle([reusable] + soon + ended), at: now) == 3)
        #expect(Set(stock.bundle.records) == Set([reusable] + soon + ended))
        #expect(try stock.claim(9, at: now).records == [reusable])
        // An older offer does not bring back what a later one revoked.
        #expect(try stock.add(bundle(revoked), at: now) == 0)
    }

    @Test func `more than a bundle holds goes, those that end first`() throws {
        let (early, late) = try (oneTime(200, days: 40), oneTime(100, days: 45))
        let reusable = try device.record()
        var stock = try DirectoryStock(bundle([reusable] + early))
        #expect(try stock.add(bundle(late), at: now) == 100)
        #expect(stock.bundle.records.count == DeviceBundle.maximumRecords)
        #expect(Set(late).isSubset(of: stock.bundle.records))
    }

    @Test func `what was given out is remembered for 400 days after its end`() throws {
        var stock = try DirectoryStock(bundle([device.record()] + oneTime(1)))
        _ = try stock.claim(1, at: now)
        #expect(stock.given.count == 1)
        try stock.add(bundle([]), at: now.advanced(by: .days(444)))
        #expect(stock.given.count == 1)
        try stock.add(bundle([]), at: now.advanced(by: .days(446)))
        #expect(stock.given.isEmpty)
    }

    @Test func `a clock that was wrong once takes nothing away`() throws {
        var stock = try DirectoryStock(bundle([device.record()] + oneTime(5)))
        _ = try stock.claim(1, at: now)
        let before = stock
        try stock.add(bundle([]), at: now.advanced(by: .days(300)))
        #expect(stock == before)
        #expect(try stock.claim(4, at: now.advanced(by: .days(300))).records.count == 1)
        #expect(try stock.claim(4, at: now).records.count == 5)
    }

    @Test
    func `another device's offer is refused, and a stock without a reusable prekey gives none`()
        throws
    {
        let other = SampleDevice()
        var stock = try DirectoryStock(bundle(oneTime(1)))
        let before = stock
        #expect(throws: DirectoryError.bundleRefused(.wrongSignature)) {
            try stock.add(other.bundle(other.record()), at: now)
        }
        #expect(throws: DirectoryError.noPrekeys) { try stock.claim(1, at: now) }
        #expect(stock == before)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayTesting
import TestSupport
import Testing

@testable import SealedPushRelay

struct PrekeyTests {
    private let sample = SampleDevice()
    private let now = SampleDevice.now

    private func bundle(_ records: [PrekeyRecord]) throws -> [UInt8] {
        try DeviceBundle(device: sample.identity, records: records).bytes
    }

    // MARK: - Bundles

    @Test func `a published prekey serves until its term ends, also beside newer ones`() throws {
        let first = try sample.record(.reusable, epoch: 1, for: .seconds(1000))
        let second = try sample.record(.reusable, epoch: 2, for: .seconds(2000))
        var published = try PublishedPrekeys(
            publishing: bundle([first]),
            of: sample.identity,
            at: now
        )
        try published.publish(bundle([second]), of: sample.identity, at: now)
        #expect(published.minimumEpoch == 0)
        #expect(published.bundle == (try bundle([second])))
        let end = now + .seconds(1000)
        #expect(published.serves(first.id, at: end + .milliseconds(-1)))
        #expect(!published.serves(first.id, at: end))
        #expect(published.serves(second.id, at: end))
        #expect(!published.serves(try sample.record(.reusable).id, at: now))
    }

    @Test(.rules("C-65")) func `a revocation ends the prekeys of lower epochs at once`() throws {
        let first = try sample.record(.reusable, epoch: 1)
        let third = try sample.record(.reusable, epoch: 3, minimumEpoch: 2)
        var published = try PublishedPrekeys(
            publishing: bundle([first]),
            of: sample.identity,
            at: now
        )
        try published.publish(bundle([third]), of: sample.identity, at: now)
        #expect(published.minimumEpoch == 2)
        #expect(!published.serves(first.id, at: now))
        #expect(published.serves(third.id, at: now))
    }

    @Test func `at most 16 published prekeys are kept, the newest`() throws {
        let records = try (1...18).map { try sample.record(.reusable, epoch: UInt32($0)) }
        var published = try PublishedPrekeys(
            publishing: bundle([records[0]]),
            of: sample.identity,
            at: now
        )
        for record in records.dropFirst() {
            try published.publish(bundle([record]), of: sample.identity, at: now)
        }
        let served = records.map { published.serves($0.id, at: now) }
        #expect(served == [false, false] + [Bool](repeating: true, count: 16))
    }

    @Test func `a bundle of another device, of another shape or out of its term is refused`() throws
    {
        let record = try sample.record(.reusable)
        let stranger = SampleDevice().identity
        let later = try sample.record(.reusable, from: .seconds(1))
        let faults: [([UInt8], DeviceIdentity, BundleError)] = [
            ([], sample.identity, .unreadable),
            (try bundle([record]) + [0], sample.identity, .unreadable),
            (try bundle([record]), stranger, .wrongIdentity),
            (try bundle([]), sample.identity, .notOneReusableRecord),
            (try bundle([try sample.record(.oneTime)]), sample.identity, .notOneReusableRecord),
            (
                try bundle([record, try sample.record(.oneTime)]), sample.identity,
                .notOneReusableRecord
            ),
            (try bundle([later]), sample.identity, .notCurrent),
        ]
        for (bytes, identity, error) in faults {
            #expect(throws: error) {
                try PublishedPrekeys(publishing: bytes, of: identity, at: now)
            }
        }
    }

    // MARK: - Stock

    private func stock(_ records: [PrekeyRecord], minimumEpoch: UInt32 = 0) throws(StockError)
        -> PrekeyStock
    {
        try PrekeyStock(
            reading: records.flatMap(\.bytes),
            of: sample.identity,
            minimumEpoch: minimumEpoch,
            at: now
        )
    }

    @Test func `each record of a stock is given out once, in order`() throws {
        let records = try (0..<3).map { _ in try sample.record(.oneTime) }
        var stock = try stock(records)
        for record in records {
            let claimed = stock.claim(at: now)
            let claim = try #require(claimed)
            #expect(claim.id == record.id)
            #expect(claim.record == record.bytes)
        }
        let further = stock.claim(at: now)
        #expect(further == nil)
    }

    @Test func `a stock gives out nothing after the first of its terms has ended`() throws {
        let records = [
            try sample.record(.oneTime), try sample.record(.oneTime, for: .seconds(100)),
        ]
        var stock = try stock(records)
        let late = stock.claim(at: now + .seconds(100))
        #expect(late == nil)
        let early = stock.claim(at: now + .seconds(99))
        #expect(early != nil)
    }

    @Test func `a stock with one record that cannot be given out is refused as a whole`() throws {
        let good = try sample.record(.oneTime, epoch: 5)
        var damaged = good.bytes
        damaged[100] ^= 1
        let faults: [([UInt8], StockError)] = [
            ([], .wrongSize),
            (good.bytes.dropLast() + [], .wrongSize),
            ([UInt8](repeating: 0, count: 101 * PrekeyRecord.count), .wrongSize),
            (good.bytes + damaged, .wrongRecord(1)),
            (good.bytes + (try SampleDevice().record(.oneTime).bytes), .wrongRecord(1)),
            (good.bytes + (try sample.record(.reusable).bytes), .wrongRecord(1)),
            (good.bytes + (try sample.record(.oneTime, epoch: 4).bytes), .revoked(1)),
            (
                good.bytes + (try sample.record(.oneTime, epoch: 5, from: .seconds(1)).bytes),
                .notCurrent(1)
            ),
            (good.bytes + good.bytes, .repeated),
        ]
        for (bytes, error) in faults {
            #expect(throws: error) {
                try PrekeyStock(reading: bytes, of: sample.identity, minimumEpoch: 5, at: now)
            }
        }
    }

    @Test(arguments: [
        (0, false, 0), (0, true, 10), (5, true, 10), (6, true, 12), (50, true, 100),
        (51, true, 100), (Int.max, true, 100),
    ])
    func `a device keeps twice the claims of two weeks, and none before the first claim`(
        claims: Int,
        wasClaimed: Bool,
        expected: Int
    ) {
        #expect(StockTarget.count(claims: claims, wasClaimed: wasClaimed) == expected)
    }

    @Test func `a message is taken under a published, a claimed or any prekey of elsewhere`() throws
    {
        let record = try sample.record(.reusable)
        let published = try PublishedPrekeys(
            publishing: bundle([record]),
            of: sample.identity,
            at: now
        )
        let other = try sample.record(.oneTime).id
        let rule = PrekeyRule.published(published.ids)
        #expect(rule.accepts(record.id, isClaimed: false, at: now))
        #expect(!rule.accepts(other, isClaimed: false, at: now))
        #expect(rule.accepts(other, isClaimed: true, at: now))
        #expect(PrekeyRule.elsewhere.accepts(other, isClaimed: false, at: now))
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys

struct RevocationTests {
    let disk: SimulatedDisk
    let files: SimulatedFileSystem
    let keys: DeviceKeys
    let now = Samples.now
    static let level = StockLevel(full: 3, low: 2)

    init() throws {
        files = SimulatedFileSystem(try .withStore())
        _ = try Samples.device(in: files.store())
        keys = try DeviceKeys(in: files.store(), keeping: Self.level)
        _ = try keys.maintain(at: now)
        _ = try keys.bundle(oneTime: 2, at: now)
        disk = files.disk
    }

    @Test(.rules("V-8 V-9 V-10"))
    func `revoking sets the lowest epoch to a new generation's and erases all one-time keys`()
        throws
    {
        let before = try keys.heldRecords().records
        let report = try keys.maintain(at: now, revoking: true)
        let bundle = try keys.offer(at: now)
        let lowest = try #require(bundle.reusable).terms.epoch
        #expect(report.minimumEpoch == lowest)
        #expect(report.changes.first == .madeReusable(epoch: lowest, .revocation))
        #expect(bundle.records.allSatisfy { $0.terms.minimumEpoch == lowest })
        #expect(bundle.oneTime.count == 3)
        for record in before {
            #expect(record.terms.epoch < lowest)
            #expect(try keys.holds(record) == (record.terms.class == .reusable))
            let erased = MaintenanceReport.Change.erased(
                record.id,
                record.terms.class,
                epoch: record.terms.epoch,
                .revoked
            )
            #expect(report.changes.contains(erased) == (record.terms.class == .oneTime))
        }
        #expect(try keys.maintain(at: now).changes == [])
    }

    @Test(.rules("V-8 V-9 V-10"))
    func `the lowest epoch never goes down, whatever is made after a revocation`() throws {
        var lowest: UInt32 = 0
        for round in 0..<6 {
            let report = try keys.maintain(
                at: now.advanced(by: .days(Int64(round * 9 % 5) * 8)),
                revoking: round % 2 == 0
            )
            #expect(report.minimumEpoch >= lowest)
            lowest = report.minimumEpoch
            let made = try keys.bundle(oneTime: 1, at: now).records
            #expect(made.allSatisfy { $0.terms.minimumEpoch == lowest })
            #expect(made.allSatisfy { $0.terms.epoch >= lowest })
        }
        #expect(lowest > 0)
    }

    @Test func `the lowest epoch stays what the last revocation made it`() throws {
        let store = try SimulatedDisk.withStore().store()
        #expect(
            try store.create(.epochs, id: [0, 0, 0, 0], contents: [0, 9, 0, 0, 0, 0, 0, 0].span)
        )
        let chain = EpochChain(of: store) { () throws(StoreError) in
            EpochEvidence(prekeys: [], states: [:])
        }
        #expect(try chain.last().epoch == TakenEpoch(number: 0x90000, minimum: 0))
        #expect(
            try chain.take(now: now, revoking: false) == TakenEpoch(number: 0x90001, minimum: 0)
        )
        #expect(
            try chain.take(now: now, revoking: true)
                == TakenEpoch(number: 0x90002, minimum: 0x90002)
        )
        #expect(
            try chain.take(now: now, revoking: false)
                == TakenEpoch(number: 0x90003, minimum: 0x90002)
        )
    }

    @Test func `a link whose lowest epoch is above its own is corrupted`() throws {
        let store = try SimulatedDisk.withStore().store()
        let link: [UInt8] = [0, 0, 0, 5, 0, 0, 0, 6]
        #expect(try store.create(.epochs, id: [0, 0, 0, 0], contents: link.span))
        let chain = EpochChain(of: store) { () throws(StoreError) in throw .corrupted }
        #expect(throws: StoreError.corrupted) { try chain.last() }
    }

    @Test(.rules("V-8 V-9 V-10"))
    func `a bundle is never half revoked, whenever another process revokes`() async throws {
        let runs = try await disk.overtaking { files in
            _ = try DeviceKeys(in: files.store(), keeping: Self.level)
                .maintain(at: Samples.now, revoking: true)
        } _: { files in
            try DeviceKeys(in: files.store()).bundle(oneTime: 1, at: now)
        }
        for (call, (files, bundle)) in runs.enumerated() {
            let lowest = try #require(bundle.records.map(\.terms.minimumEpoch).max())
            #expect(bundle.records.allSatisfy { $0.terms.epoch >= lowest }, "call \(call)")
            // What was made on the way and is dead goes with the next maintenance.
            let other = try DeviceKeys(in: files.store(), keeping: Self.level)
            _ = try other.maintain(at: now)
            let minimum = try other.minimumEpoch()
            let held = try other.heldRecords().records
            #expect(
                held.allSatisfy { $0.terms.class == .reusable || $0.terms.epoch >= minimum }
            )
        }
    }

    @Test(.rules("V-8 V-9 V-10"))
    func `a bundle or an offer after a revocation that was killed is of the new generation`()
        async throws
    {
        let stopped = try await disk.killing(atReading: false) { store in
            _ = try DeviceKeys(in: store, keeping: Self.level).maintain(at: now, revoking: true)
        }
        var revoked = 0
        for disk in stopped {
            for left in [disk] + disk.afterPowerLoss().prefix(1) {
                let keys = try DeviceKeys(in: left.store(), keeping: Self.level)
                let minimum = try keys.minimumEpoch()
                if minimum > 0 { revoked += 1 }
                for bundle in [try keys.offer(at: now), try keys.bundle(oneTime: 1, at: now)] {
                    #expect(bundle.records.allSatisfy { $0.terms.minimumEpoch == minimum })
                    #expect(bundle.records.allSatisfy { $0.terms.epoch >= minimum })
                    #expect(bundle.reusable != nil)
                }
            }
        }
        #expect(revoked > 30)
    }
}

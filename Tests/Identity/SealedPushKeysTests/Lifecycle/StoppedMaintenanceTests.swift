// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys

/// Maintenance is killed at each of its calls, the power may be lost, and the next one completes
/// what is left.
struct StoppedMaintenanceTests {
    /// When maintenance runs, and whether it revokes.
    struct Occasion: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let after: Duration
        var revoking = false
        /// Whether an earlier run has seen nearly the same time.
        var isConfirmed = false
    }

    static let occasions = [
        Occasion(testDescription: "nothing is due", after: .hours(1)),
        Occasion(testDescription: "a week has passed", after: .days(7)),
        Occasion(testDescription: "a revocation", after: .hours(1), revoking: true),
        Occasion(testDescription: "all is over age", after: .days(47), isConfirmed: true),
    ]

    static let level = StockLevel(full: 2, low: 2)

    let disk: SimulatedDisk
    let made = Samples.now
    /// What the directory was given.
    let published: [PrekeyRecord]

    /// A device of which the directory has all but one generation of reusable prekeys, and of whose
    /// stock one was used.
    init() throws {
        let files = SimulatedFileSystem(try .withStore())
        _ = try Samples.device(in: files.store())
        let keys = try DeviceKeys(in: files.store(), keeping: Self.level)
        _ = try keys.maintain(at: made)
        let offered = try keys.offer(at: made)
        try keys.acknowledge(offered, at: made)
        let used = offered.oneTime[0]
        try keys.erase(used.id)
        _ = try keys.bundle(oneTime: 1, at: made)
        published = offered.records.filter { $0 != used }
        files.advance(bySeconds: 7200)
        disk = files.disk
    }

    /// One of four, others for each call: what a loss of power leaves differs little from call to
    /// call.
    private static func some(_ disks: [SimulatedDisk], _ call: Int) -> [SimulatedDisk] {
        disks.indices.filter { ($0 + call) % 4 == 0 }.map { disks[$0] }
    }

    @Test(.rules("V-8 V-9 V-10"), arguments: occasions)
    func `the next maintenance completes what a killed one left`(_ occasion: Occasion) async throws
    {
        let now = made.advanced(by: occasion.after)
        let before = try DeviceKeys(in: disk.store()).heldRecords().records
        let files = SimulatedFileSystem(disk)
        if occasion.isConfirmed {
            try DeviceKeys(in: files.store()).sweep(at: now.advanced(by: .hours(-20)))
        }
        let stopped = try await files.disk.killing(atReading: false) { store in
            _ = try DeviceKeys(in: store, keeping: Self.level)
                .maintain(at: now, revoking: occasion.revoking)
        }
        for (call, disk) in stopped.enumerated() {
            for left in [disk] + Self.some(disk.afterPowerLoss(), call) {
                if occasion.isConfirmed { try checkClock(left, before: before, at: now) }
                try check(
                    left,
                    before: before,
                    at: now,
                    "\(occasion.testDescription), call \(call)"
                )
            }
        }
        #expect(stopped.count > (occasion.after == .hours(1) && !occasion.revoking ? 3 : 40))
    }

    /// Nothing is erased for its age by a reading that is not kept.
    private func checkClock(
        _ disk: SimulatedDisk,
        before: [PrekeyRecord],
        at now: Timestamp
    ) throws {
        let store = try SimulatedFileSystem(disk).store()
        let held = try DeviceKeys(in: store).heldRecords().records
        if !Set(held).isSuperset(of: before) {
            #expect(try !ClockRecord.isDue(at: now, in: store))
        }
    }

    private func check(
        _ disk: SimulatedDisk,
        before: [PrekeyRecord],
        at now: Timestamp,
        _ place: Comment
    ) throws {
        let files = SimulatedFileSystem(disk)
        let keys = try DeviceKeys(in: files.store(), keeping: Self.level)
        let first = try keys.maintain(at: now)
        #expect(first.failures == [], place)
        let second = try keys.maintain(at: now)
        #expect(second.changes == [], place)
        let snapshot = try keys.snapshot()
        let minimum = snapshot.lifecycle.minimumEpoch
        // No key is lost, none kept that may not be, none back.
        for record in before {
            let isRevoked = record.terms.class == .oneTime && record.terms.epoch < minimum
            let isOver = now.advanced(by: .hours(-20)) > DevicePrekey.endOfLife(of: record)
            let isHeld = snapshot.records[record.id] == record
            #expect(isHeld == !(isRevoked || isOver), place)
        }
        for record in snapshot.records.values {
            #expect(record.terms.class == .reusable || record.terms.epoch >= minimum, place)
        }
        // What is offered is whole, of the newest generation, and has room for claims.
        let offer = try keys.offer(at: now)
        let reusable = try #require(offer.reusable)
        let highest = snapshot.records.values.map(\.terms)
            .filter { $0.class == .reusable }.map(\.epoch).max()
        #expect(reusable.terms.epoch == highest, place)
        // What the directory has already is not offered as new.
        #expect(Set(offer.oneTime).isDisjoint(with: published), place)
        #expect(second.stock == Self.level.full, place)
        for left in files.disk.afterPowerLoss().prefix(1) {
            let held = try DeviceKeys(in: left.store()).heldRecords().records
            #expect(Set(held).isSuperset(of: offer.records), place)
            let rooms = Set(try SimulatedFileSystem(left).names(in: "/store/claims"))
            #expect(rooms.isSuperset(of: offer.records.map { "\($0.id)" }), place)
        }
    }

    @Test(arguments: occasions[1...2])
    func `maintenance that fails at one call leaves nothing that the next does not mend`(
        _ occasion: Occasion
    ) async throws {
        let now = made.advanced(by: occasion.after)
        let before = try DeviceKeys(in: disk.store()).heldRecords().records
        let runs = try await disk.disturbing(by: .failure) { files in
            try DeviceKeys(in: files.store(), keeping: Self.level)
                .maintain(at: now, revoking: occasion.revoking)
        }
        for run in runs {
            let place: Comment = "\(occasion.testDescription), call \(run.call)"
            try check(run.files.disk, before: before, at: now, place)
        }
    }

    @Test func `an acknowledgement that is killed is noted or not, and can be repeated`()
        async throws
    {
        let files = SimulatedFileSystem(disk)
        let keys = try DeviceKeys(in: files.store(), keeping: Self.level)
        let now = made.advanced(by: .days(7))
        _ = try keys.maintain(at: now)
        let offer = try keys.offer(at: now)
        let stopped = try await files.disk.killing(atReading: false) { store in
            _ = try DeviceKeys(in: store).acknowledge(offer, at: now)
        }
        for disk in stopped {
            for left in [disk] + disk.afterPowerLoss() {
                let keys = try DeviceKeys(in: left.store(), keeping: Self.level)
                let again = try keys.offer(at: now)
                #expect(again.reusable == offer.reusable)
                #expect(Set(again.oneTime).isSubset(of: offer.oneTime))
                try keys.acknowledge(offer, at: now)
                #expect(try keys.offer(at: now).oneTime.isEmpty)
                #expect(try keys.maintain(at: now).stock == Self.level.full)
            }
        }
    }
}

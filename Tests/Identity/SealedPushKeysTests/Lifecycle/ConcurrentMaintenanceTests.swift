// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import Testing

@testable import SealedPushKeys

/// Maintenance by several processes at once.
struct ConcurrentMaintenanceTests {
    let files: SimulatedFileSystem
    let keys: DeviceKeys
    let now = Samples.now

    init() throws {
        files = SimulatedFileSystem(try .withStore())
        _ = try Samples.device(in: files.store())
        keys = try DeviceKeys(in: files.store(), keeping: StockLevel(full: 4, low: 2))
    }

    private func at(_ time: Duration) -> Timestamp { now.advanced(by: time) }

    private func held(_ class: PrekeyRecord.Class) throws -> [PrekeyRecord] {
        try keys.heldRecords().records.filter { $0.terms.class == `class` }
    }

    @Test func `of several that fill the stock at once each but one makes one too many at most`()
        async throws
    {
        _ = try await race(5) { [files] _ in
            try DeviceKeys(in: files.store(), keeping: StockLevel(full: 20, low: 5))
                .maintain(at: Samples.now)
        }
        #expect((20...24).contains(try held(.oneTime).count))
    }

    @Test func `two that maintain at once leave what one would, or a little more`() async throws {
        let reports = try await race(4) { [files] _ in
            try DeviceKeys(in: files.store(), keeping: StockLevel(full: 4, low: 2))
                .maintain(at: Samples.now.advanced(by: .days(7)), revoking: false)
        }
        #expect(reports.allSatisfy { $0.failures.isEmpty })
        let report = try keys.maintain(at: at(.days(7)))
        #expect(report.changes == [])
        #expect(report.stock >= 4)
        let generations = Dictionary(grouping: try held(.reusable), by: \.terms.epoch)
        #expect(generations.values.allSatisfy { $0.count == 1 })
        for record in try keys.offer(at: at(.days(7))).records {
            #expect(try keys.holds(record))
        }
    }

    @Test func `maintenance that is overtaken by another at any call leaves nothing due`()
        async throws
    {
        let level = StockLevel(full: 2, low: 1)
        let time = at(.days(50))
        let runs = try await files.disk.overtaking { files in
            _ = try DeviceKeys(in: files.store(), keeping: level).maintain(at: time)
        } _: { files in
            try DeviceKeys(in: files.store(), keeping: level).maintain(at: time)
        }
        for (files, report) in runs {
            #expect(report.failures == [])
            let other = try DeviceKeys(in: files.store(), keeping: level)
            #expect(try other.maintain(at: time).changes == [])
            #expect(try other.maintain(at: time).stock <= 3)
            let epochs = try other.heldRecords().records.filter { $0.terms.class == .reusable }
            let newest = try #require(other.bundle(at: time).reusable)
            #expect(epochs.allSatisfy { $0.terms.epoch <= newest.terms.epoch })
        }
    }
}

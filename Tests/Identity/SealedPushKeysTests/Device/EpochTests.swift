// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushStore
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

@testable import SealedPushKeys

struct EpochTests {
    let temporary: TemporaryStore
    let keys: DeviceKeys
    let now = Samples.now

    init() throws {
        temporary = try TemporaryStore()
        keys = try Samples.device(in: temporary.store)
    }

    private func epoch(_ keys: DeviceKeys, at now: Timestamp) throws -> UInt32 {
        try keys.generateReusable(now: now).terms.epoch
    }

    @Test(.rules("V-4 V-5 V-6"))
    func `epochs strictly rise, also when the clock goes back and forth`() throws {
        var random = SeededGenerator(seed: 31_337)
        var last = try keys.bundle(at: now).records[0].terms.epoch
        for round in 0..<40 {
            let hours = Int64.random(in: -5000...50, using: &random)
            let time = now.advanced(by: .hours(hours))
            let next = try epoch(keys, at: time)
            #expect(next > last, "round \(round)")
            #expect(UInt64(next) >= time.milliseconds / 3_600_000, "round \(round)")
            last = next
        }
    }

    @Test(.rules("V-4 V-5 V-6")) func `an epoch counts the hours since 1970 where it can`() throws {
        #expect(try epoch(keys, at: now) == 486_112)
        #expect(try epoch(keys, at: now.advanced(by: .hours(100))) == 486_211)
        #expect(try epoch(keys, at: Timestamp(clamping: 0)) == 486_212)
    }

    @Test(.rules("V-4 V-5 V-6")) func `racing generations take an epoch each`() async throws {
        let epochs = try await race { [temporary] _ in
            let keys = try DeviceKeys(in: temporary.reopened())
            var epochs: [UInt32] = []
            for round in 0..<6 as Range<Int64> {
                let time = Samples.now.advanced(by: .hours(-round))
                epochs.append(try keys.generateReusable(now: time).terms.epoch)
            }
            #expect(epochs == Set(epochs).sorted())
            return epochs
        }
        #expect(Set(epochs.joined()).count == 8 * 6)
    }

    @Test func `a generation that slept while others were made comes after them`() throws {
        let others = Mutex<[UInt32]>([])
        let files = FaultyFileSystem(
            POSIXFileSystem(),
            .once({ $0.kind == .link && $0.path.contains("/epochs/") }) { [keys] in
                for _ in 0..<3 {
                    guard let record = try? keys.generateReusable(now: Samples.now) else { return }
                    others.withLock { $0.append(record.terms.epoch) }
                }
            }
        )
        let late = try epoch(DeviceKeys(in: temporary.reopened(files: files)), at: now)
        let earlier = others.withLock { $0 }
        #expect(earlier.count == 3)
        #expect(earlier.allSatisfy { $0 < late })
    }

    // MARK: - Damage

    @Test(.rules("C-30"), arguments: [false, true])
    func `a damaged epoch is made up for by its prekeys, and what was revoked stays so`(
        revoking: Bool
    ) throws {
        let first = try keys.generateReusable(now: now).terms
        let earlier = Set(try temporary.files(in: "epochs"))
        let last = try keys.generateReusable(now: now, revoking: revoking).terms
        let file = try #require(Set(try temporary.files(in: "epochs")).subtracting(earlier).first)
        try temporary.damage(file: file)
        #expect(try keys.minimumEpoch() == (revoking ? last.epoch : first.minimumEpoch))
        let next = try keys.generateReusable(now: now).terms
        #expect(next.epoch > last.epoch)
        #expect(next.minimumEpoch == (revoking ? last.epoch : first.minimumEpoch))
        // It is an earlier one by now, which is never needed.
        #expect(try keys.generateReusable(now: now).terms.epoch > next.epoch)
    }

    @Test func `damaged epochs of which nothing else tells revoke all before them`() throws {
        let old = try keys.generateReusable(now: now).terms
        let taken = try keys.takeEpoch(now: now)
        try temporary.damage("epochs")
        let next = try keys.generateReusable(now: now).terms
        #expect(next.epoch > taken.number)
        #expect(next.minimumEpoch > old.epoch)
        #expect(next.minimumEpoch <= next.epoch)
        #expect(try keys.minimumEpoch() == next.minimumEpoch)
    }

    @Test func `the epoch of a stock that is used up is never taken again`() throws {
        let made = try keys.generateOneTime(1, now: now)[0]
        try keys.erase(made.id)
        try temporary.damage("epochs")
        #expect(try keys.takeEpoch(now: now).number > made.terms.epoch)
    }

    @Test(
        arguments: [
            [], [0, 9, 0, 0], [255, 255, 255, 255, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 2],
            [0, 0, 0, 1, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `an epoch that can't be followed is corrupted`(contents: [UInt8]) throws {
        #expect(try temporary.store.create(.epochs, id: [0, 0, 0, 1], contents: contents.span))
        #expect(throws: KeyError.store(.corrupted)) { try keys.generateReusable(now: now) }
    }
}

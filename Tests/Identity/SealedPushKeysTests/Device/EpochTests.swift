// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushStore
import Synchronization
import TestSupport
import Testing

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

    @Test func `epochs strictly rise, also when the clock goes back and forth`() throws {
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

    @Test func `an epoch counts the hours since 1970 where it can`() throws {
        #expect(try epoch(keys, at: now) == 486_112)
        #expect(try epoch(keys, at: now.advanced(by: .hours(100))) == 486_211)
        #expect(try epoch(keys, at: Timestamp(clamping: 0)) == 486_212)
    }

    @Test func `racing generations take an epoch each`() async throws {
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
        let slept = Mutex(false)
        let files = HookedFileSystem { [keys] call throws(FileError) in
            guard case .link(let name) = call, name.contains("/epochs/"),
                !slept.withLock({ slept in
                    defer { slept = true }
                    return slept
                })
            else { return }
            do {
                for _ in 0..<3 {
                    let record = try keys.generateReusable(now: Samples.now)
                    others.withLock { $0.append(record.terms.epoch) }
                }
            } catch {
                throw HookedFileSystem.fault
            }
        }
        let late = try epoch(DeviceKeys(in: temporary.reopened(files: files)), at: now)
        let earlier = others.withLock { $0 }
        #expect(earlier.count == 3)
        #expect(earlier.allSatisfy { $0 < late })
    }

    @Test func `a damaged epoch is corrupted, and none is taken`() throws {
        try temporary.damage("epochs")
        let before = try temporary.contents()
        #expect(throws: KeyError.store(.corrupted)) { try keys.generateReusable(now: now) }
        #expect(try temporary.contents() == before)
    }

    @Test(
        arguments: [
            [], [0, 9, 0, 0], [255, 255, 255, 255, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 2],
            [0, 0, 0, 1, 0, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `an epoch that can't be followed is corrupted`(contents: [UInt8]) throws {
        let temporary = try TemporaryStore()
        #expect(try temporary.store.create(.epochs, id: [0, 0, 0, 0], contents: contents.span))
        #expect(throws: KeyError.store(.corrupted)) { try Samples.device(in: temporary.store) }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct PrekeyTests {
    let temporary: TemporaryStore
    let keys: DeviceKeys
    let now = Samples.now

    init() throws {
        temporary = try TemporaryStore()
        keys = try Samples.device(in: temporary.store)
    }

    // MARK: - Reusable

    @Test(.rules("V-3 V-7 C-46"))
    func `a bundle has a verified reusable prekey with the designed term`()
        throws
    {
        let bundle = try keys.bundle(at: now)
        #expect(try DeviceBundle(reading: bundle.bytes.span) == bundle)
        #expect(bundle.device == keys.identity)
        let record = try #require(bundle.reusable)
        #expect(bundle.records == [record])
        #expect(record.terms.minimumEpoch == 0)
        #expect(record.terms.epoch == 1_750_000_000 / 3600)
        #expect(record.terms.notBefore == now.advanced(by: .hours(-24)))
        #expect(record.terms.notAfter == now.advanced(by: .days(45)))
        #expect(try keys.holds(record))
    }

    /// When a bundle is asked for, and whether it has the first prekeys still.
    static let rotations: [(age: Duration, isSame: Bool)] = [
        (.zero, true), (.days(7) - .milliseconds(1), true), (.days(7), false), (.days(8), false),
        (.hours(-24), true), (.hours(-24) - .milliseconds(1), false),
    ]

    @Test(.rules("C-46"), arguments: rotations)
    func `reusable prekeys are made anew after 7 days, and where the clock was set back`(
        age: Duration,
        isSame: Bool
    ) throws {
        let first = try #require(keys.bundle(at: now).reusable)
        let time = now.advanced(by: age)
        let second = try #require(keys.bundle(at: time).reusable)
        #expect((first == second) == isSame)
        #expect(second.isCurrent(at: time))
        #expect(second.terms.epoch >= first.terms.epoch)
        #expect(try keys.bundle(at: time).reusable == second)
    }

    @Test
    func `a generation that a clock ahead made is followed by a higher one, never by an older`()
        throws
    {
        let first = try keys.bundle(at: now)
        let ahead = try keys.bundle(at: now.advanced(by: .days(30)))
        let back = try keys.bundle(at: now.advanced(by: .days(1)))
        let epochs = [first, ahead, back].map { $0.records[0].terms.epoch }
        #expect(epochs[0] < epochs[1])
        #expect(epochs[1] < epochs[2])
    }

    @Test(.rules("V-3 V-7")) func `a generation whose prekey is gone is made anew`() throws {
        let first = try keys.bundle(at: now)
        try keys.erase(first.records[0].id)
        let second = try keys.bundle(at: now)
        #expect(second.reusable?.terms.epoch == first.records[0].terms.epoch + 1)
    }

    @Test(.rules("V-14 C-7"))
    func `old prekeys open until the end of their life, and showing them erases none`() throws {
        let old = try keys.bundle(oneTime: 2, at: now).records
        let end = now.advanced(by: .days(45) + .seconds(300))
        let after = end.advanced(by: .milliseconds(1))
        _ = try keys.bundle(at: end)
        #expect(try keys.records(at: end).count == old.count + 1)
        #expect(try keys.records(at: after).count == 1)
        let before = try temporary.contents()
        for time in [after, after.advanced(by: .days(3))] {
            _ = try keys.bundle(at: time)
            _ = try keys.offer(at: time)
            #expect(try keys.prekeys(at: time).prekeys.count == old.count + 1)
        }
        #expect(try temporary.contents() == before)
        for record in old { #expect(try keys.holds(record)) }
    }

    // MARK: - One-time

    @Test(.rules("V-3 V-7"))
    func `every call makes one-time prekeys of its own, all of one epoch`()
        throws
    {
        var seen: Set<PrekeyRecord.ID> = []
        var epoch: UInt32 = 0
        for _ in 0..<12 {
            let records = try keys.bundle(oneTime: 3, at: now).oneTime
            #expect(records.count == 3)
            #expect(Set(records.map(\.terms.epoch)).count == 1)
            #expect(records[0].terms.epoch > epoch)
            #expect(records[0].terms.notAfter == now.advanced(by: .days(45)))
            #expect(seen.isDisjoint(with: records.map(\.id)))
            seen.formUnion(records.map(\.id))
            epoch = records[0].terms.epoch
        }
        #expect(try keys.records(at: now).count == seen.count + 1)
    }

    @Test func `a bundle holds 255 one-time prekeys and no more`() throws {
        for count in [-1, 256, Int.max] {
            #expect(throws: KeyError.tooManyPrekeys(limit: 255)) {
                try keys.bundle(oneTime: count, at: now)
            }
        }
        #expect(try temporary.files(in: "prekeys").count == 1)
        #expect(try keys.bundle(oneTime: 255, at: now).records.count == 256)
    }

    @Test func `threads that make one-time prekeys at once get disjoint sets`() async throws {
        let sets = try await race { [temporary] _ in
            try DeviceKeys(in: temporary.reopened()).bundle(oneTime: 4, at: Samples.now).oneTime
        }
        #expect(Set(sets.joined().map(\.id)).count == 8 * 4)
        #expect(Set(sets.map { $0.first?.terms.epoch }).count == 8)
    }

    @Test(.rules("V-11"))
    func `processes that make one-time prekeys at once get disjoint sets`() async throws {
        let path = temporary.path
        async let first: Void = makeInAnotherProcess(path)
        async let second: Void = makeInAnotherProcess(path)
        _ = try await (first, second)
        let records = try keys.records(at: now).filter { $0.terms.class == .oneTime }
        let generations = Dictionary(grouping: records, by: \.terms.epoch)
        #expect(records.count == 2 * 5 * 4)
        #expect(generations.count == 2 * 5)
        #expect(generations.values.allSatisfy { $0.count == 4 })
    }

    private func makeInAnotherProcess(_ path: String) async throws {
        await #expect(processExitsWith: .success) { [path] in
            let keys = try DeviceKeys(in: RecordStore.open(at: path, key: .folder))
            for _ in 0..<5 { _ = try keys.bundle(oneTime: 4, at: Samples.now) }
        }
    }

    // MARK: - Erasing and damage

    @Test(.rules("T-5 T-6 C-7"))
    func `erasing is durable, and erasing again changes nothing`() throws {
        let files = FaultyFileSystem(countsReading: false)
        let keys = try DeviceKeys(in: temporary.reopened(files: files))
        let record = try keys.bundle(oneTime: 1, at: now).oneTime[0]
        files.arm()
        try keys.erase(record.id)
        let folder = temporary.path + "/prekeys"
        #expect(files.history == [.unlink, .syncFolder], "erasing is not one removal")
        #expect(files.log.first?.path.hasPrefix(folder) == true)
        #expect(files.log.last?.path == folder)
        #expect(try !keys.holds(record))
        try keys.erase(record.id)
        #expect(try temporary.files(in: "prekeys").count == 1)
    }

    @Test(.rules("V-12 T-4"))
    func `room for claims that a sweep took away meanwhile is made again`() throws {
        let claims = temporary.path + "/claims"
        let real = POSIXFileSystem()
        let kept = try real.names(in: claims)
        let files = FaultyFileSystem(
            real,
            .look { call throws(FileError) in
                guard call.kind == .link, call.path.contains("/prekeys/") else { return }
                for folder in try real.names(in: claims) where !kept.contains(folder) {
                    try real.removeFolder("\(claims)/\(folder)")
                }
            }
        )
        let keys = try DeviceKeys(in: temporary.reopened(files: files))
        let made = try keys.bundle(oneTime: 1, at: now).oneTime[0]
        #expect(try real.names(in: claims).contains("\(made.id)"))
    }

    @Test(.rules("V-12 T-4"))
    func `the room for a prekey's claims is durable before the prekey can be seen`() throws {
        let files = FaultyFileSystem(countsReading: false)
        let keys = try DeviceKeys(in: temporary.reopened(files: files))
        _ = try keys.bundle(oneTime: 3, at: now)
        let claims = temporary.path + "/claims"
        var prepared = 0
        var durable = 0
        var visible = 0
        for call in files.log {
            switch call.kind {
            case .makeFolder where call.path.hasPrefix(claims): prepared += 1
            case .syncFolder where call.path == claims: durable = prepared
            case .link where call.path.contains("/prekeys/"):
                visible += 1
                #expect(durable >= visible)
            default: break
            }
        }
        #expect(visible == 3)
        let ids = try keys.records(at: now).map { "claims/\($0.id)" }
        #expect(try temporary.files(in: "claims") == ids.sorted())
    }

    @Test func `a damaged prekey keeps no other from being made or erased`() throws {
        let records = try keys.bundle(at: now).records
        try temporary.damage("prekeys")
        for record in records {
            #expect(throws: KeyError.store(.corrupted)) { try keys.holds(record) }
        }
        let fresh = try keys.bundle(at: now).records
        #expect(fresh.count == 1)
        #expect(fresh.allSatisfy { $0.terms.epoch > records[0].terms.epoch })
        let later = now.advanced(by: .days(100))
        _ = try keys.generateReusable(now: now)
        #expect(throws: KeyError.store(.corrupted)) { try keys.records(at: later) }
        #expect(Set(try keys.sweep(judgingBy: later)) == [.corrupted])
        #expect(try temporary.files(in: "prekeys").count == 1)
    }

    @Test(arguments: [0, 31, 32, 33, 100])
    func `a prekey record of the wrong form is corrupted`(count: Int) throws {
        let id = PrekeyRecord.ID([UInt8](repeating: 3, count: PrekeyRecord.ID.count))
        let contents = [UInt8](repeating: 1, count: count)
        #expect(try temporary.store.create(.prekeys, id: id.bytes, contents: contents.span))
        #expect(throws: KeyError.store(.corrupted)) { _ = try keys.prekey(id) == nil }
        #expect(throws: KeyError.store(.corrupted)) { try keys.records(at: now) }
    }

    @Test func `a prekey whose halves do not belong together is corrupted`() throws {
        let record = try keys.bundle(at: now).records[0]
        try keys.erase(record.id)
        let contents = [UInt8](repeating: 7, count: 32) + record.bytes
        #expect(try temporary.store.create(.prekeys, id: record.id.bytes, contents: contents.span))
        #expect(throws: KeyError.store(.corrupted)) { try keys.holds(record) }
    }
}

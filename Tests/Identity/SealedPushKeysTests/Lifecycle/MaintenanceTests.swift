// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushKeys

struct MaintenanceTests {
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

    // MARK: - Maintenance

    @Test func `maintenance does what is due, says it, and does nothing the second time`() throws {
        let first = try keys.maintain(at: now)
        let epoch = try #require(try held(.oneTime).first).terms.epoch
        #expect(first.changes == [.filledStock(epoch: epoch, count: 4)])
        #expect(first.stock == 4)
        #expect(first.failures == [])
        let before = files.disk
        let second = try keys.maintain(at: now)
        #expect(second.changes == [])
        #expect(second.stock == 4)
        #expect(try files.names(in: "/store/prekeys").count == 5)
        #expect(try files.names(in: "/store/states").count == 2)
        #expect(
            before.entries.keys.count == files.disk.entries.keys.count - 1,
            "only its own probe"
        )
        #expect(try files.names(in: "/store/clock").count == 1)
    }

    @Test func `a standard device keeps 100 one-time prekeys`() throws {
        let keys = try DeviceKeys(in: files.store())
        #expect(try keys.maintain(at: now).stock == 100)
        let records = try held(.oneTime)
        #expect(records.count == 100)
        #expect(Set(records.map(\.terms.epoch)).count == 1)
        for record in records.dropFirst(25) { try keys.erase(record.id) }
        #expect(try keys.maintain(at: now).changes == [])
        try keys.erase(records[0].id)
        let report = try keys.maintain(at: now)
        #expect(report.stock == 100)
        guard case .filledStock(_, count: 76) = report.changes.first else {
            Issue.record("\(report.changes)")
            return
        }
    }

    @Test func `reusable prekeys are renewed after a week, and the old ones stay until their end`()
        throws
    {
        let old = try held(.reusable)
        let report = try keys.maintain(at: at(.days(7)))
        let newest = try #require(keys.bundle(at: at(.days(7))).reusable)
        #expect(report.changes.first == .madeReusable(epoch: newest.terms.epoch, .age))
        #expect(newest.terms.epoch > old[0].terms.epoch)
        for record in old { #expect(try keys.holds(record)) }
        let end = DevicePrekey.endOfLife(of: old[0])
        _ = try keys.maintain(judgingBy: end)
        for record in old { #expect(try keys.holds(record)) }
        let last = try keys.maintain(judgingBy: end.advanced(by: .milliseconds(1)))
        for record in old {
            #expect(try !keys.holds(record))
            #expect(
                last.changes.contains(
                    .erased(
                        record.id,
                        .reusable,
                        epoch: record.terms.epoch,
                        .overAge
                    )
                )
            )
        }
    }

    @Test func `on demand new reusable prekeys are offered at once, and nothing is revoked`() throws
    {
        _ = try keys.maintain(at: now)
        let old = try keys.offer(at: now)
        let report = try keys.maintain(at: now, rotating: true)
        let new = try keys.offer(at: now)
        let reusable = try #require(new.reusable)
        let epoch = reusable.terms.epoch
        #expect(report.changes == [.madeReusable(epoch: epoch, .demand)])
        #expect(report.minimumEpoch == 0)
        #expect(epoch > old.records[0].terms.epoch)
        #expect(new.oneTime == old.oneTime)
        for record in old.records { #expect(try keys.holds(record)) }
        #expect(try keys.maintain(at: now).changes == [])
        let choice = try PrekeyChoice(
            from: new,
            pins: DeviceBundle.Pins(seeing: old, after: nil),
            now: now
        )
        #expect(choice.candidates == new.oneTime + [reusable])
    }

    /// Times that a wrong clock told before it was right again: one ahead and one behind in either
    /// order, one ahead twice, and two ahead of which the first is further.
    static let falsehoods: [[Duration]] = [
        [.days(3650), .days(-3650)], [.days(-3650), .days(3650)],
        [.days(3650), .days(3650) + .hours(1)], [.days(3650), .days(60)],
    ]

    @Test(.rules("V-14 C-16"), arguments: falsehoods)
    func `false times and then the true one destroy nothing`(times: [Duration]) async throws {
        _ = try keys.maintain(at: now)
        let sender = StoredSenderMemory(in: try files.store())
        let used = try #require(try held(.oneTime).first)
        let place = try handOver(under: used)
        #expect(try await sender.noteUse(of: used))
        let before = try held(.reusable) + held(.oneTime)
        for time in times + [.hours(1), .hours(21)] {
            _ = try keys.maintain(at: at(time))
            try keys.sweep(at: at(time))
            #expect(try sender.forgetEnded(at: at(time)) == 0)
        }
        for record in before { #expect(try keys.holds(record)) }
        #expect(try ClaimBook(of: files.store()).read(place) != nil)
    }

    @Test(.rules("V-15"))
    func `a prekey that a deferred message needs is kept a week longer`() throws {
        let old = try held(.reusable) + keys.generateOneTime(1, now: now)
        let end = DevicePrekey.endOfLife(of: old[0])
        let hash = EnvelopeHash([UInt8](repeating: 1, count: EnvelopeHash.count))
        let book = DeferredBook(of: try files.store())
        _ = try book.keep([1], hash: hash, prekey: old[0].id, arrival: now)
        let week = end.advanced(by: .days(7))
        for time in [end.advanced(by: .milliseconds(1)), week] {
            _ = try keys.maintain(judgingBy: time)
            #expect(try keys.holds(old[0]))
            #expect(try !keys.holds(old[1]))
            #expect(try !keys.records(at: time).contains(old[0]))
        }
        _ = try keys.maintain(judgingBy: week.advanced(by: .milliseconds(1)))
        #expect(try !keys.holds(old[0]))
    }

    /// Leaves the tombstone of a message under a one-time prekey, which is erased.
    private func handOver(under record: PrekeyRecord) throws -> ClaimPlace {
        let claims = ClaimBook(of: try files.store())
        let place = ClaimPlace(prekeyID: record.id, envelope: nil)
        let claim = Claim(
            envelopeHash: EnvelopeHash([UInt8](repeating: 1, count: EnvelopeHash.count)),
            expiry: now,
            sender: keys.identity.bytes,
            content: [],
            created: now
        )
        #expect(try claims.claim(claim, at: place) == .claimed)
        try keys.erase(record.id)
        try claims.empty(place, now: now)
        return place
    }

    @Test func `what has had its time is cleared away, and counted`() throws {
        _ = try keys.maintain(at: now)
        _ = try handOver(under: #require(try held(.oneTime).first))
        _ = try keys.maintain(at: at(.days(2)))
        try files.create("/store/tmp/left", contents: [1].span)
        files.advance(bySeconds: 3601)
        let report = try keys.maintain(at: at(.days(3)))
        #expect(report.changes == [.removed(tombstones: 1, directories: 1, states: 0, files: 1)])
        files.advance(bySeconds: 3601)
        #expect(try keys.maintain(at: at(.days(3))).changes.isEmpty)
    }

    @Test func `states go with their generations`() throws {
        for day in stride(from: 0, through: 200, by: 20) as StrideThrough<Int64> {
            _ = try keys.maintain(at: at(.days(day)))
            let epochs = Set(try keys.heldRecords().records.map(\.terms.epoch))
            let states = try keys.snapshot().lifecycle.states
            #expect(epochs.isSubset(of: states.keys))
            #expect(states.count < 12)
        }
    }

    /// A moment at which all that is held now is erased, since an earlier run found it over age.
    private func overAge() throws -> Timestamp {
        let end = DevicePrekey.endOfLife(of: try held(.reusable)[0])
        let time = end.advanced(by: .milliseconds(1))
        try keys.sweep(at: time)
        return time.advanced(by: .hours(20))
    }

    // MARK: - What can't be read

    @Test func `where something can't be read just now, keys are erased but none is made`() throws {
        let end = try overAge()
        let others = Set(try files.names(in: "/store/prekeys"))
        _ = try keys.generateOneTime(1, now: at(.days(30)))
        let names = Set(try files.names(in: "/store/prekeys")).subtracting(others)
        let name = try #require(names.first)
        let stuck = FaultyFileSystem.stuck(files, .read, of: "/store/prekeys/\(name)")
        let keys = try DeviceKeys(in: stuck.store())
        let report = try keys.maintain(at: end)
        #expect(Set(report.failures) == [.inputOutput(code: 5)])
        #expect(report.changes.count == 1)
        #expect(try files.names(in: "/store/prekeys").count == 1)
        #expect(throws: KeyError.store(.inputOutput(code: 5))) {
            try keys.maintain(at: end, revoking: true)
        }
        #expect(try files.names(in: "/store/prekeys").count == 1)
        #expect(try self.keys.minimumEpoch() == 0)
    }

    @Test func `a sender's reading of the clock is none of the device's`() throws {
        _ = try keys.maintain(at: now)
        let later = at(.days(2))
        try StoredSenderMemory(in: try files.store()).forgetEnded(at: later)
        #expect(try keys.isMaintenanceDue(at: later))
    }

    @Test func `a deferred message that can't be read just now keeps the prekey that it may need`()
        throws
    {
        let end = try overAge()
        let old = try held(.reusable)[0]
        let hash = EnvelopeHash([UInt8](repeating: 1, count: EnvelopeHash.count))
        _ = try DeferredBook(of: files.store()).keep([1], hash: hash, prekey: old.id, arrival: now)
        let stuck = FaultyFileSystem.stuck(files, .read, of: "/store/deferred/\(hash)")
        let keys = try DeviceKeys(in: stuck.store())
        _ = try keys.sweep(at: end)
        _ = try keys.maintain(at: end)
        #expect(try self.keys.holds(old))
    }

    @Test(.rules("C-27"))
    func `where something can't be read just now, no state is written over or removed`()
        throws
    {
        _ = try keys.maintain(at: now)
        let first = try keys.offer(at: now)
        try keys.acknowledge(first, at: now)
        _ = try keys.maintain(at: at(.days(8)))
        let second = try keys.offer(at: at(.days(8)))
        let before = SimulatedFileSystem(files.disk)
        try keys.acknowledge(second, at: at(.days(8)))
        func stick(
            _ disk: SimulatedFileSystem,
            _ change: (DeviceKeys) throws -> Void
        ) throws -> Int {
            let states = try disk.store().list(.states).records
            var refusals = 0
            for folder in ["prekeys", "states"] {
                for name in try disk.names(in: "/store/\(folder)") {
                    let copy = SimulatedFileSystem(disk.disk)
                    let path = "/store/\(folder)/\(name)"
                    let stuck = FaultyFileSystem.stuck(copy, .read, of: path)
                    let level = StockLevel(full: 4, low: 2)
                    let keys = try DeviceKeys(in: stuck.store(), keeping: level)
                    do {
                        try change(keys)
                    } catch {
                        #expect(error as? KeyError == .store(.inputOutput(code: 5)))
                        refusals += 1
                    }
                    #expect(Set(try copy.store().list(.states).records) == Set(states))
                }
            }
            return refusals
        }
        let all = try before.names(in: "/store/prekeys") + before.names(in: "/store/states")
        let noting = try stick(before) { _ = try $0.acknowledge(second, at: at(.days(8))) }
        #expect(noting == all.count)
        // The first is superseded now; where the second is not seen whole, it is not known to be.
        let superseding = try stick(files) { keys in
            let failures = try keys.maintain(at: at(.days(8))).failures
            if let failure = failures.first { throw KeyError.store(failure) }
        }
        #expect(superseding > 0)
    }

    @Test func `epochs that can't be read keep nothing from being erased, and nothing is made`()
        throws
    {
        let end = try overAge()
        let earlier = Set(try files.names(in: "/store/epochs"))
        _ = try keys.takeEpoch(now: now)
        let names = Set(try files.names(in: "/store/epochs")).subtracting(earlier)
        let name = try #require(names.first)
        let stuck = FaultyFileSystem.stuck(files, .read, of: "/store/epochs/\(name)")
        let keys = try DeviceKeys(in: stuck.store(), keeping: StockLevel(full: 4, low: 2))
        let failure = StoreError.inputOutput(code: 5)
        #expect(try keys.maintain(at: end).failures == [failure])
        #expect(throws: KeyError.store(failure)) { try keys.maintain(at: end, revoking: true) }
        #expect(try files.names(in: "/store/prekeys").isEmpty)
    }

    @Test(.rules("V-14"))
    func `where one key can't be erased the others are, the rest is done, and both are told`()
        throws
    {
        _ = try keys.maintain(at: now)
        let end = try overAge()
        let names = try files.names(in: "/store/prekeys")
        #expect(names.count == 5)
        for name in names {
            let files = SimulatedFileSystem(files.disk)
            let path = "/store/prekeys/\(name)"
            let stuck = FaultyFileSystem.stuck(files, .unlink, of: path)
            let keys = try DeviceKeys(in: stuck.store(), keeping: StockLevel(full: 4, low: 2))
            let report = try keys.maintain(at: end)
            #expect(report.failures == [.inputOutput(code: 5)])
            #expect(report.stock == 4)
            #expect(try keys.prekeys(at: end).failures == [])
            #expect(try keys.prekeys(at: end).prekeys.count == 6)
            #expect(try keys.sweep(at: end) == [.inputOutput(code: 5)])
        }
    }

    @Test func `what is done is told also where the rest fails`() async throws {
        // So that another is erased if one cannot be.
        _ = try keys.generateOneTime(1, now: now)
        let end = try overAge()
        let level = StockLevel(full: 4, low: 2)
        let before = try prekeyNames(files)
        let runs = try await files.disk.disturbing(by: .failure) { files in
            try DeviceKeys(in: files.store(), keeping: level).maintain(at: end)
        }
        var told = 0
        for run in runs {
            do {
                let report = try run.result.get()
                let isErased = report.changes.contains { change in
                    if case .erased = change { true } else { false }
                }
                // If the clock's record can't be read, nothing is over age.
                #expect(isErased || !report.failures.isEmpty)
                if !report.failures.isEmpty { told += 1 }
            } catch {
                #expect(
                    try prekeyNames(run.files) == before,
                    "call \(run.call): it threw after it had erased"
                )
            }
        }
        #expect(told > 20)
    }

    private func prekeyNames(_ files: SimulatedFileSystem) throws -> Set<String> {
        Set(try files.names(in: "/store/prekeys"))
    }

    private func damage(_ path: String) throws {
        try files.alter(path) { entry in
            guard case .file(var contents, let durable) = entry.node else { return }
            contents[contents.count - 1] ^= 1
            entry.node = .file(contents: contents, durable: durable)
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushKeys
@testable import SealedPushStore

/// What maintenance does with files that are damaged.
struct DamageTests {
    let files: SimulatedFileSystem
    let keys: DeviceKeys
    let now = Samples.now

    /// How old a file is when whatever it held is over age.
    static let life = (PrekeyTerm.validity + DevicePrekey.grace + .days(7)).components.seconds

    init() throws {
        files = SimulatedFileSystem(try .withStore())
        _ = try Samples.device(in: files.store())
        keys = try DeviceKeys(in: files.store(), keeping: StockLevel(full: 4, low: 2))
    }

    private func change(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
        try files.alter(path) { entry in
            guard case .file(var contents, let durable) = entry.node else { return }
            change(&contents)
            entry.node = .file(contents: contents, durable: durable)
        }
    }

    private func contents(_ path: String) throws -> [UInt8] {
        try files.read(path, upTo: 65_536)
    }

    private func prekeys() throws -> [String] {
        try files.names(in: "/store/prekeys").map { "/store/prekeys/\($0)" }
    }

    /// How a file may be damaged.
    enum Damage: CaseIterable {
        case flippedBit, cut, empty, tooLarge

        func befall(_ file: inout [UInt8]) {
            switch self {
            case .flippedBit: file[file.count - 1] ^= 1
            case .cut: file.removeLast(100)
            case .empty: file = []
            case .tooLarge: file += [UInt8](repeating: 0, count: 65_536)
            }
        }
    }

    @Test func `where nothing tells what a damaged epoch said, the report has a reason of its own`()
        throws
    {
        _ = try keys.maintain(at: now)
        let before = try Set(files.names(in: "/store/epochs"))
        let given = try keys.bundle(oneTime: 1, at: now).records
        for record in given where record.terms.class == .oneTime { try keys.erase(record.id) }
        let last = try #require(Set(files.names(in: "/store/epochs")).subtracting(before).first)
        try change("/store/epochs/\(last)", Damage.flippedBit.befall)
        let report = try keys.maintain(at: now)
        let reasons = report.changes.compactMap { change -> ErasureReason? in
            if case .erased(_, .oneTime, epoch: _, let reason) = change { reason } else { nil }
        }
        #expect(reasons == Array(repeating: .perhapsRevoked, count: 4))
        #expect(report.hasDiscardedDamaged)
        // The next generation has a record of its own.
        #expect(try keys.maintain(at: now).hasDiscardedDamaged == false)
    }

    @Test
    func `no epoch is taken twice, nor a lower one serves, if the record of the last was removed`()
        throws
    {
        _ = try keys.maintain(at: now, revoking: true)
        let before = try Set(files.names(in: "/store/epochs"))
        let given = try keys.bundle(oneTime: 2, at: now).records
        let last = try #require(Set(files.names(in: "/store/epochs")).subtracting(before).first)
        for name in before.union([last]) { try files.unlink("/store/epochs/\(name)") }
        let report = try keys.maintain(at: now, rotating: true)
        let taken = try #require(given.map(\.terms.epoch).max())
        let lowest = try #require(given.map(\.terms.minimumEpoch).max())
        #expect(lowest > 0 && report.minimumEpoch == lowest)
        let made = try keys.bundle(oneTime: 1, at: now).records
        #expect(made.allSatisfy { $0.terms.epoch > taken && $0.terms.minimumEpoch == lowest })
        // What was handed out by hand stays so.
        #expect(report.stock == 4)
    }

    @Test func `a removed reusable prekey is told, and another takes its place`() throws {
        let old = try #require(keys.bundle(at: now).reusable)
        #expect(try keys.store.remove(.prekeys, id: old.id.bytes))
        let report = try keys.maintain(at: now)
        #expect(report.hasDiscardedDamaged)
        let made = try #require(keys.bundle(at: now).reusable)
        #expect(made.terms.epoch > old.terms.epoch)
        #expect(try keys.maintain(at: now).hasDiscardedDamaged == false)
    }

    @Test(.rules("V-14"), arguments: Damage.allCases)
    func `a damaged prekey is discarded, and another takes its place`(damage: Damage) throws {
        let old = try keys.bundle(at: now).records
        let path = try #require(try prekeys().first)
        try change(path, damage.befall)
        let listing = try keys.prekeys(at: now)
        #expect(listing.prekeys.isEmpty)
        #expect(listing.failures == [.corrupted])
        let report = try keys.maintain(at: now)
        #expect(report.failures == [])
        #expect(report.hasDiscardedDamaged)
        #expect(report.changes.first == .removedDamaged(prekeys: 1, states: 0))
        guard case .madeReusable(let epoch, .damage) = report.changes.dropFirst().first else {
            Issue.record("\(report.changes)")
            return
        }
        #expect(epoch > old[0].terms.epoch)
        #expect(try !prekeys().contains(path))
        #expect(try keys.maintain(at: now).changes == [])
        #expect(try keys.bundle(at: now).records.map(\.terms.epoch) == [epoch])
    }

    @Test func `one damaged prekey of many costs no other`() throws {
        _ = try keys.maintain(at: now)
        let before = try prekeys()
        for path in before {
            let disk = files.disk
            let files = SimulatedFileSystem(disk)
            try files.alter(path) { $0.node = .file(contents: [], durable: []) }
            let keys = try DeviceKeys(in: files.store(), keeping: StockLevel(full: 4, low: 2))
            let report = try keys.maintain(at: now)
            #expect(report.failures == [])
            #expect(report.stock == 4)
            let left = try files.names(in: "/store/prekeys").map { "/store/prekeys/\($0)" }
            #expect(Set(before).subtracting(left) == [path])
            #expect(try keys.maintain(at: now).changes == [])
        }
    }

    // MARK: - Claim directories

    @Test(.rules("V-12 T-4"))
    func `a prekey without its claim directory is discarded, and the directory never made again`()
        throws
    {
        _ = try keys.maintain(at: now)
        let held = try keys.heldRecords().records
        for lost in held {
            let files = SimulatedFileSystem(files.disk)
            let keys = try DeviceKeys(in: files.store(), keeping: StockLevel(full: 4, low: 2))
            let folder = "/store/claims/\(lost.id)"
            try files.removeFolder(folder)
            // Nothing publishes it, and nothing makes its directory again.
            let offered = try keys.offer(at: now).records + keys.bundle(at: now).records
            #expect(!offered.contains(lost))
            #expect(throws: FileError.absent) { try files.status(of: folder) }
            let report = try keys.maintain(at: now)
            #expect(report.failures == [])
            #expect(report.hasDiscardedDamaged)
            let terms = lost.terms
            let discarded = MaintenanceReport.Change.erased(
                lost.id,
                terms.class,
                epoch: terms.epoch,
                .claimsLost
            )
            #expect(report.changes.first == discarded)
            #expect(report.stock == 4)
            #expect(throws: FileError.absent) { try files.status(of: folder) }
            #expect(try !keys.holds(lost))
            for other in held where other != lost { #expect(try keys.holds(other)) }
            let newest = try keys.bundle(at: now).records[0].terms.epoch
            #expect(terms.class == .oneTime || newest > terms.epoch)
            #expect(try keys.maintain(at: now).changes == [])
        }
    }

    @Test(.rules("V-12 T-4"))
    func `without the folder of all claims every prekey is discarded`() throws {
        _ = try keys.maintain(at: now)
        let held = try keys.heldRecords().records
        for record in held { try files.removeFolder("/store/claims/\(record.id)") }
        try files.removeFolder("/store/claims")
        let keys = try DeviceKeys(in: files.store(), keeping: StockLevel(full: 4, low: 2))
        let report = try keys.maintain(at: now)
        #expect(report.failures == [])
        for record in held { #expect(try !keys.holds(record)) }
        #expect(report.stock == 4)
        #expect(try keys.bundle(at: now).records.count == 1)
    }

    @Test func `bundles of a device that is never maintained do not grow after a lost directory`()
        throws
    {
        let lost = try keys.bundle(at: now).records[0]
        try files.removeFolder("/store/claims/\(lost.id)")
        let first = try keys.bundle(at: now).records
        #expect(first[0].terms.epoch > lost.terms.epoch)
        #expect(try keys.bundle(at: now).records == first)
        #expect(try keys.prekeys(at: now).failures == [.corrupted])
    }

    @Test func `a whole prekey stays however old its file is`() throws {
        let before = try prekeys()
        files.advance(bySeconds: Self.life * 2)
        _ = try keys.maintain(at: now)
        #expect(try Set(before).isSubset(of: prekeys()))
    }

    @Test func `two prekeys that were exchanged are discarded, as neither opens`() throws {
        _ = try keys.generateOneTime(1, now: now)
        let paths = try prekeys()
        let both = try paths.map { try contents($0) }
        try change(paths[0]) { $0 = both[1] }
        try change(paths[1]) { $0 = both[0] }
        let report = try keys.maintain(at: now)
        #expect(report.failures == [])
        #expect(report.changes.first == .removedDamaged(prekeys: 2, states: 0))
        #expect(Set(try prekeys()).isDisjoint(with: paths))
    }

    @Test func `a prekey that opens and says what this version does not know stays`() throws {
        let store = try files.store()
        let other = try keys.generateOneTime(1, now: now)[0]
        let known = try #require(try store.read(.prekeys, id: other.id.bytes))
        #expect(try store.create(.prekeys, id: [1], contents: known.span))
        let later = [UInt8](repeating: 2, count: 200)
        #expect(try store.create(.prekeys, id: [2], contents: later.span))
        let before = try prekeys()
        for _ in 0..<2 {
            #expect(try keys.maintain(at: now).failures == [.corrupted, .corrupted])
        }
        #expect(Set(before).isSubset(of: try prekeys()))
        #expect(try keys.heldRecords().records.count(where: { $0 == other }) == 1)
    }

    @Test
    func
        `a prekey that can't be read stays however old its file is, beside a damaged one that goes`()
        throws
    {
        _ = try keys.generateOneTime(1, now: now)
        let paths = try prekeys()
        try change(paths[0]) { $0 = [] }
        let stuck = FaultyFileSystem.stuck(files, .read, of: paths[1])
        let keys = try DeviceKeys(in: stuck.store())
        let report = try keys.maintain(at: now)
        #expect(Set(report.failures) == [.inputOutput(code: 5)])
        #expect(report.changes.first == .removedDamaged(prekeys: 1, states: 0))
        #expect(try prekeys() == [paths[1]])
    }

    @Test func `where one damaged prekey can't be removed the other is, and both are told`() throws
    {
        _ = try keys.generateOneTime(1, now: now)
        let paths = try prekeys()
        for path in paths { try change(path) { $0 = [] } }
        for path in paths {
            let files = SimulatedFileSystem(files.disk)
            let stuck = FaultyFileSystem.stuck(files, .unlink, of: path)
            let report = try DeviceKeys(in: stuck.store()).maintain(at: now)
            #expect(report.changes.first == .removedDamaged(prekeys: 1, states: 0))
            #expect(Set(report.failures) == [.inputOutput(code: 5), .corrupted])
            #expect(report.stock == 100)
        }
    }

    @Test func `damaged states go at once, and their stock counts as handed out`() throws {
        _ = try keys.maintain(at: now)
        _ = try keys.offer(at: now)
        for name in try files.names(in: "/store/states") {
            try change("/store/states/\(name)") { $0[50] ^= 1 }
        }
        let report = try keys.maintain(at: now)
        #expect(report.failures == [])
        #expect(report.changes.first == .removedDamaged(prekeys: 0, states: 2))
        #expect(report.stock == 4)
        let stages = try keys.prekeys(at: now).prekeys.map(\.stage)
        #expect(stages.count { $0 == .handedOut } == 4)
        #expect(stages.count { $0 == .generated } == 4)
        #expect(try keys.offer(at: now).oneTime.count == 4)
        #expect(try keys.maintain(at: now).changes == [])
    }

    @Test
    func `a damaged deferred message is told of, and goes when no copy of it counts any more`()
        throws
    {
        let hash = EnvelopeHash([UInt8](repeating: 1, count: EnvelopeHash.count))
        let prekey = try keys.bundle(at: now).records[0].id
        let book = DeferredBook(of: try files.store())
        _ = try book.keep([1], hash: hash, prekey: prekey, arrival: now)
        try change("/store/deferred/\(hash)") { $0 = [] }
        _ = try keys.maintain(at: now)
        let report = try keys.maintain(at: now)
        #expect(report.failures == [])
        #expect(report.changes == [])
        #expect(report.damagedDeferred == 1)
        files.advance(bySeconds: Self.life - 1)
        #expect(try keys.maintain(at: now).damagedDeferred == 1)
        files.advance(bySeconds: 1)
        let last = try keys.maintain(at: now)
        #expect(last.damagedDeferred == 0)
        guard
            case .removed(tombstones: 0, directories: 0, states: 0, files: let count) = last.changes
                .first
        else {
            Issue.record("\(last.changes)")
            return
        }
        #expect(count >= 1)
        #expect(try files.names(in: "/store/deferred").isEmpty)
    }

    @Test func `a folder that lists a name twice shows each prekey once`() throws {
        let temporary = try TemporaryStore()
        let records = try Samples.device(in: temporary.store).bundle(oneTime: 3, at: now).records
        let twice = FaultyFileSystem(listed: { _, names in names + names })
        let keys = try DeviceKeys(in: temporary.reopened(files: twice))
        #expect(try keys.prekeys(at: now).prekeys.count == records.count)
        #expect(Set(try keys.snapshot().records.keys) == Set(records.map(\.id)))
        #expect(try keys.bundle(at: now).records == records.filter { $0.terms.class == .reusable })
    }
}

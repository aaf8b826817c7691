// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct ClaimSweepTests {
    let files = SimulatedFileSystem()
    let book: ClaimBook
    let prekey = Samples.prekey
    let once = Samples.once
    let now = Samples.now

    init() throws {
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        book = ClaimBook(of: store)
        try book.prepare(prekey)
    }

    /// Sweeps as if the prekey were there or not.
    private func sweep(at time: Timestamp, prekeyExists: Bool) throws -> [StoreError] {
        try book.sweep(before: time) { asked throws(StoreError) in
            asked == prekey && prekeyExists
        }.failures
    }

    /// A table of when the message expires and when it is emptied, both from now.
    static let times: [(expiry: Duration, emptied: Duration, death: Duration)] = [
        (.hours(1), .seconds(0), .hours(25) + .minutes(5)),
        (.hours(1), .hours(2), .hours(26) + .minutes(5)),
        (.hours(-5), .seconds(0), .hours(24) + .minutes(5)),
    ]

    @Test(.rules("T-7 T-8 T-9"), arguments: times)
    func `a tombstone dies 24 h 5 min after the later of expiry and hand-over`(
        expiry: Duration,
        emptied: Duration,
        death: Duration
    ) throws {
        let claim = Samples.claim(1, expiry: now.advanced(by: expiry))
        _ = try book.claim(claim, at: once)
        try book.empty(once, now: now.advanced(by: emptied))
        let end = now.advanced(by: death)
        #expect(try sweep(at: end, prekeyExists: false) == [])
        #expect(try book.read(once) == .handedOver(claim.envelopeHash))
        #expect(try sweep(at: end.advanced(by: .milliseconds(1)), prekeyExists: false) == [])
        #expect(try book.read(once) == nil)
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `a mark lives as long as the private half of its prekey`() throws {
        let claim = Samples.claim(1)
        for place in [once, Samples.place(of: claim)] {
            _ = try book.claim(claim, at: place)
            try book.empty(place, now: now)
        }
        #expect(try sweep(at: .latest, prekeyExists: true) == [])
        #expect(try book.read(once) == .handedOver(claim.envelopeHash))
        #expect(try book.read(Samples.place(of: claim)) == .handedOver(claim.envelopeHash))
        #expect(try sweep(at: .latest, prekeyExists: false) == [])
        #expect(try book.count(for: prekey) == 0)
    }

    @Test func `what is taken away is counted`() throws {
        let claim = Samples.claim(1)
        _ = try book.claim(claim, at: once)
        try book.empty(once, now: now)
        let swept = try book.sweep(before: .latest) { _ in false }
        // A run that has slept since its prekey was there must not find the place free.
        #expect((swept.tombstones, swept.rooms) == (1, 1))
        #expect(try book.claim(claim, at: once) == .gone)
        try book.prepare(prekey)
        files.advance(bySeconds: 3600)
        let rooms = try book.sweep(before: .latest) { _ in false }
        #expect((rooms.tombstones, rooms.rooms) == (0, 1))
        #expect(try book.sweep(before: .latest) { _ in false } == ClaimSweep())
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `the erasure of a prekey is durable before a mark of it goes`() throws {
        let store = try files.store()
        _ = try store.create(.prekeys, id: prekey.bytes, contents: [1].span)
        _ = try book.claim(Samples.claim(1), at: once)
        try book.empty(once, now: now)
        let name = try #require(try files.names(in: "/store/prekeys").first)
        // A killed run has begun to erase it, without a sync.
        try files.unlink("/store/prekeys/\(name)")
        #expect(try sweep(at: .latest, prekeyExists: false) == [])
        for disk in files.disk.afterPowerLoss() {
            let left = try disk.store()
            #expect(try left.read(.prekeys, id: prekey.bytes) == nil)
        }
    }

    @Test(.rules("T-7 T-8 T-9 C-13")) func `content never dies by age`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        #expect(try sweep(at: .latest, prekeyExists: false) == [])
        #expect(try book.read(once) == .held(Samples.claim(1)))
    }

    @Test(.rules("V-12 T-4"))
    func `an empty folder goes an hour after its last change if its prekey is gone`() throws {
        files.advance(bySeconds: 3599)
        #expect(try sweep(at: now, prekeyExists: false) == [])
        #expect(try files.names(in: "/store/claims") == ["\(prekey)"])
        files.advance(bySeconds: 1)
        #expect(try sweep(at: now, prekeyExists: true) == [])
        #expect(try files.names(in: "/store/claims") == ["\(prekey)"])
        #expect(try sweep(at: now, prekeyExists: false) == [])
        #expect(try files.names(in: "/store/claims") == [])
        #expect(try sweep(at: now, prekeyExists: false) == [])
    }

    @Test func `the folder follows its last mark`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        try book.empty(once, now: now)
        files.advance(bySeconds: 3600)
        #expect(try sweep(at: now, prekeyExists: false) == [])
        #expect(try book.read(once) == .handedOver(Samples.claim(1).envelopeHash))
        #expect(try sweep(at: now.advanced(by: .days(3)), prekeyExists: false) == [])
        #expect(try book.read(once) == nil)
        files.advance(bySeconds: 3600)
        #expect(try sweep(at: now.advanced(by: .days(3)), prekeyExists: false) == [])
        #expect(try files.names(in: "/store/claims") == [])
    }

    @Test(.rules("T-10 T-11 T-12"))
    func `what can't be read stays, is reported, and stops nothing`() throws {
        let marked = Samples.claim(2)
        _ = try book.claim(marked, at: Samples.place(of: marked))
        try book.empty(Samples.place(of: marked), now: now)
        try files.create("/store/claims/\(prekey)/once", contents: [1, 2, 3].span)
        try files.create("/store/claims/\(prekey)/notes", contents: [1, 2, 3].span)
        let failures = try sweep(at: .latest, prekeyExists: false)
        #expect(failures == [.corrupted, .corrupted])
        #expect(try files.names(in: "/store/claims/\(prekey)").sorted() == ["notes", "once"])
    }

    @Test func `a further claim costs three calls to offer, and one read to sweep`() throws {
        var costs: [(offer: Int, sweep: Int)] = []
        for number in 1...3 as ClosedRange<UInt8> {
            let claim = Samples.claim(number)
            _ = try book.claim(claim, at: Samples.place(of: claim))
            let offer = try cost { book in _ = try book.allUnfinished() }
            let sweep = try cost { book in _ = try book.sweep(before: now) { _ in false } }
            costs.append((offer, sweep))
        }
        #expect(costs.map(\.offer) == (0..<3).map { costs[0].offer + 3 * $0 })
        #expect(costs.map(\.sweep) == (0..<3).map { costs[0].sweep + $0 })
    }

    /// How many calls `body` makes.
    private func cost(_ body: (ClaimBook) throws -> Void) throws -> Int {
        let counting = FaultyFileSystem(files)
        try body(ClaimBook(of: counting.store()))
        return counting.calls
    }
}

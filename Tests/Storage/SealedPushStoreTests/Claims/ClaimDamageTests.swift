// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims

/// What maintenance does with claims that are damaged.
struct ClaimDamageTests {
    let files = SimulatedFileSystem()
    let book: ClaimBook
    let prekey = Samples.prekey
    let now = Samples.now

    init() throws {
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        book = ClaimBook(of: store)
        try book.prepare(prekey)
    }

    private func damage(_ place: ClaimPlace) throws {
        try files.alter("/store/\(place.path.text)") { entry in
            let damaged = [UInt8](repeating: 1, count: 200)
            entry.node = .file(contents: damaged, durable: damaged)
        }
    }

    private func clear(erased: (PrekeyRecord.ID) -> Void = { _ in }) throws -> Int {
        try book.clearDamaged(now: now) { prekey in erased(prekey) }.count
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `a damaged claim of a reusable prekey becomes a tombstone, which refuses a copy`()
        throws
    {
        let (lost, whole) = (Samples.claim(1), Samples.claim(2))
        for claim in [lost, whole] { _ = try book.claim(claim, at: Samples.place(of: claim)) }
        try damage(Samples.place(of: lost))
        #expect(try clear() == 1)
        #expect(try book.allUnfinished().claims.map(\.claim) == [whole])
        #expect(try book.allUnfinished().failures == [])
        let copy = try book.claim(lost, at: Samples.place(of: lost))
        #expect(copy == .found(.handedOver(lost.envelopeHash)))
        #expect(try clear() == 0)
    }

    @Test(.rules("T-7 T-8 T-9"))
    func `its tombstone lives as if the message expired when it was found`() throws {
        let lost = Samples.claim(1)
        _ = try book.claim(lost, at: Samples.place(of: lost))
        try damage(Samples.place(of: lost))
        _ = try clear()
        let death = now.advanced(by: .hours(24) + .minutes(5))
        for (time, left) in [(death, 1), (death.advanced(by: .milliseconds(1)), 0)] {
            _ = try book.sweep(before: time) { _ in false }
            #expect(try book.count(for: prekey) == left)
        }
    }

    @Test func `a damaged claim of a one-time prekey goes, and its prekey before it`() throws {
        _ = try book.claim(Samples.claim(1), at: Samples.once)
        try damage(Samples.once)
        var erased: [PrekeyRecord.ID] = []
        #expect(try clear { erased.append($0) } == 1)
        #expect(erased == [prekey])
        #expect(try book.count(for: prekey) == 0)
        #expect(try book.unfinished() == [])
    }

    @Test func `where a prekey can't be erased its claim stays, and the others are cleared`() throws
    {
        let other = Samples.claim(2)
        _ = try book.claim(Samples.claim(1), at: Samples.once)
        _ = try book.claim(other, at: Samples.place(of: other))
        try damage(Samples.once)
        try damage(Samples.place(of: other))
        let cleared = try book.clearDamaged(now: now) { _ throws(StoreError) in
            throw .outOfSpace
        }
        #expect(cleared.count == 1)
        #expect(cleared.failures == [.outOfSpace])
        #expect(try book.unfinished().map(\.place) == [Samples.once])
        #expect(try book.count(for: prekey) == 2)
    }

    @Test func `a damaged tombstone stays as long as its prekey, and keeps copies out`() throws {
        let claim = Samples.claim(1)
        let place = Samples.place(of: claim)
        _ = try book.claim(claim, at: place)
        try book.empty(place, now: now)
        try damage(place)
        #expect(throws: StoreError.corrupted) { try book.claim(claim, at: place) }
        _ = try book.sweep(before: .latest, removingDamaged: true) { _ in true }
        #expect(throws: StoreError.corrupted) { try book.claim(claim, at: place) }
        let sweep = try book.sweep(before: .latest, removingDamaged: true) { _ in false }
        #expect(sweep.tombstones == 1)
        #expect(sweep.rooms == 1)
        #expect(sweep.failures == [])
    }
}

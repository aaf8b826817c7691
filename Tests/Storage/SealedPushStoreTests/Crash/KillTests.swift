// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore
import StoreProbe
import StoreTestSupport
import TestSupport
import Testing

/// Processes that are killed while they write.
struct KillTests {
    let folder = TemporaryFolder.inMemory()

    @Test func `200 kills at random instants leave the old state or the new one`() throws {
        var random = SeededGenerator(seed: 20_261_121)
        let store = try RecordStore.create(at: folder.store, key: .folder)
        try ClaimBook(of: store).prepare(ProbeStep.prekey)
        var next = ProbeStep.life
        var killedMidway = 0
        for _ in 0..<200 {
            let probe = try Probe("work", folder.store, next)
            try probe.kill(
                after: Int.random(in: 1...8, using: &random),
                and: .microseconds(Int.random(in: 0...1000, using: &random))
            )
            let (numbers, isSuccess) = try probe.finish()
            #expect(!isSuccess)
            let last = try #require(numbers.last)
            #expect(numbers == Array(next...last))
            if try check(store, from: next, to: last) { killedMidway += 1 }
            try RecordStore.open(at: folder.store, key: .folder).sweep()
            next = last + 2
        }
        #expect(killedMidway > 0, "every kill came between two steps, where nothing can break")
        let entries = try ClaimBook(of: store).unfinished()
        try ClaimBook(of: store).rebuildUnfinished()
        #expect(try ClaimBook(of: store).unfinished() == entries, "no kill hid a claim")
        let unfinished = try ClaimBook(of: store).allUnfinished()
        #expect(unfinished.failures == [])
        #expect(unfinished.claims.count <= 200)
    }

    /// Checks that the steps up to `last` are complete, and that the one after it is as far as it
    /// came.
    ///
    /// - Returns: Whether that one had begun and not ended.
    private func check(_ store: RecordStore, from first: Int, to last: Int) throws -> Bool {
        let (done, begun) = (ProbeStep(last), ProbeStep(last + 1))
        let listing = try store.list(.epochs)
        #expect(listing.failures == [])
        #expect(try store.read(.epochs, id: done.id) == done.contents)
        let created = try store.read(.epochs, id: begun.id)
        #expect([nil, begun.contents].contains(created))
        for number in max(first, last - 2 * ProbeStep.life)...last {
            let record = try store.read(.epochs, id: ProbeStep(number).id)
            if number > last - ProbeStep.life + 1 { #expect(record != nil) }
            if number <= last - ProbeStep.life { #expect(record == nil) }
        }
        let state = try store.read(.states, id: [1])
        #expect([done.contents, begun.contents].contains(state))

        let book = ClaimBook(of: store)
        #expect(try book.read(done.place) == .handedOver(done.claim.envelopeHash))
        let states: [ClaimState?] = [
            nil, .held(begun.claim), .handedOver(begun.claim.envelopeHash),
        ]
        let claim = try book.read(begun.place)
        #expect(states.contains(claim))
        let hasBegun = created != nil || state == begun.contents || claim != nil
        return hasBegun && claim != .handedOver(begun.claim.envelopeHash)
    }

    @Test func `a killed making leaves no store or a whole one, and never blocks the next`() throws
    {
        var random = SeededGenerator(seed: 4711)
        var next = 0
        for _ in 0..<20 {
            let probe = try Probe("make", folder.path, next)
            try probe.kill(after: Int.random(in: 1...3, using: &random))
            let last = try #require(try probe.finish().numbers.last)
            for number in next...last {
                let store = try RecordStore.open(at: folder.path("\(number)"), key: .folder)
                #expect(try store.read(.device, id: [1]) == [2])
            }
            do throws(StoreError) {
                let store = try RecordStore.open(at: folder.path("\(last + 1)"), key: .folder)
                #expect(try store.read(.device, id: [1]) == [2])
            } catch {
                #expect(error == .empty)
                _ = try RecordStore.create(at: folder.path("\(last + 1)"), key: .folder)
            }
            next = last + 2
        }
    }
}

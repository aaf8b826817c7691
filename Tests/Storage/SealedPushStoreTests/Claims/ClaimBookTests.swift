// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreProbe
import StoreTestSupport
import Synchronization
import TestSupport
import Testing

struct ClaimBookTests {
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore
    let book: ClaimBook
    let prekey = Samples.prekey
    let once = Samples.once
    let elsewhere = ClaimPlace(
        prekeyID: PrekeyRecord.ID([UInt8](repeating: 7, count: PrekeyRecord.ID.count)),
        envelope: nil
    )
    let now = Samples.now

    init() throws {
        store = try RecordStore.create(at: folder.store, key: .folder)
        book = ClaimBook(of: store)
        try book.prepare(prekey)
    }

    @Test(arguments: [Samples.once, Samples.place(of: Samples.claim(1))])
    func `the first claim is granted, the next gets what it holds`(place: ClaimPlace) throws {
        #expect(try book.read(place) == nil)
        #expect(try book.claim(Samples.claim(1), at: place) == .claimed)
        #expect(try book.read(place) == .held(Samples.claim(1)))
        let second = try book.claim(Samples.claim(1, content: [5]), at: place)
        #expect(second == .found(.held(Samples.claim(1))))
        #expect(try folder.files(in: "tmp") == [])
    }

    @Test(.rules("T-2 T-3"), arguments: [nil, "a", String(repeating: "é", count: 32)])
    func `a claim keeps when its message was made, and what its notification is called`(
        _ identifier: String?
    ) throws {
        let old = Samples.claim(1)
        let claim = Claim(
            envelopeHash: old.envelopeHash,
            expiry: old.expiry,
            sender: old.sender,
            content: old.content,
            created: now,
            identifier: identifier
        )
        #expect(try book.claim(claim, at: once) == .claimed)
        #expect(try book.read(once) == .held(claim))
        #expect(try book.allUnfinished().claims.map(\.claim) == [claim])
        try book.empty(once, now: now)
        #expect(try book.read(once) == .handedOver(claim.envelopeHash))
    }

    @Test(.rules("T-2 T-3"))
    func `another message under a one-time prekey meets the first one's claim`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        let other = try book.claim(Samples.claim(2), at: once)
        #expect(other == .found(.held(Samples.claim(1))))
    }

    @Test(.rules("T-2 T-3"))
    func `messages under a reusable prekey are claimed each for itself`() throws {
        for number in 1...3 as ClosedRange<UInt8> {
            let claim = Samples.claim(number)
            let outcome = try book.claim(claim, at: Samples.place(of: claim))
            #expect(outcome == .claimed)
        }
        #expect(try book.count(for: prekey) == 3)
        #expect(try book.count(for: PrekeyRecord.ID([UInt8](repeating: 0, count: 8))) == 0)
    }

    @Test func `a claim file stands where the design says, under plain names`() throws {
        let claim = Samples.claim(0xAB)
        _ = try book.claim(claim, at: once)
        _ = try book.claim(claim, at: Samples.place(of: claim))
        let hex = String(repeating: "ab", count: 16)
        #expect(
            try folder.files(in: "claims/0102030405060708")
                == ["claims/0102030405060708/\(hex)", "claims/0102030405060708/once"]
        )
    }

    @Test(.rules("V-12 T-4")) func `no claim is made for a prekey that is gone`() throws {
        #expect(try book.claim(Samples.claim(1), at: elsewhere) == .gone)
        #expect(try book.read(elsewhere) == nil)
        #expect(try folder.files(in: "claims") == ["claims/\(prekey)"])
        #expect(try folder.files(in: "tmp") == [])
    }

    @Test func `preparing again changes nothing`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        try book.prepare(prekey)
        #expect(try book.read(once) == .held(Samples.claim(1)))
    }

    @Test(.rules("T-7 T-8 T-9")) func `an emptied claim is a mark and holds no content`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        try book.empty(once, now: now)
        let mark = ClaimState.handedOver(Samples.claim(1).envelopeHash)
        #expect(try book.read(once) == mark)
        #expect(try book.claim(Samples.claim(2), at: once) == .found(mark))
        #expect(try folder.bytes("claims/\(prekey)/once").count == 40 + 1 + 16 + 8)
        try book.empty(once, now: now.advanced(by: .days(9)))
        #expect(try book.read(once) == mark)
    }

    @Test func `emptying what was never claimed makes nothing`() throws {
        try book.empty(once, now: now)
        try book.empty(elsewhere, now: now)
        #expect(try book.read(once) == nil)
        #expect(try folder.files(in: "claims") == ["claims/\(prekey)"])
    }

    @Test(.rules("T-10 T-11 T-12")) func `what no run handed over is found`() throws {
        let claims = (1...4 as ClosedRange<UInt8>).map { Samples.claim($0) }
        for claim in claims {
            _ = try book.claim(claim, at: Samples.place(of: claim))
        }
        try book.empty(Samples.place(of: claims[1]), now: now)
        let found = try book.allUnfinished()
        #expect(found.failures == [])
        #expect(found.claims.map(\.claim) == [claims[0], claims[2], claims[3]])
        #expect(found.claims.first?.place == Samples.place(of: claims[0]))
    }

    @Test func `a claim that was moved to another place is refused and reported`() throws {
        try book.prepare(elsewhere.prekeyID)
        _ = try book.claim(Samples.claim(1), at: once)
        try folder.overwrite(
            "claims/\(elsewhere.prekeyID)/once",
            folder.bytes("claims/\(prekey)/once")
        )
        try book.rebuildUnfinished()
        #expect(throws: StoreError.corrupted) { try book.read(elsewhere) }
        #expect(throws: StoreError.corrupted) {
            try book.claim(Samples.claim(1), at: elsewhere)
        }
        let found = try book.allUnfinished()
        #expect(found.failures == [.corrupted])
        #expect(found.claims.map(\.place) == [once])
    }

    @Test func `no outcome of a claim shows its content`() {
        let outcome = ClaimOutcome.found(.held(Samples.claim(1, content: Array("a word".utf8))))
        var dumped = ""
        dump(outcome, to: &dumped)
        for text in ["\(outcome)", String(reflecting: outcome), dumped] {
            #expect(text.contains("Claim(01010101010101010101010101010101)"))
            #expect(!text.contains("97") && !text.contains("119"))
        }
    }
}

struct ClaimRaceTests {
    static let racers = 8
    static let places = 40
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore

    init() throws {
        store = try RecordStore.create(at: folder.store, key: .folder)
        try ClaimBook(of: store).prepare(ProbeStep.prekey)
    }

    @Test(.rules("T-2 T-3 C-11")) func `of 8 processes exactly one gets each claim`() throws {
        let probes = try (0..<Self.racers).map { _ in
            try Probe("claim", folder.store, Self.places)
        }
        for probe in probes { probe.go() }
        let results = try probes.map { try $0.finish() }
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(results.flatMap(\.numbers).sorted() == Array(0..<Self.places))
        try checkClaims()
    }

    @Test func `of 8 threads exactly one gets each claim, the others see what it holds`() throws {
        let all = try inThreads(Self.racers) { [store] _ in
            let book = ClaimBook(of: store)
            return (0..<Self.places).compactMap { number in
                try? book.claim(ProbeStep(number).claim, at: ProbeStep(number).place)
            }
        }
        #expect(all.allSatisfy { $0.count == Self.places })
        for number in 0..<Self.places {
            let seen = all.map { $0[number] }
            #expect(seen.count { $0 == .claimed } == 1)
            #expect(seen.count { $0 == .found(.held(ProbeStep(number).claim)) } == 7)
        }
        try checkClaims()
    }

    private func checkClaims() throws {
        let unfinished = try ClaimBook(of: store).allUnfinished()
        #expect(unfinished.failures == [])
        #expect(unfinished.claims.map(\.claim) == (0..<Self.places).map { ProbeStep($0).claim })
        #expect(try folder.files(in: "tmp") == [])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct UnfinishedClaimTests {
    let files = SimulatedFileSystem()
    let book: ClaimBook
    let prekey = Samples.prekey
    let once = Samples.once
    let now = Samples.now
    static let index = "/store/unfinished"
    static let entry = "\(index)/0102030405060708-once"

    init() throws {
        let store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        book = ClaimBook(of: store)
        try book.prepare(prekey)
    }

    private var names: [String] {
        get throws { try files.names(in: Self.index).sorted() }
    }

    private func make(_ path: String) throws {
        let nothing: [UInt8] = []
        try files.create(path, contents: nothing.span)
    }

    // MARK: - Entries

    @Test func `an entry stands in the index from the claim to the tombstone`() throws {
        let claim = Samples.claim(0xAB)
        #expect(try names == [])
        _ = try book.claim(claim, at: once)
        _ = try book.claim(claim, at: Samples.place(of: claim))
        let hex = String(repeating: "ab", count: 16)
        #expect(try names == ["0102030405060708-\(hex)", "0102030405060708-once"])
        #expect(try files.status(of: Self.entry).size == 0)
        try book.empty(once, now: now)
        #expect(try names == ["0102030405060708-\(hex)"])
    }

    @Test func `a message whose place is taken gets no entry`() throws {
        let claim = Samples.claim(1)
        _ = try book.claim(claim, at: once)
        try book.empty(once, now: now)
        let counting = FaultyFileSystem(files, countsReading: false)
        let other = ClaimBook(of: try counting.store())
        #expect(try other.claim(claim, at: once) == .found(.handedOver(claim.envelopeHash)))
        // The process that made the tombstone may have been stopped before it was durable.
        #expect(counting.history == [.syncFolder])
        #expect(try names == [])
    }

    @Test func `a message whose prekey is gone leaves no entry`() throws {
        let gone = ClaimPlace(
            prekeyID: PrekeyRecord.ID([UInt8](repeating: 7, count: 8)),
            envelope: nil
        )
        #expect(try book.claim(Samples.claim(1), at: gone) == .gone)
        #expect(try names == [])
    }

    @Test func `emptying what is emptied removes the entry that a killed run left`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        try book.empty(once, now: now)
        try make(Self.entry)
        try book.empty(once, now: now)
        #expect(try names == [])
    }

    @Test func `emptying what was never claimed leaves the entry of a run that is about to`() throws
    {
        try make(Self.entry)
        try book.empty(once, now: now)
        #expect(try names == ["0102030405060708-once"])
    }

    // MARK: - Listing

    @Test(.rules("T-10 T-11 T-12"))
    func `entries come by the time of their file, then by name`() throws {
        let places = [3, 2, 1].map { Samples.place(of: Samples.claim($0)) }
        for (place, number) in zip(places, [3, 2, 1] as [UInt8]) {
            if number == 1 { files.advance(bySeconds: 1) }
            _ = try book.claim(Samples.claim(number), at: place)
        }
        #expect(try book.unfinished().map(\.place) == [places[1], places[0], places[2]])
        files.advance(bySeconds: 60)
        _ = try book.beginAttempt(try #require(try book.unfinished().first))
        let entries = try book.unfinished()
        #expect(entries.map(\.place) == [places[0], places[2], places[1]])
        #expect(entries.map(\.attempts) == [0, 0, 1])
        #expect(entries.map(\.changed) == [1_800_000_000, 1_800_000_001, 1_800_000_061])
    }

    @Test(arguments: [
        "notes", "once", "0102030405060708", "0102030405060708-", "0102030405060708-ONCE",
        "01020304050607-once", "0102030405060708-abab", "0102030405060708-once-2",
        "ABABABABABABABAB-once", ".nobackup",
    ])
    func `a name that is none of ours is passed over`(_ name: String) throws {
        try make("\(Self.index)/\(name)")
        #expect(try book.unfinished() == [])
    }

    @Test func `a folder or a link in the index is passed over`() throws {
        try files.makeFolder(Self.entry)
        #expect(try book.unfinished() == [])
        try files.removeFolder(Self.entry)
        _ = try book.claim(Samples.claim(1), at: once)
        try files.alter(Self.entry) { $0.isLink = true }
        #expect(try book.unfinished() == [])
    }

    // MARK: - Recovering

    @Test func `a recovery opens the one place`() throws {
        let claim = Samples.claim(1)
        _ = try book.claim(claim, at: once)
        _ = try book.claim(Samples.claim(2), at: Samples.place(of: Samples.claim(2)))
        let entry = UnfinishedClaim(place: once, attempts: 0, changed: 0)
        let counting = FaultyFileSystem(files)
        let other = ClaimBook(of: try counting.store())
        #expect(try other.recover(entry) == claim)
        #expect(counting.history == [.read, .syncFolder])
    }

    @Test func `an entry whose place is a tombstone is dropped`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        try book.empty(once, now: now)
        try make(Self.entry)
        let entry = try #require(try book.unfinished().first)
        #expect(try book.recover(entry) == nil)
        #expect(try names == [])
    }

    @Test(arguments: [(3599, true), (3600, false)] as [(Int64, Bool)])
    func `an entry whose place is absent is dropped after an hour`(
        seconds: Int64,
        stays: Bool
    ) throws {
        try make(Self.entry)
        let entry = try #require(try book.unfinished().first)
        files.advance(bySeconds: seconds)
        #expect(try book.recover(entry) == nil)
        #expect(try names.isEmpty == !stays)
    }

    @Test func `a damaged claim is told, and its entry stays`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        try files.alter("/store/claims/\(prekey)/once") { entry in
            let damaged = [UInt8](repeating: 1, count: 200)
            entry.node = .file(contents: damaged, durable: damaged)
        }
        let entry = try #require(try book.unfinished().first)
        #expect(throws: StoreError.corrupted) { try book.recover(entry) }
        #expect(try book.unfinished() == [entry])
        #expect(try book.allUnfinished().failures == [.corrupted])
    }

    @Test(arguments: 0...4)
    func `as many claims are offered as there is room for`(_ limit: Int) throws {
        for number in 1...3 as ClosedRange<UInt8> {
            _ = try book.claim(
                Samples.claim(number),
                at: Samples.place(of: Samples.claim(number))
            )
        }
        let found = try book.allUnfinished(limit: limit)
        #expect(found.claims.count == min(limit, 3))
        #expect(found.isCut == (limit < 3))
    }

    // MARK: - Attempts

    @Test func `each attempt is counted, and none begins within a minute of another`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        let entry = try #require(try book.unfinished().first)
        // The run that made the claim is at work as well.
        for before in 0..<6 {
            #expect(try book.beginAttempt(entry) == .atWork)
            files.advance(bySeconds: 59)
            #expect(try book.beginAttempt(entry) == .atWork)
            files.advance(bySeconds: 1)
            #expect(try book.beginAttempt(entry) == .begun(before: before))
        }
        #expect(try book.unfinished().map(\.attempts) == [6])
    }

    @Test func `an attempt that seems to begin in the future is not at work`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        let entry = try #require(try book.unfinished().first)
        files.advance(bySeconds: -1)
        #expect(try book.beginAttempt(entry) == .begun(before: 0))
    }

    @Test func `no attempt begins once the message was handed over, and none makes the entry`()
        throws
    {
        _ = try book.claim(Samples.claim(1), at: once)
        let entry = try #require(try book.unfinished().first)
        try book.empty(once, now: now)
        #expect(try book.beginAttempt(entry) == .done)
        #expect(try names == [])
    }

    @Test func `an attempt is durable before it begins`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        files.advance(bySeconds: 60)
        #expect(
            try book.beginAttempt(try #require(try book.unfinished().first)) == .begun(before: 0)
        )
        for disk in files.disk.afterPowerLoss() {
            #expect(try ClaimBook(of: disk.store()).unfinished().map(\.attempts) == [1])
        }
    }

    // MARK: - Rebuilding

    @Test func `maintenance makes the entry of each claim that holds content, and of no tombstone`()
        throws
    {
        let claims = (1...3 as ClosedRange<UInt8>).map { Samples.claim($0, content: []) }
        for claim in claims { _ = try book.claim(claim, at: Samples.place(of: claim)) }
        try book.empty(Samples.place(of: claims[1]), now: now)
        let before = try names
        for name in before { try files.unlink("\(Self.index)/\(name)") }
        try make("/store/claims/\(prekey)/notes")
        try book.rebuildUnfinished()
        #expect(try names == before)
        #expect(before.count == 2)
    }

    @Test func `maintenance leaves entries and their attempts as they are`() throws {
        _ = try book.claim(Samples.claim(1), at: once)
        files.advance(bySeconds: 60)
        _ = try book.beginAttempt(try #require(try book.unfinished().first))
        let before = try book.unfinished()
        files.advance(bySeconds: 100)
        try book.rebuildUnfinished()
        #expect(try book.unfinished() == before)
    }

    @Test func `a store that was made without an index gets it at the first listing`() throws {
        try files.removeFolder(Self.index)
        let older = ClaimBook(of: try files.store())
        #expect(try older.claim(Samples.claim(1), at: once) == .claimed)
        #expect(throws: FileError.absent) { try names }
        #expect(try older.unfinished().map(\.place) == [once])
        try older.empty(once, now: now)
        #expect(try older.unfinished() == [])
    }

    @Test func `a store without an index loses no claim that is made meanwhile`() async throws {
        try files.removeFolder(Self.index)
        let runs = try await files.disk.overtaking { files in
            _ = try? ClaimBook(of: files.store()).unfinished()
        } _: { files in
            try ClaimBook(of: files.store()).claim(Samples.claim(1), at: once)
        }
        for (files, outcome) in runs {
            #expect(outcome == .claimed)
            #expect(try ClaimBook(of: files.store()).unfinished().map(\.place) == [once])
        }
        #expect(runs.count > 8)
    }

    @Test(.rules("T-10 T-11 T-12 C-17"))
    func `a listing of 65,536 claims with 3 unfinished opens only 3 files`() throws {
        let unfinished = [77, 4242, 65_000]
        let mark = [UInt8](repeating: 0, count: 65)
        var hashes: [EnvelopeHash] = []
        for number in 0..<65_536 {
            var bytes = [UInt8](repeating: 0, count: EnvelopeHash.count)
            (bytes[0], bytes[1]) = (UInt8(number >> 8), UInt8(number & 0xFF))
            hashes.append(EnvelopeHash(bytes))
            guard unfinished.contains(number) else { continue }
            let claim = Claim(
                envelopeHash: hashes[number],
                expiry: now,
                sender: [UInt8](repeating: 9, count: 32),
                content: [1],
                created: now
            )
            _ = try book.claim(claim, at: Samples.place(of: claim))
        }
        // What a tombstone holds does not matter here: a tombstone is never opened.
        try files.fill("/store/claims/\(prekey)", with: hashes.map(\.description), mark)
        let counting = FaultyFileSystem(files)
        let other = ClaimBook(of: try counting.store())
        #expect(try other.count(for: prekey) == 65_536)
        counting.arm()
        let found = try other.allUnfinished()
        #expect(found.claims.map(\.claim.envelopeHash) == unfinished.map { hashes[$0] })
        #expect(found.failures == [])
        #expect(
            counting.history == [.names] + [.status, .status, .status]
                + [.read, .syncFolder, .read, .syncFolder, .read, .syncFolder]
        )
        for name in try names { try files.unlink("\(Self.index)/\(name)") }
        counting.arm()
        try other.rebuildUnfinished()
        #expect(counting.history.count { $0 == .status } == 65_536)
        #expect(!counting.history.contains(.read))
        #expect(try names.count == 3)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// How many messages of unknown senders a day has.
struct StrangerCountTests {
    private let book: ClaimBook
    private let place = Samples.place(of: Samples.claim(1))

    init() throws {
        let files = SimulatedFileSystem()
        book = ClaimBook(of: try StoreDraft(at: "/store", key: .folder, files: files).commit())
        try book.prepare(Samples.prekey)
    }

    private func count(_ number: Int, at time: Timestamp) throws {
        for _ in 0..<number { try book.countStranger(at: place, now: time) }
    }

    @Test(.rules("T-20 T-21 T-22"))
    func `256 strangers a day are counted, each day for itself`() throws {
        let day = Timestamp(clamping: 86_400_000 * 20_000)
        let end = day.advanced(by: .milliseconds(86_399_999))
        let next = day.advanced(by: .milliseconds(86_400_000))
        try count(255, at: day)
        #expect(try !book.isFullOfStrangers(at: end))
        try count(1, at: end)
        #expect(try book.isFullOfStrangers(at: day))
        #expect(try book.isFullOfStrangers(at: end))
        #expect(try !book.isFullOfStrangers(at: next))
        try count(1, at: next)
        #expect(try book.isFullOfStrangers(at: day), "a clock that is set back finds its count")
    }

    @Test func `a message whose place is taken is not counted`() throws {
        try count(255, at: Samples.now)
        _ = try book.claim(Samples.claim(1), at: place)
        try count(5, at: Samples.now)
        #expect(try !book.isFullOfStrangers(at: Samples.now))
    }

    @Test(.rules("T-20 T-21 T-22"))
    func `a count goes with a sweep behind its day, and no other does`() throws {
        try count(256, at: Samples.now)
        let startOfDay = Samples.now.milliseconds / 86_400_000 * 86_400_000
        let next = Timestamp(clamping: startOfDay + 86_400_000)
        let times = [
            (Samples.now, true), (next.advanced(by: .milliseconds(-1)), true), (next, false),
        ]
        for (time, isThere) in times {
            #expect(try book.sweep(before: time) { _ in true }.failures == [])
            #expect(try book.isFullOfStrangers(at: Samples.now) == isThere)
        }
    }

    @Test(.rules("T-20 T-21 T-22"))
    func `threads that count at the same moment are all counted`() throws {
        let folder = TemporaryFolder.inMemory()
        defer { folder.remove() }
        let book = ClaimBook(of: try StoreDraft(at: folder.store, key: .folder).commit())
        try book.prepare(Samples.prekey)
        let place = place
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<32 { try? book.countStranger(at: place, now: Samples.now) }
        }
        #expect(try book.isFullOfStrangers(at: Samples.now))
    }
}

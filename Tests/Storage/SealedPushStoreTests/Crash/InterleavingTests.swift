// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// A slow process is overtaken by another one at each of its calls.
struct InterleavingTests {
    private let files: SimulatedFileSystem

    init() throws {
        files = SimulatedFileSystem(try .withStore())
    }

    private var book: ClaimBook {
        get throws { ClaimBook(of: try files.store()) }
    }

    @Test(.rules("T-2 T-3"))
    func `two claims meet at every point: one is granted, the other sees it`() async throws {
        let (mine, other) = (Samples.claim(1), Samples.claim(2))
        try book.prepare(Samples.prekey)
        let runs = try await files.disk.overtaking { files in
            let outcome = try ClaimBook(of: files.store()).claim(other, at: Samples.once)
            #expect([.claimed, .found(.held(mine))].contains(outcome))
        } _: { files in
            try ClaimBook(of: files.store()).claim(mine, at: Samples.once)
        }
        for (files, outcome) in runs {
            let held = try ClaimBook(of: files.store()).read(Samples.once)
            #expect(held == .held(outcome == .claimed ? mine : other))
            if outcome != .claimed { #expect(outcome == .found(.held(other))) }
        }
        #expect(runs.count > 2)
    }

    @Test func `two creations meet at every point: the record is that of the one that succeeded`()
        async throws
    {
        let runs = try await files.disk.overtaking { files in
            _ = try files.store().create(.epochs, id: [1], contents: [2].span)
        } _: { files in
            try files.store().create(.epochs, id: [1], contents: [1].span)
        }
        for (files, isMine) in runs {
            #expect(try files.store().read(.epochs, id: [1]) == [isMine ? 1 : 2])
            #expect(try files.names(in: "/store/tmp") == [])
        }
        #expect(runs.count > 2)
    }

    @Test func `a claim that meets the sweep of its place is granted, refused or finds the mark`()
        async throws
    {
        let (mine, old) = (Samples.claim(1), Samples.claim(2))
        try book.prepare(Samples.prekey)
        _ = try book.claim(old, at: Samples.once)
        try book.empty(Samples.once, now: Samples.now)
        let runs = try await files.disk.overtaking { files in
            for _ in 0..<2 {
                let failures = try ClaimBook(of: files.store()).sweep(before: .latest) { _ in
                    false
                }
                .failures
                #expect(failures == [])
                files.advance(bySeconds: 3600)
            }
        } _: { files in
            try ClaimBook(of: files.store()).claim(mine, at: Samples.once)
        }
        for (files, outcome) in runs {
            let state = try ClaimBook(of: files.store()).read(Samples.once)
            switch outcome {
            case .claimed: #expect(state == .held(mine))
            case .gone: #expect(state == nil)
            case .found(let found): #expect(found == .handedOver(old.envelopeHash))
            }
        }
        #expect(runs.count > 2)
    }

    @Test func `a prekey that is made while others sweep has room for claims`() async throws {
        let runs = try await files.disk.overtaking { files in
            files.advance(bySeconds: 3600)
            try Self.sweepClaims(of: files.store())
        } _: { files in
            let store = try files.store()
            let book = ClaimBook(of: store)
            try book.prepare(Samples.prekey)
            _ = try store.create(.prekeys, id: Samples.prekey.bytes, contents: [1].span)
            try book.prepare(Samples.prekey)
            #expect(try book.claim(Samples.claim(1), at: Samples.once) == .claimed)
        }
        #expect(runs.count > 2)
    }

    @Test func `a sweep leaves the room of a prekey that is made meanwhile`() async throws {
        try book.prepare(Samples.prekey)
        files.advance(bySeconds: 3600)
        let runs = try await files.disk.overtaking { files in
            let store = try files.store()
            try ClaimBook(of: store).prepare(Samples.prekey)
            _ = try store.create(.prekeys, id: Samples.prekey.bytes, contents: [1].span)
        } _: { files in
            try Self.sweepClaims(of: files.store())
        }
        for (files, _) in runs {
            let book = ClaimBook(of: try files.store())
            try book.prepare(Samples.prekey)
            #expect(try book.claim(Samples.claim(1), at: Samples.once) == .claimed)
        }
        #expect(runs.count > 2)
    }

    private static func sweepClaims(of store: RecordStore) throws {
        let failures = try ClaimBook(of: store).sweep(before: .latest) {
            prekey throws(StoreError) in
            try store.read(.prekeys, id: prekey.bytes) != nil
        }.failures
        #expect(failures == [])
    }
}

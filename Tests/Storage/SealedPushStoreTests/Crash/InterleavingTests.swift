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
    /// One run: a slow process and what it is overtaken by share this disk.
    struct Run: Sendable {
        let files: SimulatedFileSystem
        /// The process that is not slowed down.
        let fast: RecordStore
        /// The one that is.
        let slow: RecordStore
    }

    /// Runs `body` again and again, `meanwhile` happening before its first call, its second, and so
    /// on.
    private func overtake(
        prepare: (Run) throws -> Void = { _ in },
        meanwhile: @escaping @Sendable (Run) throws -> Void,
        _ body: (Run) throws -> Void
    ) throws {
        var call = 0
        var isComplete = false
        while !isComplete {
            let files = SimulatedFileSystem()
            let fast = try StoreDraft(at: "/store", key: .folder, files: files).commit()
            try prepare(Run(files: files, fast: fast, slow: fast))
            let faulty = FaultyFileSystem(
                files,
                .meanwhile {
                    do {
                        try meanwhile(Run(files: files, fast: fast, slow: fast))
                    } catch {
                        Issue.record(error)
                    }
                },
                at: call + FaultyFileSystem.callsToOpen
            )
            let slow = try RecordStore.open(at: "/store", key: .folder, files: faulty)
            try body(Run(files: files, fast: fast, slow: slow))
            isComplete = faulty.calls <= call + FaultyFileSystem.callsToOpen
            call += 1
        }
        #expect(call > 2)
    }

    @Test(.rules("T-2 T-3"))
    func `two claims meet at every point: one is granted, the other sees it`() throws {
        let (mine, other) = (Samples.claim(1), Samples.claim(2))
        try overtake { run in
            try ClaimBook(of: run.fast).prepare(Samples.prekey)
        } meanwhile: { run in
            let outcome = try ClaimBook(of: run.fast).claim(other, at: Samples.once)
            #expect([.claimed, .found(.held(mine))].contains(outcome))
        } _: { run in
            let outcome = try ClaimBook(of: run.slow).claim(mine, at: Samples.once)
            let held = try ClaimBook(of: run.fast).read(Samples.once)
            #expect(held == .held(outcome == .claimed ? mine : other))
            if outcome != .claimed { #expect(outcome == .found(.held(other))) }
        }
    }

    @Test func `two creations meet at every point: the record is that of the one that succeeded`()
        throws
    {
        try overtake { run in
            _ = try run.fast.create(.epochs, id: [1], contents: [2].span)
        } _: { run in
            let isMine = try run.slow.create(.epochs, id: [1], contents: [1].span)
            #expect(try run.fast.read(.epochs, id: [1]) == [isMine ? 1 : 2])
            #expect(try run.files.names(in: "/store/tmp") == [])
        }
    }

    @Test(arguments: StoreChange.all.filter { $0.wait == 0 })
    func `a temporary file that is swept away at any point is written again`(
        change: StoreChange
    ) throws {
        try overtake { run in
            try change.prepare(run.fast)
        } meanwhile: { run in
            run.files.advance(bySeconds: 3600)
            try run.fast.sweep()
        } _: { run in
            try change.run(run.slow)
            let state = try change.observe(run.fast)
            try change.run(run.fast)
            #expect(try change.observe(run.fast) == state)
        }
    }

    @Test func `a claim that meets the sweep of its place is granted, refused or finds the mark`()
        throws
    {
        let (mine, old) = (Samples.claim(1), Samples.claim(2))
        try overtake { run in
            let book = ClaimBook(of: run.fast)
            try book.prepare(Samples.prekey)
            _ = try book.claim(old, at: Samples.once)
            try book.empty(Samples.once, now: Samples.now)
        } meanwhile: { run in
            for _ in 0..<2 {
                let failures = try ClaimBook(of: run.fast).sweep(before: .latest) { _ in false }
                    .failures
                #expect(failures == [])
                run.files.advance(bySeconds: 3600)
            }
        } _: { run in
            let outcome = try ClaimBook(of: run.slow).claim(mine, at: Samples.once)
            let state = try ClaimBook(of: run.fast).read(Samples.once)
            switch outcome {
            case .claimed: #expect(state == .held(mine))
            case .gone: #expect(state == nil)
            case .found(let found): #expect(found == .handedOver(old.envelopeHash))
            }
        }
    }

    @Test func `a prekey that is made while others sweep has room for claims`() throws {
        try overtake(meanwhile: sweepClaims) { run in
            let book = ClaimBook(of: run.slow)
            try book.prepare(Samples.prekey)
            run.files.advance(bySeconds: 3600)
            _ = try run.slow.create(.prekeys, id: Samples.prekey.bytes, contents: [1].span)
            try book.prepare(Samples.prekey)
            #expect(try book.claim(Samples.claim(1), at: Samples.once) == .claimed)
        }
    }

    @Test func `a sweep leaves the room of a prekey that is made meanwhile`() throws {
        try overtake { run in
            try ClaimBook(of: run.fast).prepare(Samples.prekey)
            run.files.advance(bySeconds: 3600)
        } meanwhile: { run in
            let book = ClaimBook(of: run.fast)
            try book.prepare(Samples.prekey)
            _ = try run.fast.create(.prekeys, id: Samples.prekey.bytes, contents: [1].span)
        } _: { run in
            try sweepClaims(Run(files: run.files, fast: run.slow, slow: run.slow))
            try ClaimBook(of: run.fast).prepare(Samples.prekey)
            #expect(
                try ClaimBook(of: run.fast).claim(Samples.claim(1), at: Samples.once) == .claimed
            )
        }
    }

    private let sweepClaims: @Sendable (Run) throws -> Void = { run in
        let store = run.fast
        let failures = try ClaimBook(of: store).sweep(before: .latest) {
            prekey throws(StoreError) in
            try store.read(.prekeys, id: prekey.bytes) != nil
        }.failures
        #expect(failures == [])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreProbe
import Synchronization
import TestSupport
import Testing

struct ClaimRaceTests {
    static let racers = 8
    static let places = 40
    let folder: TemporaryFolder
    let store: RecordStore

    init() throws {
        folder = try TemporaryFolder()
        store = try RecordStore.create(at: folder.store, key: .folder)
        try ClaimBook(of: store).prepare(ProbeStep.prekey)
    }

    @Test(.rules("T-2 T-3 C-11")) func `of 8 processes exactly one gets each claim`() throws {
        let probes = try (0..<Self.racers).map { _ in
            try Probe("claim", folder.store, Self.places)
        }
        for probe in probes { try probe.go() }
        let results = try probes.map { try $0.finish() }
        #expect(results.allSatisfy { $0.isSuccess })
        #expect(results.flatMap(\.numbers).sorted() == Array(0..<Self.places))
        try checkClaims()
    }

    @Test func `of 8 threads exactly one gets each claim, the others see what it holds`() throws {
        let outcomes = Mutex<[[ClaimOutcome]]>([])
        let store = store
        let group = DispatchGroup()
        for _ in 0..<Self.racers {
            group.enter()
            Thread.detachNewThread {
                let book = ClaimBook(of: store)
                let mine = (0..<Self.places).compactMap { number in
                    try? book.claim(ProbeStep(number).claim, at: ProbeStep(number).place)
                }
                outcomes.withLock { $0.append(mine) }
                group.leave()
            }
        }
        group.wait()
        let all = outcomes.withLock { $0 }
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

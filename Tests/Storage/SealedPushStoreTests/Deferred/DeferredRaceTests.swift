// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreProbe
import Testing

struct DeferredRaceTests {
    static let racers = 8
    static let messages = 40
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let store = try RecordStore.create(at: folder.store, key: .folder)
        try ClaimBook(of: store).prepare(ProbeStep.prekey)
    }

    @Test func `of 8 processes exactly one defers each message, and at least one is the first`()
        throws
    {
        let probes = try (0..<Self.racers).map { _ in
            try Probe("park", folder.store, Self.messages)
        }
        for probe in probes { try probe.go() }
        let results = try probes.map { try $0.finish() }
        #expect(results.allSatisfy { $0.isSuccess })
        let told = results.flatMap(\.numbers)
        #expect(told.filter { $0 >= 0 }.sorted() == Array(0..<Self.messages))
        #expect(told.contains(-1))
        let listing = try DeferredBook(at: folder.store).list()
        #expect(listing.failures == [])
        #expect(
            Set(listing.entries.map(\.hash))
                == Set((0..<Self.messages).map { ProbeStep($0).claim.envelopeHash })
        )
        #expect(try folder.files(in: "tmp") == [])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushStore
import StoreProbe
import StoreTestSupport
import TestSupport
import Testing

struct DeferredRaceTests {
    static let racers = 8
    static let messages = 40
    let folder = TemporaryFolder.inMemory()

    init() throws {
        let store = try RecordStore.create(at: folder.store, key: .folder)
        try ClaimBook(of: store).prepare(ProbeStep.prekey)
    }

    @Test func `of 8 processes exactly one defers each message, and at least one is the first`()
        throws
    {
        let probes = try (0..<Self.racers).map { _ in
            try Probe("park", folder.store, Self.messages)
        }
        for probe in probes { probe.go() }
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

/// What one run began to defer and another one finds.
struct DeferredPowerTests {
    @Test func `what is told to be deferred is durable, wherever the run before was stopped`()
        async throws
    {
        let files = SimulatedFileSystem(try .withStore())
        try ClaimBook(of: files.store()).prepare(Samples.prekey)
        let runs = try await files.disk.disturbing(by: .death) { files in
            try DeferredBook(at: "/store", files: files).keep(Samples.deferred(1))
        }
        var outcomes: Set<DeferralOutcome> = []
        for run in runs {
            #expect([nil, FaultyFileSystem.reason].contains(run.error))
            let book = try DeferredBook(at: "/store", files: run.files)
            outcomes.insert(try book.keep(Samples.deferred(1)))
            for disk in run.afterPowerLoss {
                let book = try DeferredBook(at: "/store", files: SimulatedFileSystem(disk))
                #expect(try book.messages() == [Samples.deferred(1)])
            }
        }
        #expect(outcomes == [.deferred(isFirst: true), .present])
    }
}

extension DeferredBook {
    /// The messages of a listing, whole.
    func messages(_ listing: DeferredListing) throws(StoreError) -> [DeferredMessage] {
        var messages: [DeferredMessage] = []
        for entry in listing.entries {
            if let message = try read(entry.hash, entry.kind) { messages.append(message) }
        }
        return messages
    }

    /// Every message that can be read, whole.
    func messages() throws(StoreError) -> [DeferredMessage] { try messages(list()) }
}

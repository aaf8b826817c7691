// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// What a store keeps for the day when the disk is full.
struct ReserveTests {
    private func keep(_ number: UInt8, in book: DeferredBook) throws(StoreError) -> DeferralOutcome
    {
        let message = Samples.deferred(number)
        return try book.keep(
            message.payload,
            hash: message.hash,
            prekey: message.prekey,
            arrival: message.arrival
        )
    }

    @Test(.rules("T-13 T-14 T-16 T-17"))
    func `on a full disk the reserve lets one message be deferred, and maintenance makes it anew`()
        throws
    {
        let files = SimulatedFileSystem()
        let disk = FullDisk(files, until: "/store/reserve")
        let store = try StoreDraft(at: "/store", key: .folder, files: disk).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        let book = DeferredBook(of: store)
        disk.fill()
        #expect(throws: StoreError.outOfSpace) { try keep(1, in: book) }
        let whole = FullDisk(files, until: "/store/reserve")
        let folder = try RecordStore.open(at: "/store", key: .folder, files: whole).folder
        try folder.makeReserve()
        #expect(try files.status(of: "/store/reserve").size == 65_536)
        #expect(try keep(1, in: book) == .deferred(isFirst: true))
        #expect(throws: StoreError.outOfSpace) { try keep(2, in: book) }
        #expect(!folder.releaseReserve())
        try folder.makeReserve()
        #expect(try keep(2, in: book) == .deferred(isFirst: false))
    }
}

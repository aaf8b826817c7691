// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushClaims
import SealedPushStore
import StoreTestSupport
import Synchronization
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
        // The disk is full from some moment on, until the reserve goes, and for one file only then.
        let room = Mutex<Int?>(nil)
        let disk = FaultyFileSystem(
            files,
            .look { call throws(FileError) in
                let isReserve = (try? files.status(of: "/store/reserve")) != nil
                let isFull = room.withLock { room in
                    guard let left = room else { return false }
                    if call == FileCall(.unlink, "/store/reserve"), isReserve { room = 1 }
                    guard call.kind == .create else { return false }
                    room = max(0, left - 1)
                    return left == 0
                }
                if isFull { throw .refused(.outOfSpace) }
            }
        )
        let store = try StoreDraft(at: "/store", key: .folder, files: disk).commit()
        try ClaimBook(of: store).prepare(Samples.prekey)
        let book = DeferredBook(of: store)
        room.withLock { $0 = 0 }
        #expect(throws: StoreError.outOfSpace) { try keep(1, in: book) }
        let folder = try files.store().folder
        try folder.makeReserve()
        #expect(try files.status(of: "/store/reserve").size == 65_536)
        #expect(try keep(1, in: book) == .deferred(isFirst: true))
        #expect(throws: StoreError.outOfSpace) { try keep(2, in: book) }
        #expect(!folder.releaseReserve())
        try folder.makeReserve()
        #expect(try keep(2, in: book) == .deferred(isFirst: false))
    }
}

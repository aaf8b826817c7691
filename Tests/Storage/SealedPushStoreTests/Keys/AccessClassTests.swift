// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

/// When a store may be opened, and that this cannot be changed unnoticed.
struct AccessClassTests {
    let files = SimulatedFileSystem()

    private func make(_ access: AccessClass) throws -> RecordStore {
        try StoreDraft(at: "/store", key: .folder, access: access, files: files).commit()
    }

    private func open(_ lock: LockState) throws(StoreError) -> RecordStore {
        try RecordStore.open(at: "/store", key: .folder, lock: lock, files: files)
    }

    @Test(arguments: [
        (AccessClass.afterFirstUnlock, LockState.beforeFirstUnlock, false),
        (.afterFirstUnlock, .locked, true),
        (.afterFirstUnlock, .unlocked, true),
        (.whenUnlocked, .beforeFirstUnlock, false),
        (.whenUnlocked, .locked, false),
        (.whenUnlocked, .unlocked, true),
    ])
    func `a store opens in the states that its class allows`(
        access: AccessClass,
        lock: LockState,
        isAllowed: Bool
    ) throws {
        #expect(access.allowsKey(in: lock) == isAllowed)
        #expect(try make(access).access == access)
        if isAllowed {
            #expect(try open(lock).access == access)
        } else {
            #expect(throws: StoreError.locked) { try open(lock) }
        }
    }

    @Test func `a locked store says so before its key is looked for, and defers meanwhile`() throws
    {
        try ClaimBook(of: make(.whenUnlocked)).prepare(Samples.prekey)
        try files.unlink("/store/key")
        #expect(throws: StoreError.locked) { try open(.locked) }
        let book = try DeferredBook(at: "/store", files: files)
        let message = Samples.deferred(1)
        #expect(try book.keep(message) == .deferred(isFirst: true))
    }

    @Test func `the class is told without the key`() throws {
        let folder = TemporaryFolder.inMemory()
        _ = try RecordStore.create(at: folder.store, key: .folder, access: .whenUnlocked)
        try POSIXFileSystem().unlink(folder.store + "/key")
        #expect(try RecordStore.accessClass(at: folder.store) == .whenUnlocked)
        #expect(throws: StoreError.locked) {
            try RecordStore.open(at: folder.store, key: .folder, lock: .locked)
        }
        #expect(throws: StoreError.orphaned) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
    }

    @Test func `a header with another class is not the store's`() throws {
        let good = try make(.whenUnlocked).header
        let forged = StoreHeader(
            storeID: good.storeID,
            kind: good.kind,
            access: .afterFirstUnlock,
            wrap: nil,
            check: good.check
        )
        try files.unlink("/store/store")
        try files.create("/store/store", contents: forged.encoded.span)
        #expect(throws: StoreError.wrongKey) { try open(.locked) }
    }
}

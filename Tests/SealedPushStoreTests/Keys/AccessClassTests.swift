// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import Testing

@testable import SealedPushStore

/// When a store may be opened, and that nobody changes this unnoticed.
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

    @Test func `a locked store says so before its key is looked for, and parks meanwhile`() throws {
        try ClaimBook(of: make(.whenUnlocked)).prepare(Samples.prekey)
        try files.unlink("/store/key")
        #expect(throws: StoreError.locked) { try open(.locked) }
        let book = try ParkedBook(at: "/store", files: files)
        let message = Samples.parked(1)
        #expect(try book.park(message) == .parked(isFirst: true))
    }

    @Test func `the class is told without the key`() throws {
        let folder = try TemporaryFolder()
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

    @Test func `a header with another class, or made older, is not the store's`() throws {
        let good = try make(.whenUnlocked).header
        for (format, access) in [(2, AccessClass.afterFirstUnlock), (1, .afterFirstUnlock)] {
            let forged = StoreHeader(
                format: format,
                storeID: good.storeID,
                kind: good.kind,
                access: access,
                wrap: nil,
                check: good.check
            )
            try files.unlink("/store/store")
            try files.create("/store/store", contents: forged.encoded.span)
            #expect(throws: StoreError.wrongKey) { try open(.locked) }
        }
    }

    @Test func `a header of the first format means after first unlock, and stays as it is`() throws
    {
        let old = try makeOlder()
        let root = try JSONDocument(reading: old).root
        #expect(root.members?.map(\.key) == ["format", "id", "key", "check", "sum"])
        let store = try open(.locked)
        #expect(store.access == .afterFirstUnlock)
        _ = try store.create(.pins, id: [1], contents: [2].span)
        #expect(throws: StoreError.locked) { try open(.beforeFirstUnlock) }
        #expect(try files.read("/store/store", upTo: 4096) == old)
    }

    @Test func `a store of the first format gets its folder for parked messages when one comes`()
        throws
    {
        _ = try makeOlder()
        let store = try open(.unlocked)
        try ClaimBook(of: store).prepare(Samples.prekey)
        #expect(try ParkedBook(of: store).list().messages == [])
        #expect(try ParkedBook(of: store).remove(Samples.parked(1).hash) == false)
        #expect(throws: FileError.absent) { try files.status(of: "/store/parked") }
        // Another process made the folder and was stopped before that was durable.
        try files.makeFolder("/store/parked")
        let book = try ParkedBook(at: "/store", files: files)
        #expect(try book.park(Samples.parked(1)) == .parked(isFirst: true))
        for disk in files.disk.afterPowerLoss() {
            let book = try ParkedBook(of: disk.store())
            #expect(try book.list().messages == [Samples.parked(1)])
        }
    }

    /// Makes a store as the first format was, and returns its header.
    private func makeOlder() throws -> [UInt8] {
        let store = try make(.afterFirstUnlock)
        let key = try files.read("/store/key", upTo: 32)
        let keys = StoreKeys(
            splitting: SecretBytes(copying: key.span),
            storeID: store.sealer.storeID
        )
        let header = StoreHeader(
            format: 1,
            storeID: store.sealer.storeID,
            kind: .folder,
            access: .afterFirstUnlock,
            wrap: nil,
            check: keys.code(for: .check, count: 16) { $0.update(Array("folder".utf8).span) }
        )
        try files.unlink("/store/store")
        try files.removeFolder("/store/parked")
        try files.create("/store/store", contents: header.encoded.span)
        for path in ["/store/store"] { try files.sync(file: path) }
        try files.sync(folder: "/store")
        return header.encoded
    }
}

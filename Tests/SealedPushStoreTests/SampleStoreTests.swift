// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import TestSupport
import Testing

@testable import SealedPushStore

/// Every format that was ever written opens, and all of it is read.
struct SampleStoreTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// How many records of each kind a sample's store holds.
    static let records: [Int: [RecordKind: Int]] = [
        1: [
            .device: 1, .senders: 1, .prekeys: 3, .epochs: 2, .pins: 2, .used: 1, .contacts: 4,
            .statements: 1,
        ],
        2: [
            .device: 1, .senders: 1, .prekeys: 3, .epochs: 2, .pins: 3, .used: 1, .contacts: 4,
            .statements: 1,
            .seen: 1, .states: 1,
        ],
    ]

    private func open(
        _ name: String,
        format: Int,
        key: borrowing StoreKeySource
    ) throws -> RecordStore {
        try RecordStore.open(at: folder("sample/\(name)"), key: key)
    }

    /// The header's file.
    private func header() throws -> [UInt8] {
        try POSIXFileSystem().read(folder("sample/store/store"), upTo: 4096)
    }

    @Test(arguments: SampleStores.formats)
    func `a store of every format opens, and every record of it is read`(format: Int) throws {
        try SampleStores.copy(format: format, to: folder("sample"))
        let store = try open("store", format: format, key: .folder)
        #expect(store.header.format == format)
        #expect(store.access == .afterFirstUnlock)
        for kind in RecordKind.all {
            let listing = try store.list(kind)
            #expect(listing.failures == [], "\(kind.folder)")
            #expect(listing.records.count == Self.records[format]?[kind] ?? 0, "\(kind.folder)")
            for record in listing.records {
                #expect(try store.read(kind, id: record.id) == record.contents)
            }
        }
        let claims = try ClaimBook(of: store).undelivered()
        #expect(claims.failures == [])
        #expect(claims.claims.count == 1)
        let content = try #require(claims.claims.first?.claim.content)
        #expect(content.contains(Array("The kettle is whistling".utf8)))
        let parked = try ParkedBook(of: store).list()
        #expect(parked.failures == [])
        #expect(parked.messages.count == (format == 1 ? 0 : 1))
    }

    @Test(arguments: SampleStores.formats)
    func `a passphrase store of every format opens with its passphrase alone`(format: Int) throws {
        try SampleStores.copy(format: format, to: folder("sample"))
        let passphrase = try #require(SampleStores.passphrases[format])
        #expect(throws: StoreError.wrongKey) {
            try open("locked", format: format, key: .passphrase(SecretBytes("other")))
        }
        let key = StoreKeySource.passphrase(SecretBytes(passphrase))
        let store = try open("locked", format: format, key: key)
        for (kind, count) in [(RecordKind.senders, 1), (.contacts, 1), (.device, 0)] {
            let listing = try store.list(kind)
            #expect(listing.failures == [] && listing.records.count == count)
        }
    }

    @Test(arguments: SampleStores.formats)
    func `a store of every format is written as before, and its header stays`(format: Int) throws {
        try SampleStores.copy(format: format, to: folder("sample"))
        let before = try header()
        let store = try open("store", format: format, key: .folder)
        for kind in RecordKind.all {
            #expect(try store.create(kind, id: Array("new".utf8), contents: [7].span))
            if kind.change == .replaced {
                try store.replace(kind, id: Array("new".utf8), contents: [8].span)
            }
        }
        let prekey = try #require(try store.list(.prekeys).records.first).id
        try ClaimBook(of: store).prepare(PrekeyID(prekey))
        let message = Samples.parked(9, prekey: PrekeyID(prekey))
        let outcome = try ParkedBook(of: store).park(message)
        #expect(outcome == .parked(isFirst: format == 1))
        let again = try open("store", format: format, key: .folder)
        for kind in RecordKind.all {
            let expected: [UInt8] = kind.change == .replaced ? [8] : [7]
            #expect(try again.read(kind, id: Array("new".utf8)) == expected)
        }
        #expect(try header() == before)
    }

    @Test func `a stored backup is restored to what a run restored from it then`() throws {
        try SampleStores.copy(format: 2, to: folder("sample"))
        let then = try open("restored", format: 2, key: .folder)
        let time = try #require(try then.restoredAt())
        let now = try RecordStore.restore(
            from: folder("sample/backup"),
            passphrase: SecretBytes("plum brandy"),
            at: folder.store,
            key: .folder,
            now: time
        )
        for kind in RecordKind.all {
            let records = try then.list(kind).records
            #expect(try Set(now.list(kind).records) == Set(records))
        }
        #expect(try then.list(.contacts).records.count == 4)
    }
}

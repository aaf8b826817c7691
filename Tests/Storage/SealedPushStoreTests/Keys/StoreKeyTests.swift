// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushStore

/// Each kind of key, and that no answer is taken for another.
struct StoreKeyTests {
    let folder = TemporaryFolder.inMemory()

    private func open(_ source: borrowing StoreKeySource) throws(StoreError) -> RecordStore {
        try RecordStore.open(at: folder.store, key: source)
    }

    private func passphraseStore(_ passphrase: String) throws {
        let key = StoreKeySource.passphrase(SecretBytes(passphrase))
        _ = try RecordStore.makeCheaply(at: folder.store, key: key)
    }

    @Test func `a key file inside the folder is made with the store`() throws {
        _ = try RecordStore.create(at: folder.store, key: .folder)
        #expect(try folder.bytes("key").count == 32)
        #expect(try RecordStore.keyKind(at: folder.store) == .folder)
        _ = try open(.folder)
    }

    @Test func `a key file elsewhere is made if it is not there, and used if it is`() throws {
        let path = folder.path("my.key")
        _ = try RecordStore.create(at: folder.store, key: .file(path))
        #expect(try RecordStore.keyKind(at: folder.store) == .file)
        #expect(try POSIXFileSystem().status(of: path).permissions == 0o600)
        let key = try folder.bytes("../my.key")
        _ = try RecordStore.create(at: folder.path("second"), key: .file(path))
        #expect(try folder.bytes("../my.key") == key)
        _ = try open(.file(path))
        #expect(throws: (any Error).self) { try folder.bytes("key") }
    }

    @Test func `a key file elsewhere may be a link, as Kubernetes makes it`() throws {
        _ = try RecordStore.create(at: folder.store, key: .file(folder.path("my.key")))
        let link = folder.path("link.key")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: folder.path("my.key")
        )
        _ = try open(.file(link))
        for mode in [0o640, 0o604, 0o620] {
            try FileManager.default.setAttributes(
                [.posixPermissions: mode],
                ofItemAtPath: folder.path("my.key")
            )
            #expect(throws: StoreError.unsafePermissions) { _ = try open(.file(link)) }
        }
    }

    @Test(arguments: [
        (false, true, 0o440, nil), (false, true, 0o400, nil), (false, true, 0o640, nil),
        (false, true, 0o444, StoreError.unsafePermissions),
        (false, true, 0o460, .unsafePermissions), (true, false, 0o600, nil),
        (true, false, 0o440, .unsafePermissions), (false, false, 0o400, .foreignOwner),
    ])
    func `a key file elsewhere is ours alone, or root's and at most readable by a group`(
        _ isOurs: Bool,
        _ isRoots: Bool,
        _ mode: Int,
        _ error: StoreError?
    ) {
        let status = FileStatus(
            kind: .file,
            isOurs: isOurs,
            isRoots: isRoots,
            permissions: UInt16(mode),
            modified: 0
        )
        var refusal: FileError?
        do throws(FileError) { try status.checkGiven() } catch { refusal = error }
        #expect(refusal == error.map(FileError.refused))
    }

    @Test func `a passphrase opens with and without one line end`() throws {
        try passphraseStore("correct horse\n")
        #expect(try RecordStore.keyKind(at: folder.store) == .passphrase)
        _ = try open(.passphrase(SecretBytes("correct horse")))
        _ = try open(.passphrase(SecretBytes("correct horse\n")))
        _ = try open(.passphrase(SecretBytes("correct horse\r\n")))
        for wrong in [
            "correct horse\n\n", "correct horse\r", "correct horse ", "Correct horse", "x",
        ] {
            #expect(throws: StoreError.wrongKey) {
                _ = try open(.passphrase(SecretBytes(wrong)))
            }
        }
    }

    @Test(arguments: ["", "\n"])
    func `an empty passphrase is refused`(passphrase: String) throws {
        #expect(throws: StoreError.emptyPassphrase) {
            _ = try RecordStore.create(
                at: folder.store,
                key: .passphrase(SecretBytes(passphrase))
            )
        }
        #expect(try POSIXFileSystem().names(in: folder.path) == [])
    }

    @Test func `a new passphrase store takes 64 MiB and three passes`() throws {
        _ = try RecordStore.create(at: folder.store, key: .passphrase(SecretBytes("word")))
        let header = try StoreHeader(reading: folder.bytes("store"))
        #expect(header.wrap?.parameters == .standard)
        #expect(header.wrap?.parameters.memory == 65_536)
        #expect(header.wrap?.parameters.passes == 3)
    }

    @Test func `each of the passphrase's parameters is bound to the wrapped key`() throws {
        try passphraseStore("word")
        let header = try StoreHeader(reading: folder.bytes("store"))
        let wrap = try #require(header.wrap)
        _ = try wrap.unwrap(passphrase: SecretBytes("word"), storeID: header.storeID)
        #expect(throws: StoreError.wrongKey) {
            _ = try wrap.unwrap(passphrase: SecretBytes("word"), storeID: StoreID())
        }
    }

    @Test(.rules("C-31")) func `a wrong key is told from damage`() throws {
        _ = try RecordStore.create(at: folder.store, key: .folder)
        try folder.overwrite("key", Randomness.bytes(32))
        #expect(throws: StoreError.wrongKey) { _ = try open(.folder) }
        for count in [0, 31, 33] {
            try folder.overwrite("key", Randomness.bytes(count))
            #expect(throws: StoreError.malformedKey) { _ = try open(.folder) }
        }
    }

    @Test func `a store whose key file inside the folder is gone is orphaned`() throws {
        _ = try RecordStore.create(at: folder.store, key: .folder)
        try POSIXFileSystem().unlink(folder.store + "/key")
        #expect(throws: StoreError.orphaned) { _ = try open(.folder) }
    }

    @Test func `a key file elsewhere that is not there may come back`() throws {
        _ = try RecordStore.create(at: folder.store, key: .file(folder.path("my.key")))
        try POSIXFileSystem().unlink(folder.path("my.key"))
        #expect(throws: StoreError.unavailable(code: StoreError.noSuchFile)) {
            _ = try open(.file(folder.path("my.key")))
        }
    }

    @Test func `another kind of key than the store's is refused as such`() throws {
        _ = try RecordStore.create(at: folder.store, key: .folder)
        #expect(throws: StoreError.otherKeyKind) { _ = try open(.file(folder.store + "/key")) }
        #expect(throws: StoreError.otherKeyKind) {
            _ = try open(.passphrase(SecretBytes("word")))
        }
    }

    @Test func `the parts of a key are all different and depend on the store`() {
        let key = SecretBytes(randomCount: 32)
        let ids = [StoreID(), StoreID()]
        var parts: Set<[UInt8]> = []
        for id in ids {
            let keys = StoreKeys(splitting: key, storeID: id)
            for purpose in StoreKeys.Purpose.allCases {
                parts.insert(keys.withKey(for: purpose) { Array(copying: $0) })
            }
        }
        #expect(parts.count == 8)
    }
}

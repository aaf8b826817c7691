// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushStore

struct StoreCredentialTests {
    let folder = TemporaryFolder.inMemory()
    let key = Randomness.bytes(32)

    init() throws {
        try POSIXFileSystem().makeFolder(folder.path("credentials"))
        try POSIXFileSystem().create(folder.path("credentials/key"), contents: key.span)
    }

    private func source(_ name: String = "key") -> StoreKeySource {
        .credential(name: name, folder: folder.path("credentials"))
    }

    private func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: folder.path("credentials/key")
        )
    }

    @Test func `a credential makes a store and opens it`() throws {
        _ = try RecordStore.create(at: folder.store, key: source())
            .create(.pins, id: [1], contents: [2].span)
        #expect(try RecordStore.keyKind(at: folder.store) == .credential)
        #expect(try RecordStore.open(at: folder.store, key: source()).read(.pins, id: [1]) == [2])
        #expect(try !POSIXFileSystem().names(in: folder.store).contains("key"))
        #expect(throws: StoreError.otherKeyKind) {
            try RecordStore.open(at: folder.store, key: .file(folder.path("credentials/key")))
        }
    }

    @Test(arguments: ["gone", "", ".", "..", "../credentials/key"])
    func `a credential that is not there is told as such, and never made`(name: String) throws {
        #expect(throws: StoreError.credentialMissing) {
            try RecordStore.create(at: folder.store, key: source(name))
        }
        #expect(try POSIXFileSystem().names(in: folder.path) == ["credentials"])
        #expect(try POSIXFileSystem().names(in: folder.path("credentials")) == ["key"])
        _ = try RecordStore.create(at: folder.store, key: source())
        #expect(throws: StoreError.credentialMissing) {
            try RecordStore.open(at: folder.store, key: source(name))
        }
        let nowhere = StoreKeySource.credential(name: "key", folder: folder.path("none"))
        #expect(throws: StoreError.credentialMissing) {
            try RecordStore.open(at: folder.store, key: nowhere)
        }
    }

    @Test func `another credential is a wrong key`() throws {
        _ = try RecordStore.create(at: folder.store, key: source())
        let path = folder.path("credentials/key")
        for bytes in [Randomness.bytes(32), [], Array(key.dropLast()), key + [0]] {
            try FileManager.default.removeItem(atPath: path)
            try POSIXFileSystem().create(path, contents: bytes.span)
            #expect(throws: bytes.count == 32 ? StoreError.wrongKey : .malformedKey) {
                try RecordStore.open(at: folder.store, key: source())
            }
        }
    }

    @Test(arguments: [0o400, 0o440, 0o600, 0o640])
    func `a credential may be read by a group`(mode: Int) throws {
        try setMode(mode)
        _ = try RecordStore.create(at: folder.store, key: source())
    }

    @Test(arguments: [0o444, 0o404, 0o460, 0o620, 0o601, 0o610])
    func `a credential that others could use is refused`(mode: Int) throws {
        try setMode(mode)
        #expect(throws: StoreError.unsafePermissions) {
            try RecordStore.create(at: folder.store, key: source())
        }
    }

    @Test func `a link and a folder are refused in a credential's place`() throws {
        let path = folder.path("credentials/key")
        try FileManager.default.moveItem(atPath: path, toPath: folder.path("moved"))
        try FileManager.default.createSymbolicLink(
            atPath: path,
            withDestinationPath: folder.path("moved")
        )
        #expect(throws: StoreError.symbolicLink) {
            try RecordStore.create(at: folder.store, key: source())
        }
        try FileManager.default.removeItem(atPath: path)
        try POSIXFileSystem().makeFolder(path)
        #expect(throws: StoreError.unexpectedKind) {
            try RecordStore.create(at: folder.store, key: source())
        }
    }

    @Test(arguments: [(true, false, true), (false, true, true), (false, false, false)])
    func `a credential is ours or root's`(isOurs: Bool, isRoots: Bool, isTrusted: Bool) throws {
        let status = FileStatus(
            kind: .file,
            isOurs: isOurs,
            isRoots: isRoots,
            permissions: 0o400,
            modified: 0
        )
        if isTrusted {
            try status.checkCredential()
        } else {
            #expect(throws: FileError.refused(.foreignOwner)) { try status.checkCredential() }
        }
    }
}

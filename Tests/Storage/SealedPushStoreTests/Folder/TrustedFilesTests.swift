// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// Links, foreign owners and wide permissions, on the real file system where a test may make them.
struct TrustedFilesTests {
    let folder = TemporaryFolder.inMemory()
    let store: RecordStore

    init() throws {
        store = try RecordStore.create(at: folder.store, key: .folder)
        _ = try store.create(.pins, id: [1], contents: [2].span)
    }

    private func setMode(_ mode: Int, of path: String) throws {
        let path = path.isEmpty ? folder.store : "\(folder.store)/\(path)"
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func mode(of path: String) throws -> UInt16 {
        try POSIXFileSystem().status(of: "\(folder.store)/\(path)").permissions
    }

    @Test func `files are made 0600, folders 0700`() throws {
        let record = try folder.files(in: "pins")[0]
        for file in [record, "store", "key"] {
            #expect(try mode(of: file) == 0o600)
        }
        for name in ["pins", "tmp", "claims", "."] {
            #expect(try mode(of: name) == 0o700)
        }
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o601])
    func `a record or key that others could use is refused`(mode: Int) throws {
        try setMode(mode, of: folder.files(in: "pins")[0])
        #expect(throws: StoreError.unsafePermissions) { try store.read(.pins, id: [1]) }
        #expect(try store.list(.pins).failures == [.unsafePermissions])
        try setMode(mode, of: "key")
        #expect(throws: StoreError.unsafePermissions) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
    }

    @Test(arguments: ["", "pins", "claims", "tmp", "store"])
    func `a store whose folders or header are open to others is refused`(path: String) throws {
        try setMode(path == "store" ? 0o644 : 0o755, of: path)
        #expect(throws: StoreError.unsafePermissions) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
    }

    @Test func `a symbolic link is refused in place of a record, a key, a folder and the store`()
        throws
    {
        let manager = FileManager.default
        let record = try folder.files(in: "pins")[0]
        let refusals: [(String, StoreError)] = [
            (record, .corrupted), ("key", .symbolicLink),
            ("store", .obstructed(StorePlace("store"))),
            ("claims", .obstructed(StorePlace("claims"))),
        ]
        for (path, refusal) in refusals {
            let place = "\(folder.store)/\(path)"
            try manager.moveItem(atPath: place, toPath: folder.path("moved"))
            try manager.createSymbolicLink(
                atPath: place,
                withDestinationPath: folder.path("moved")
            )
            #expect(throws: refusal) {
                _ = try RecordStore.open(at: folder.store, key: .folder)
                    .read(.pins, id: [1])
            }
            try manager.removeItem(atPath: place)
            try manager.moveItem(atPath: folder.path("moved"), toPath: place)
        }
        try manager.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: folder.store
        )
        for path in ["link", "link/"] {
            #expect(throws: StoreError.symbolicLink) {
                try RecordStore.open(at: folder.path(path), key: .folder)
            }
        }
    }

    @Test func `a folder in place of a record is damage, a file in place of the store refused`()
        throws
    {
        let manager = FileManager.default
        let record = "\(folder.store)/\(try folder.files(in: "pins")[0])"
        try manager.removeItem(atPath: record)
        try POSIXFileSystem().makeFolder(record)
        #expect(throws: StoreError.corrupted) { try store.read(.pins, id: [1]) }
        try manager.removeItem(atPath: folder.store)
        try POSIXFileSystem().create(folder.store, contents: [1].span)
        #expect(throws: StoreError.unexpectedKind) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
    }

    @Test(arguments: ["/store", "/store/store", "/store/key", "/store/pins", "/store/tmp"])
    func `what belongs to another user is refused`(path: String) throws {
        let files = SimulatedFileSystem()
        _ = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        try files.alter(path) { $0.isOurs = false }
        #expect(throws: StoreError.foreignOwner) {
            try RecordStore.open(at: "/store", key: .folder, files: files)
        }
    }

    @Test func `the real file system knows what is ours`() throws {
        #expect(try POSIXFileSystem().status(of: folder.store).isOurs)
    }

    @Test(.enabled(if: geteuid() == 0, "NOT RUN: only the superuser can give a file away"))
    func `the real file system knows what is another user's`() throws {
        try FileManager.default.setAttributes(
            [.ownerAccountID: 12345],
            ofItemAtPath: "\(folder.store)/key"
        )
        #expect(throws: StoreError.foreignOwner) {
            try RecordStore.open(at: folder.store, key: .folder)
        }
    }

    @Test(.rules("V-1 V-2")) func `the folder asks backups to leave it out`() throws {
        #if os(Linux)
            #expect(try folder.bytes(".nobackup") == [])
            let descriptor = unsafe open(folder.store, O_RDONLY | O_DIRECTORY)
            defer { close(descriptor) }
            // FS_IOC_GETFLAGS and FS_NODUMP_FL of linux/fs.h; not every file system keeps flags.
            let getFlags = UInt(0x8000_6601) | UInt(MemoryLayout<Int>.size) << 16
            var flags: Int = 0
            guard unsafe ioctl(descriptor, getFlags, &flags) == 0 else { return }
            #expect(flags & 0x40 != 0)
        #else
            let url = URL(filePath: folder.store)
            let values = try url.resourceValues(forKeys: [.isExcludedFromBackupKey])
            #expect(values.isExcludedFromBackup == true)
        #endif
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder that is used by its descriptor, whatever stands at its path meanwhile.
struct OpenFolderTests {
    private let folder = TemporaryFolder.inMemory()
    private let files = POSIXFileSystem()

    init() throws {
        try files.makeFolder(folder.path("a"))
    }

    private func read(_ name: String, in open: borrowing OpenFolder) throws(FileError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 8)
        var span = bytes.mutableSpan
        return Array(bytes[..<(try open.read(name, into: &span))])
    }

    @Test func `files are made, moved and read in the folder that was opened`() throws {
        let open = try OpenFolder(at: folder.path("a"))
        try files.rename(folder.path("a"), to: folder.path("b"))
        try files.makeFolder(folder.path("a"))
        try open.create("new", contents: [1, 2].span)
        #expect(try files.status(of: folder.path("b/new")).permissions == 0o600)
        #expect(throws: FileError.exists) { try open.create("new", contents: [3].span) }
        try files.create(folder.path("b/old"), contents: [4].span)
        try open.rename("new", to: "old")
        #expect(try read("old", in: open) == [1, 2])
        #expect(try files.names(in: folder.path("a")).isEmpty)
        let names = try open.names()
        #expect(names == ["old"])
    }

    @Test func `a link and a file that is open to others are not read`() throws {
        let open = try OpenFolder(at: folder.path("a"))
        try open.create("file", contents: [1].span)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("a/link"),
            withDestinationPath: "file"
        )
        #expect(throws: FileError.refused(.symbolicLink)) { try read("link", in: open) }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640],
            ofItemAtPath: folder.path("a/file")
        )
        #expect(throws: FileError.refused(.unsafePermissions)) { try read("file", in: open) }
    }

    @Test func `one at a time has its lock, until it is closed`() throws {
        do {
            let first = try OpenFolder(at: folder.path("a"))
            let isLocked = try first.lock()
            let second = try OpenFolder(at: folder.path("a"))
            let isLockedTwice = try second.lock()
            #expect(isLocked && !isLockedTwice)
            _ = try first.names()
        }
        let next = try OpenFolder(at: folder.path("a"))
        let isLocked = try next.lock()
        #expect(isLocked)
    }

    @Test(arguments: [
        (EWOULDBLOCK, true), (EINTR, true), (ENOLCK, false), (ENOSYS, false), (EBADF, false),
    ])
    func `a lock is waited for where another has it, and not where there is none`(
        _ code: Int32,
        _ isHeld: Bool
    ) {
        #expect(OpenFolder.isHeldByAnother(code) == isHeld)
    }
}

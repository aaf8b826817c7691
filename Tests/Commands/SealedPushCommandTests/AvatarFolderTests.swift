// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import CommandShell
@testable import SealedPushCommand

struct AvatarFolderTests {
    private static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 1, 2, 3]

    @Test func `a picture that has a name is there, whole, wherever power is lost`() throws {
        let files = SimulatedFileSystem()
        try files.makeFolder("/stores")
        files.makeDurable()
        let folder = AvatarFolder(of: "/stores/phone", files: files)
        for _ in 0..<2 {
            let name = try folder.put(Self.picture)
            for disk in files.disk.afterPowerLoss() {
                let left = SimulatedFileSystem(disk)
                var bytes = [UInt8](repeating: 0, count: 9)
                var span = bytes.mutableSpan
                #expect(try left.read(folder.path(of: name), into: &span) == Self.picture.count)
                #expect(Array(bytes.prefix(Self.picture.count)) == Self.picture)
            }
        }
    }

    @Test func `the folder that the store is in need not be readable`() throws {
        let files = SimulatedFileSystem()
        try files.makeFolder("/stores")
        let unreadable = FaultyFileSystem(files, .failure, at: 1)
        let folder = AvatarFolder(of: "/stores/phone", files: unreadable)
        let name = try folder.put(Self.picture)
        #expect(unreadable.calls == 5)
        #expect(try files.names(in: "/stores/phone.avatars") == [name])
    }

    @Test func `what is no picture leaves nothing`() throws {
        let files = SimulatedFileSystem()
        #expect(throws: CommandError.self) {
            try AvatarFolder(of: "/stores/phone", files: files).put([1, 2, 3])
        }
        #expect(try files.names(in: "/") == [])
    }
}

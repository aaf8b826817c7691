// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushStore

/// A file that gets its name when it is whole.
struct NewFileTests {
    private let folder = TemporaryFolder.inMemory()
    private let files = POSIXFileSystem()

    private func path(_ name: String = "film.mp4") -> String { folder.path(name) }

    private var names: [String] {
        get throws { try files.names(in: folder.path).sorted() }
    }

    private func bytes(_ name: String) throws -> [UInt8] { try folder.read(name) }

    @Test func `it is written beside its place, for this user alone, and then moved there`() throws
    {
        var file = try NewFile.make(at: path())
        try file.append([1, 2].span)
        try file.append([3].span)
        let partial = try #require(try names.first)
        #expect(try names.count == 1)
        #expect(partial.wholeMatch(of: /film\.mp4\.partial-[0-9a-f]{16}/) != nil)
        #expect(try files.status(of: path(partial)).permissions == 0o600)
        try file.publish()
        #expect(try names == ["film.mp4"])
        file.keep()
        #expect(try bytes("film.mp4") == [1, 2, 3])
        #expect(try files.status(of: path()).permissions == 0o600)
    }

    @Test func `one that is dropped goes, with a name and without`() throws {
        do {
            let file = try NewFile.make(at: path())
            try file.append([1].span)
        }
        #expect(try names.isEmpty)
        do {
            var file = try NewFile.make(at: path())
            try file.publish()
            #expect(try names == ["film.mp4"])
        }
        #expect(try names.isEmpty)
    }

    @Test(arguments: ["file", "folder", "link"])
    func `what stands at the place is told before anything is written`(_ kind: String) throws {
        switch kind {
        case "file": try files.create(path(), contents: [9].span)
        case "folder": try files.makeFolder(path())
        default:
            try FileManager.default.createSymbolicLink(
                atPath: path(),
                withDestinationPath: "nowhere"
            )
        }
        #expect(throws: FileError.exists) { _ = try NewFile.make(at: path()) }
        #expect(try names == ["film.mp4"])
        #expect(throws: FileError.absent) { _ = try NewFile.make(at: path("none/film.mp4")) }
    }

    /// The first call looks at the place, the second gives the file its name.
    @Test func `what came to the place meanwhile stays`() throws {
        let path = path()
        let meanwhile = FaultyFileSystem(
            files,
            .meanwhile { try? POSIXFileSystem().create(path, contents: [9].span) },
            at: 1
        )
        do {
            var file = try NewFile.make(at: path, files: meanwhile)
            #expect(throws: FileError.exists) { try file.publish() }
        }
        #expect(meanwhile.history.starts(with: [.status, .link]))
        #expect(try names == ["film.mp4"])
        #expect(try bytes("film.mp4") == [9])
    }

    @Test func `a file that was put in its place gets nothing, and is no success`() throws {
        do {
            var file = try NewFile.make(at: path())
            let partial = try #require(try names.first)
            try files.rename(path(partial), to: path("taken"))
            try files.create(path(partial), contents: [9].span)
            try file.append([1].span)
            #expect(try bytes(partial) == [9])
            #expect(throws: FileError.refused(.corrupted)) { try file.publish() }
        }
        #expect(try bytes("film.mp4") == [9])
        #expect(try bytes("taken") == [1])
    }

    @Test func `where there are no links the place is taken first`() throws {
        let linkless = FaultyFileSystem(files, .refusal(.denied), at: 1)
        var file = try NewFile.make(at: path(), files: linkless)
        try file.append([1].span)
        try file.publish()
        file.keep()
        #expect(linkless.history.starts(with: [.status, .link, .create, .rename]))
        #expect(try names == ["film.mp4"])
        #expect(try bytes("film.mp4") == [1])
    }

    @Test(arguments: [2, 3])
    func `where it can't get its name nothing is left`(_ call: Int) throws {
        do {
            // Neither a link, nor the place or what comes to it.
            let linkless = FaultyFileSystem(files, .failure, at: 1)
            let refusing = FaultyFileSystem(linkless, .failure, at: call)
            var file = try NewFile.make(at: path(), files: refusing)
            #expect(throws: FaultyFileSystem.error) { try file.publish() }
            #expect(refusing.history.last == (call == 2 ? .create : .unlink))
        }
        #expect(try names.isEmpty)
    }

    @Test func `a long name leaves room for the ending`() throws {
        let name = String(repeating: "é", count: 127)
        var file = try NewFile.make(at: path(name))
        try file.publish()
        file.keep()
        #expect(try names == [name])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushStore

struct TemporaryFilesTests {
    let files = SimulatedFileSystem()
    let store: RecordStore

    init() throws {
        store = try StoreDraft(at: "/store", key: .folder, files: files).commit()
    }

    @Test func `leftovers go after an hour of the disk's own time`() throws {
        try files.create("/store/tmp/1-old", contents: [1].span)
        files.advance(bySeconds: 3599)
        try files.create("/store/tmp/2-new", contents: [1].span)
        try store.sweep()
        #expect(try files.names(in: "/store/tmp").sorted() == ["1-old", "2-new"])
        files.advance(bySeconds: 1)
        try store.sweep()
        #expect(try files.names(in: "/store/tmp") == ["2-new"])
    }

    @Test(arguments: [
        ("/a/b", "/a", "b"), ("a", ".", "a"), ("/a", "/", "a"), ("a/b/", "a", "b"),
        ("/a//", "/", "a"), ("/", "/", ""),
    ])
    func `a path has a parent and a name`(path: String, parent: String, name: String) {
        #expect(PathParts(path).parent == parent)
        #expect(PathParts(path).name == name)
    }
}

/// The sweep of drafts beside a store, in a folder that other users may write to.
struct DraftSweepTests {
    private static let name = ".store.new-0123456789abcdef"
    private let folder = TemporaryFolder.inMemory()
    private let files = POSIXFileSystem()
    /// What a killed process left.
    private let draft: String

    init() throws {
        draft = folder.path(Self.name)
        try files.makeFolder(draft)
        for name in ["tmp", "claims", "pins", "claims/1"] {
            try files.makeFolder("\(draft)/\(name)")
        }
        for name in ["store", "key", "tmp/1-2", "pins/1", "claims/1/2", "key.new-01", ".nobackup"] {
            try files.create("\(draft)/\(name)", contents: [1].span)
        }
    }

    /// Lets the draft be two hours old, and makes another store beside it.
    private func sweep() throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)],
            ofItemAtPath: draft
        )
        _ = try StoreDraft(at: folder.store, key: .folder).commit()
    }

    private func isThere(_ path: String) -> Bool { (try? files.status(of: path)) != nil }

    /// A folder with a file of the user's that an attacker wants to be removed.
    private func makeVictim() throws -> String {
        let victim = folder.path("victim")
        try files.makeFolder(victim)
        try files.create(victim + "/1", contents: [1].span)
        return victim
    }

    @Test(.rules("C-28")) func `a whole draft that a killed process left is removed`() throws {
        try sweep()
        #expect(try files.names(in: folder.path) == ["store"])
    }

    @Test(.rules("C-28"), arguments: ["pins", "claims/1", "tmp"])
    func `a draft with a swapped-in link stays, and so does what the link leads to`(
        _ part: String
    ) throws {
        let victim = try makeVictim()
        try files.removeTree("\(draft)/\(part)")
        try FileManager.default.createSymbolicLink(
            atPath: "\(draft)/\(part)",
            withDestinationPath: victim
        )
        try sweep()
        #expect(isThere(victim + "/1"))
        #expect(isThere(draft + "/store"))
    }

    @Test(.rules("C-28"))
    func `a link under a draft's name stays, and so does what it leads to`() throws {
        let target = folder.path("target")
        try files.rename(draft, to: target)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)],
            ofItemAtPath: target
        )
        try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: target)
        _ = try StoreDraft(at: folder.store, key: .folder).commit()
        #expect(isThere(draft))
        #expect(isThere(target + "/claims/1/2"))
    }

    @Test(.rules("C-28"))
    func `an open folder stays the same if another is swapped in at its path`() throws {
        let victim = try makeVictim()
        let open = try OpenFolder(at: draft + "/pins")
        try files.rename(draft + "/pins", to: folder.path("away"))
        try FileManager.default.createSymbolicLink(
            atPath: draft + "/pins",
            withDestinationPath: victim
        )
        #expect(try open.names() == ["1"])
        try open.unlink("1")
        #expect(isThere(victim + "/1"))
        #expect(!isThere(folder.path("away") + "/1"))
        #expect(throws: FileError.self) { _ = try OpenFolder(at: draft).folder("pins").names() }
    }

    @Test(.rules("C-28"), arguments: ["notes", "pins/1/2", "tmp/1/2", "other/1", "claims/1/3/4"])
    func `a folder with a foreign file stays whole`(_ file: String) throws {
        var path = draft
        for part in file.split(separator: "/").dropLast() {
            path += "/\(part)"
            if (try? files.status(of: path))?.kind == .file { try files.unlink(path) }
            if !isThere(path) { try files.makeFolder(path) }
        }
        try files.create("\(draft)/\(file)", contents: [1].span)
        try sweep()
        #expect(isThere("\(draft)/\(file)"))
        #expect(isThere(draft + "/store"))
    }

    @Test(arguments: [
        ".store.new-0123", ".store.new-0123456789abcdef0", ".store.new-0123456789abcdeg",
        ".other.new-0123456789abcdef", "store.new-0123456789abcdef",
    ])
    func `a folder of another name stays`(_ name: String) throws {
        try files.rename(draft, to: folder.path(name))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)],
            ofItemAtPath: folder.path(name)
        )
        _ = try StoreDraft(at: folder.store, key: .folder).commit()
        #expect(isThere(folder.path(name) + "/store"))
    }

    @Test func `a draft that others may use stays`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: draft)
        try sweep()
        #expect(isThere(draft + "/store"))
    }

    @Test(.rules("C-28"), arguments: ["", "/pins", "/pins/1"])
    func `a draft of which another user owns a part stays`(_ part: String) throws {
        let files = SimulatedFileSystem()
        let draft = "/" + Self.name
        try files.makeFolder(draft)
        try files.makeFolder(draft + "/pins")
        try files.create(draft + "/pins/1", contents: [1].span)
        try files.alter(draft + part) { $0.isOurs = false }
        files.advance(bySeconds: 7200)
        _ = try StoreDraft(at: "/store", key: .folder, files: files).commit()
        #expect(try files.names(in: draft) == ["pins"])
    }
}

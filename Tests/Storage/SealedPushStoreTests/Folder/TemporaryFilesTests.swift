// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushCrypto
import StoreTestSupport
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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushClaims
@testable import SealedPushStore

/// What becomes of a store that lost folders.
struct MissingFolderTests {
    let files = SimulatedFileSystem()

    init() throws {
        _ = try StoreDraft(at: "/store", key: .folder, files: files).commit()
    }

    private func open() throws -> RecordStore {
        try RecordStore.open(at: "/store", key: .folder, files: files)
    }

    private var folders: Set<String> {
        get throws { try Set(files.names(in: "/store")) }
    }

    private static let remade = [
        "tmp", "deferred", "claims", "prekeys", "states", "clock", "names", "seen", "device",
        "epochs", "pins", "removals", "used", "pairings", "recipients",
    ]

    @Test(arguments: remade)
    func `a missing folder of an empty store is made again`(name: String) throws {
        let before = try folders
        try files.removeFolder("/store/\(name)")
        _ = try open()
        #expect(try folders == before)
        #expect(try files.status(of: "/store/\(name)").permissions & 0o077 == 0)
    }

    @Test(arguments: [RecordKind.contacts, .candidates, .senders, .statements, .settings])
    func `a folder that may have held what has to be known is told by its name`(
        kind: RecordKind
    ) throws {
        let name = kind.folder
        try files.removeFolder("/store/tmp")
        try files.removeFolder("/store/\(name)")
        let before = try folders
        #expect(throws: StoreError.foldersMissing(MissingFolders([kind]))) { try open() }
        #expect(MissingFolders([kind]).names == [name])
        #expect(try folders == before)
        try files.makeFolder("/store/\(name)")
        _ = try open()
    }

    @Test(arguments: [
        (RecordKind.epochs, [RecordKind.device]), (.device, [.epochs]),
        (.senders, [.pins, .removals, .used]),
    ])
    func `a folder that others show to have been filled is not made again`(
        kind: RecordKind,
        lost: [RecordKind]
    ) throws {
        let store = try open()
        #expect(try store.create(kind, id: [1], contents: [1].span))
        for kind in lost { try files.removeFolder("/store/\(kind.folder)") }
        #expect(throws: StoreError.foldersMissing(MissingFolders(lost))) { try open() }
    }

    @Test(.rules("C-31"))
    func `identities and epochs that are gone together are not taken for an empty store`()
        throws
    {
        for name in ["device", "epochs"] { try files.removeFolder("/store/\(name)") }
        #expect(throws: StoreError.foldersMissing(MissingFolders([.device, .epochs]))) {
            try open()
        }
    }

    @Test func `a wrong key makes no folder`() throws {
        try files.removeFolder("/store/tmp")
        let key = try files.read("/store/key", upTo: 64)
        try files.unlink("/store/key")
        let other = key.map { $0 ^ 1 }
        try files.create("/store/key", contents: other.span)
        #expect(throws: StoreError.wrongKey) { try open() }
        #expect(try !folders.contains("tmp"))
    }

    @Test func `what is deferred without the key makes its folders again`() throws {
        let book = ClaimBook(of: try open())
        try book.prepare(Samples.prekey)
        for name in ["tmp", "deferred"] { try files.removeFolder("/store/\(name)") }
        let deferred = try DeferredBook(at: "/store", files: files)
        let hash = Samples.claim(1).envelopeHash
        let outcome = try deferred.keep(
            [1],
            hash: hash,
            prekey: Samples.prekey,
            arrival: Samples.now
        )
        #expect(outcome == .deferred(isFirst: true))
    }

    @Test func `without claims nothing is deferred, and no claim is made`() throws {
        let book = ClaimBook(of: try open())
        try book.prepare(Samples.prekey)
        try files.removeFolder("/store/claims/\(Samples.prekey)")
        try files.removeFolder("/store/claims")
        let deferred = try DeferredBook(at: "/store", files: files)
        let hash = Samples.claim(1).envelopeHash
        let outcome = try deferred.keep(
            [1],
            hash: hash,
            prekey: Samples.prekey,
            arrival: Samples.now
        )
        #expect(outcome == .unknownPrekey)
        let left = ClaimBook(of: try open())
        #expect(try left.claim(Samples.claim(1), at: Samples.once) == .gone)
    }

    @Test func `a missing index is made of the claims`() throws {
        let book = ClaimBook(of: try open())
        try book.prepare(Samples.prekey)
        let place = Samples.place(of: Samples.claim(1))
        #expect(try book.claim(Samples.claim(1), at: place) == .claimed)
        try files.unlink("/store/\(place.entryPath.text)")
        try files.removeFolder("/store/unfinished")
        let left = ClaimBook(of: try open())
        #expect(try left.unfinished().map(\.place) == [place])
    }
}

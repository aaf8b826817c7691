// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushCrypto
import StoreTestSupport
import Testing

@testable import SealedPushStore

/// What a store says of each thing that befalls it.
struct StoreFaultTests {
    /// Something that happened to a store with a passphrase and two contacts, and what the store
    /// says then.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: StoreError
        let happen: @Sendable (Scene) throws -> Void

        init(
            _ description: String,
            _ expected: StoreError,
            _ happen: @escaping @Sendable (Scene) throws -> Void
        ) {
            testDescription = description
            self.expected = expected
            self.happen = happen
        }
    }

    /// The store and its files.
    struct Scene: Sendable {
        let files: SimulatedFileSystem
        let store: RecordStore

        var contacts: [String] {
            ([1, 2] as [UInt8]).map { id in
                "/store/\(store.path(of: [id], kind: .contacts).text)"
            }
        }

        func bytes(_ path: String) throws -> [UInt8] { try files.read(path, upTo: 4096) }

        func overwrite(_ path: String, _ bytes: [UInt8]) throws {
            try files.unlink(path)
            try files.create(path, contents: bytes.span)
        }
    }

    static let faults: [Fault] = [
        Fault("cut to nothing", .corrupted) { scene in
            try scene.overwrite(scene.contacts[0], [])
        },
        Fault("cut below the least", .corrupted) { scene in
            let file = try scene.bytes(scene.contacts[0])
            try scene.overwrite(scene.contacts[0], file.dropLast())
        },
        Fault("a byte changed", .corrupted) { scene in
            var file = try scene.bytes(scene.contacts[0])
            file[100] ^= 1
            try scene.overwrite(scene.contacts[0], file)
        },
        Fault("two exchanged", .corrupted) { scene in
            let files = try scene.contacts.map { try scene.bytes($0) }
            try scene.overwrite(scene.contacts[0], files[1])
            try scene.overwrite(scene.contacts[1], files[0])
        },
        Fault("a symbolic link", .corrupted) { scene in
            try scene.files.alter(scene.contacts[0]) { $0.isLink = true }
        },
        Fault("readable by everybody", .unsafePermissions) { scene in
            try scene.files.alter(scene.contacts[0]) { $0.permissions = 0o644 }
        },
        Fault("of another user", .foreignOwner) { scene in
            try scene.files.alter(scene.contacts[0]) { $0.isOurs = false }
        },
        Fault("a folder in its place", .corrupted) { scene in
            try scene.files.unlink(scene.contacts[0])
            try scene.files.makeFolder(scene.contacts[0])
        },
        Fault("a header that is a link", .obstructed(StorePlace("store"))) { scene in
            try scene.files.alter("/store/store") { $0.isLink = true }
        },
        Fault("a header that was cut", .corrupted) { scene in
            try scene.overwrite("/store/store", scene.bytes("/store/store").dropLast(20))
        },
        Fault("no header", .corrupted) { scene in try scene.files.unlink("/store/store") },
        Fault("no header, and open to others", .corrupted) { scene in
            try scene.files.unlink("/store/store")
            try scene.files.alter("/store/contacts") { $0.permissions = 0o755 }
        },
        Fault("another program's folder", .empty) { scene in
            try scene.files.removeTree("/store")
            try scene.files.makeFolder("/store")
            for name in ["tmp", "contacts", "settings"] {
                try scene.files.makeFolder("/store/\(name)")
                try scene.files.alter("/store/\(name)") { $0.permissions = 0o755 }
            }
        },
        Fault("a later format", .tooNew(version: 9)) { scene in
            try scene.overwrite("/store/store", Array("format 9\n".utf8))
        },
        Fault("no store", .empty) { scene in try scene.files.removeTree("/store") },
    ]

    private func scene() throws -> Scene {
        let files = SimulatedFileSystem()
        let draft = try StoreDraft(
            at: "/store",
            key: .passphrase(SecretBytes("word")),
            parameters: Argon2id(memory: 8, passes: 1),
            files: files
        )
        let store = try draft.commit()
        for id in [1, 2] as [UInt8] {
            _ = try store.create(.contacts, id: [id], contents: [id].span)
        }
        return Scene(files: files, store: store)
    }

    /// What reading the first contact says, as a process does that opens the store.
    private func outcome(
        _ scene: Scene,
        _ passphrase: String = "word",
        lock: LockState = .unlocked
    ) throws -> StoreError? {
        do throws(StoreError) {
            let key = StoreKeySource.passphrase(SecretBytes(passphrase))
            let store = try RecordStore.open(
                at: "/store",
                key: key,
                lock: lock,
                files: scene.files
            )
            #expect(try store.read(.contacts, id: [1]) == [1])
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: faults)
    func `each fault has its error`(fault: Fault) throws {
        let scene = try scene()
        #expect(try outcome(scene) == nil)
        try fault.happen(scene)
        #expect(try outcome(scene) == fault.expected)
    }

    @Test func `a wrong passphrase, another kind of key and a locked device are told apart`() throws
    {
        let scene = try scene()
        #expect(try outcome(scene, "other") == .wrongKey)
        #expect(try outcome(scene, "") == .emptyPassphrase)
        #expect(try outcome(scene, lock: .beforeFirstUnlock) == .locked)
        #expect(throws: StoreError.otherKeyKind) {
            try RecordStore.open(at: "/store", key: .folder, files: scene.files)
        }
        #expect(try outcome(scene) == nil)
    }

    @Test func `a second name for a record's file is no fault: a run may have been stopped there`()
        throws
    {
        let scene = try scene()
        try scene.files.link(scene.contacts[0], to: "/store/tmp/1-left")
        #expect(try outcome(scene) == nil)
        try scene.files.unlink(scene.contacts[1])
        try scene.files.link(scene.contacts[0], to: scene.contacts[1])
        let store = scene.store
        #expect(throws: StoreError.corrupted) { try store.read(.contacts, id: [2]) }
        #expect(try outcome(scene) == nil)
    }
}

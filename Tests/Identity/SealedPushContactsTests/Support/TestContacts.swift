// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport

/// Contacts in a folder of a test's own, which is removed with them.
struct TestContacts: Sendable {
    private let folder: TemporaryFolder
    private let files = FaultyFileSystem()
    let store: RecordStore
    let book: ContactBook

    init() throws {
        folder = TemporaryFolder.inMemory()
        store = try StoreDraft(at: folder.store, key: .folder, files: files).commit()
        book = ContactBook(store)
    }

    /// Where the store is.
    var path: String { folder.store }

    /// How many files were asked for.
    var reads: Int { files.history.count { $0 == .read } }

    /// The book as a process has it that meets a fault once its store is open.
    func book(
        meeting fault: FaultyFileSystem.Fault,
        countsReading: Bool = true
    ) throws -> ContactBook {
        let files = FaultyFileSystem(
            POSIXFileSystem(),
            fault,
            isArmed: false,
            countsReading: countsReading
        )
        defer { files.arm() }
        return ContactBook(try RecordStore.open(at: path, key: .folder, files: files))
    }

    /// The same of a process that is overtaken right before its first change of a path with `part`
    /// in it.
    func book(
        overtakenAt part: String,
        _ action: @escaping @Sendable () -> Void
    ) throws -> ContactBook {
        try book(meeting: .once({ !$0.kind.isReading && $0.path.contains(part) }, action))
    }

    /// The files of a kind's folder.
    func files(in folder: String) throws -> [String] {
        try POSIXFileSystem().names(in: "\(path)/\(folder)").map { "\(path)/\(folder)/\($0)" }
    }

    /// What a file holds.
    func bytes(of file: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: URL(filePath: file)))
    }

    /// Flips a bit in each file of a contact that `change` makes.
    func damageFiles(madeBy change: () throws -> Void) throws {
        let earlier = try Set(files(in: "contacts"))
        try change()
        for file in try files(in: "contacts") where !earlier.contains(file) {
            var bytes = try bytes(of: file)
            bytes[bytes.count / 2] ^= 1
            try FileManager.default.removeItem(atPath: file)
            try POSIXFileSystem().create(file, contents: bytes.span)
        }
    }

    /// Puts a malformed record in place of a statement that is not there yet.
    func damage(_ kind: String, of identity: SenderIdentity) throws {
        let id = Array(kind.utf8) + [0] + identity.bytes
        let bytes: [UInt8] = [1, 2, 3]
        _ = try store.create(.statements, id: id, contents: bytes.span)
    }
}

extension SenderIdentity {
    /// A new identity whose private half is thrown away.
    static func random() -> SenderIdentity { SenderIdentity(SigningKey().publicKey) }
}

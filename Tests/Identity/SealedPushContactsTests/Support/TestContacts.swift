// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import TestSupport

/// Contacts in a folder of a test's own, which is removed with them.
final class TestContacts: Sendable {
    private let folder = TemporaryFolder()
    var path: String { folder.path("store") }
    let files = WatchedFileSystem()
    let store: RecordStore
    let book: ContactBook

    init() throws {
        let path = folder.path("store")
        store = try StoreDraft(at: path, key: .folder, parameters: .standard, files: files).commit()
        book = ContactBook(store)
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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SealedPushContacts
import SealedPushStore

/// A store on disk with contacts, who have names and no codes.
struct ContactFixture {
    private let folder: URL
    private let resolver: NameResolver
    private let identities: [[UInt8]]

    /// How many contacts are written at once.
    private static let batch = 4096

    init(count: Int) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sealedpush-benchmark-\(UUID().uuidString)")
        let store = try RecordStore.create(at: folder.path, key: .folder)
        let book = ContactBook(store)
        var identities: [[UInt8]] = []
        while identities.count < count {
            let size = min(Self.batch, count - identities.count)
            let entries = (0..<size).map { _ in
                ContactEntry(name: "Ottoline Quillfeather", identity: SenderKeys().identity)
            }
            for result in try book.add(entries) { _ = try result.get() }
            identities += entries.map(\.identity.bytes)
        }
        self.identities = identities
        resolver = NameResolver(contacts: book)
    }

    /// So many senders, from all over the store.
    func senders(_ count: Int) -> [[UInt8]] {
        (0..<count).map { identities[$0 * 7919 % identities.count] }
    }

    /// What a message of the sender is called that is written for a code which has no name: two reads, as many as there are.
    func name(of sender: [UInt8]) throws -> String {
        try resolver.resolve(sender: sender, code: "ottoline-7", selfDeclared: nil).name
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}

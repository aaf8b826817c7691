// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import Testing

struct AvatarTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderKeys()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
        try book.add(name: "Ann", identity: ann.identity, code: "ann")
    }

    @Test(arguments: [
        "a", "ann.png", "ann..png", "Ünal 1.jpeg", String(repeating: "a", count: 128),
    ])
    func `a contact's picture is kept, replaced and taken away`(_ file: String) throws {
        let identity = ann.identity
        #expect(try book.avatar(of: identity.bytes) == nil)
        try book.setAvatar("other.heic", of: identity)
        try book.setAvatar(file, of: identity)
        #expect(try book.avatar(of: identity.bytes) == file)
        #expect(try book.list().contacts.map(\.avatar) == [file])
        #expect(try book.name(of: identity.bytes, code: "ann") == "Ann")
        try book.setAvatar(nil, of: identity)
        #expect(try book.avatar(of: identity.bytes) == nil)
        #expect(try book.list().contacts.map(\.avatar) == [nil])
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "/etc/passwd", "../secret", "a/b", "a\0b", "a\nb",
        "\u{202E}gnp.a", String(repeating: "a", count: 129),
    ])
    func `a file name that leads elsewhere is refused, also in a record`(_ file: String) throws {
        let identity = ann.identity
        #expect(throws: ContactError.avatarRefused) { try book.setAvatar(file, of: identity) }
        #expect(try book.avatar(of: identity.bytes) == nil)
        let record = [1] + Array(file.utf8)
        try contacts.store.replace(.contacts, id: [4] + identity.bytes, contents: record.span)
        #expect(throws: ContactError.store(.corrupted)) { try book.avatar(of: identity.bytes) }
        #expect(try book.list().failures == [.store(.corrupted)])
    }

    @Test func `the picture goes with the contact and along to its next identity`() throws {
        let next = SenderKeys()
        try book.setAvatar("ann.png", of: ann.identity)
        try book.apply(.from(ann, to: next))
        #expect(try book.avatar(of: next.identity.bytes) == nil)
        try book.take(next.identity)
        #expect(try book.avatar(of: next.identity.bytes) == "ann.png")
        try book.remove(identity: ann.identity)
        #expect(try book.avatar(of: ann.identity.bytes) == nil)
        #expect(try book.avatar(of: next.identity.bytes) == "ann.png")
        try book.remove(identity: next.identity)
        #expect(try contacts.files(in: "contacts") == [])
    }
}

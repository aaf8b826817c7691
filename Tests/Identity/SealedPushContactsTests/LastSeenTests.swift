// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import Testing

struct LastSeenTests {
    let contacts: TestContacts
    let ann = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
    }

    @Test func `the last note stays`() throws {
        try contacts.book.add(name: "Ann", identity: ann)
        #expect(try contacts.book.lastSeen(ann.bytes) == nil)
        for time in [Timestamp(clamping: 5), .latest, Timestamp(clamping: 0)] {
            try contacts.book.noteSeen(ann.bytes, at: time)
            #expect(try contacts.book.lastSeen(ann.bytes) == time)
        }
    }

    @Test func `noting does not touch the contact`() throws {
        try contacts.book.add(name: "Ann", identity: ann, code: "ann")
        let before = try contacts.files(in: "contacts").sorted().map { try contacts.bytes(of: $0) }
        try contacts.book.noteSeen(ann.bytes, at: Timestamp(clamping: 5))
        let after = try contacts.files(in: "contacts").sorted().map { try contacts.bytes(of: $0) }
        #expect(after == before)
    }

    @Test func `of a stranger nothing is noted`() throws {
        try contacts.book.noteSeen(ann.bytes, at: Timestamp(clamping: 5))
        #expect(try contacts.book.lastSeen(ann.bytes) == nil)
        #expect(try contacts.files(in: "seen") == [])
    }

    @Test func `noting and removing at once leave no note`() throws {
        let (book, bytes) = (contacts.book, ann.bytes)
        // The contact is removed once the extension has seen it.
        try book.add(name: "Ann", identity: ann)
        let noting = try contacts.book(overtakenAt: "/seen/") { [ann] in
            _ = try? book.remove(identity: ann)
        }
        try noting.noteSeen(bytes, at: Timestamp(clamping: 5))
        #expect(try contacts.files(in: "seen") == [])
        // The extension notes once the app has looked for a note.
        try book.add(name: "Ann", identity: ann)
        let removing = try contacts.book(overtakenAt: "/contacts/") {
            try? book.noteSeen(bytes, at: Timestamp(clamping: 5))
        }
        #expect(try removing.remove(identity: ann))
        #expect(try contacts.files(in: "seen") == [])
        #expect(try book.lastSeen(bytes) == nil)
    }

    @Test(arguments: [[], [1], [2, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0xFF, 0, 0, 0, 0, 0, 0, 0]])
    func `a damaged note is reported`(_ contents: [UInt8]) throws {
        try contacts.store.replace(.seen, id: ann.bytes, contents: contents.span)
        #expect(throws: ContactError.store(.corrupted)) {
            try contacts.book.lastSeen(ann.bytes)
        }
    }
}

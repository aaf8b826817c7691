// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

struct CodeConflictTests {
    let contacts: TestContacts
    let book: ContactBook
    let known = SenderIdentity.random()
    let other = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
        try book.add(name: "Ann", identity: known, code: "ann")
    }

    private func addOther() {
        #expect(throws: ContactError.identityChanged) {
            try book.add(name: "Ann", identity: other, code: "ann")
        }
    }

    @Test(.rules("D-1 D-2"), arguments: [ContactStatus.Trust.unverified, .verified, .changed])
    func `another identity for a known code marks the known one and is not added`(
        _ trust: ContactStatus.Trust
    ) throws {
        try book.setStatus(ContactStatus(trust: trust, preview: .hidden), of: known)
        addOther()
        #expect(
            try book.status(of: known.bytes)
                == ContactStatus(trust: .changed, preview: .hidden)
        )
        #expect(try book.identity(ofCode: "ann") == known)
        #expect(try book.name(of: known.bytes, code: "ann") == "Ann")
        #expect(try book.status(of: other.bytes) == nil)
        #expect(try book.name(of: other.bytes, code: "ann") == nil)
    }

    @Test(.rules("D-1 D-2"))
    func `a blocked identity is not unblocked by a conflict, and is changed once it is`()
        throws
    {
        try book.setStatus(ContactStatus(trust: .blocked), of: known)
        addOther()
        #expect(try book.status(of: known.bytes)?.trust == .blocked)
        try book.unblock(known)
        #expect(try book.status(of: known.bytes)?.trust == .changed)
    }

    @Test func `the newcomer keeps what it was`() throws {
        try book.add(name: "Bob", identity: other)
        try book.setStatus(ContactStatus(trust: .verified), of: other)
        addOther()
        #expect(try book.status(of: other.bytes)?.trust == .verified)
        #expect(try book.name(of: other.bytes) == "Bob")
    }

    @Test func `a person may confirm the known identity`() throws {
        addOther()
        try book.setStatus(ContactStatus(trust: .verified), of: known)
        #expect(try book.status(of: known.bytes)?.trust == .verified)
    }

    @Test(arguments: [nil, "ann"])
    func `a person may take the code away and add the other identity`(_ code: String?) throws {
        addOther()
        try book.remove(identity: known, code: code)
        #expect(try book.add(name: "Ann", identity: other, code: "ann") == .added)
        #expect(try book.identity(ofCode: "ann") == other)
        #expect(try book.status(of: other.bytes)?.trust == .unverified)
    }

    @Test func `names and codes of other bytes conflict with nothing`() throws {
        #expect(try book.add(name: "Ann", identity: other) == .added)
        #expect(try book.add(name: "Ann", identity: other, code: "Ann") == .added)
        #expect(try book.status(of: known.bytes)?.trust == .unverified)
    }

    @Test func `who loses a race for a code leaves no contact behind`() throws {
        let saved = try contacts.files(in: "contacts").map { ($0, try contacts.bytes(of: $0)) }
        try book.remove(identity: known)
        // Another process adds the known identity right before this one takes the code.
        let isDue: @Sendable (FileCall) -> Bool = { [contacts] call in
            !call.kind.isReading && call.path.contains("/contacts/")
                && (try? contacts.files(in: "contacts"))?.isEmpty == false
        }
        let slow = try contacts.book(
            meeting: .once(isDue) {
                for (file, bytes) in saved {
                    try? POSIXFileSystem().create(file, contents: bytes.span)
                }
            }
        )
        #expect(throws: ContactError.identityChanged) {
            try slow.add(name: "Ann", identity: other, code: "ann")
        }
        #expect(try book.status(of: other.bytes) == nil)
        #expect(try book.status(of: known.bytes)?.trust == .changed)
    }
}

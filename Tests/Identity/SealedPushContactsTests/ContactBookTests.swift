// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushStore
import Testing

struct ContactBookTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderIdentity.random()
    let bank = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    @Test func `a new contact is unverified and shown in full`() throws {
        #expect(try book.status(of: ann.bytes) == nil)
        #expect(try book.add(name: "Ann", identity: ann) == .added)
        #expect(try book.status(of: ann.bytes) == ContactStatus())
        #expect(try book.name(of: ann.bytes) == "Ann")
    }

    @Test func `a code adds a name, and the identity's own stays`() throws {
        #expect(try book.add(name: "Bank", identity: bank) == .added)
        #expect(try book.add(name: "Bank: cards", identity: bank, code: "cards") == .added)
        #expect(try book.name(of: bank.bytes) == "Bank")
        #expect(try book.name(of: bank.bytes, code: "cards") == "Bank: cards")
        #expect(try book.name(of: bank.bytes, code: "loans") == nil)
        #expect(try book.identity(ofCode: "cards") == bank)
        #expect(try book.identity(ofCode: "loans") == nil)
    }

    @Test func `an identity that was added by a code has a status and no name of its own`() throws {
        try book.add(name: "Cards", identity: bank, code: "cards")
        #expect(try book.status(of: bank.bytes) == ContactStatus())
        #expect(try book.name(of: bank.bytes) == nil)
    }

    @Test(arguments: [nil, "code"])
    func `adding again renames and keeps the status`(_ code: String?) throws {
        try book.add(name: "Ann", identity: ann, code: code)
        let status = ContactStatus(trust: .verified, preview: .senderOnly)
        try book.setStatus(status, of: ann)
        #expect(try book.add(name: "Ann", identity: ann, code: code) == .unchanged)
        #expect(try book.add(name: "Anna", identity: ann, code: code) == .renamed)
        #expect(try book.name(of: ann.bytes, code: code) == "Anna")
        #expect(try book.status(of: ann.bytes) == status)
    }

    @Test func `another spelling of the same accent is another name`() throws {
        try book.add(name: "Zo\u{EB}", identity: ann)
        #expect(try book.add(name: "Zoe\u{308}", identity: ann) == .renamed)
    }

    @Test(arguments: ContactStatus.Trust.allCases, ContactStatus.PreviewPolicy.allCases)
    func `every status is kept`(
        _ trust: ContactStatus.Trust,
        _ preview: ContactStatus.PreviewPolicy
    ) throws {
        try book.add(name: "Ann", identity: ann)
        let status = ContactStatus(trust: trust, preview: preview)
        try book.setStatus(status, of: ann)
        #expect(try book.status(of: ann.bytes) == status)
        #expect(try book.name(of: ann.bytes) == "Ann")
    }

    @Test func `who is no contact has no status to set`() throws {
        #expect(throws: ContactError.unknownContact) {
            try book.setStatus(ContactStatus(trust: .blocked), of: ann)
        }
        #expect(try book.status(of: ann.bytes) == nil)
    }

    @Test(arguments: [0, 31, 33, 100_000])
    func `bytes that are no identity are no contact`(_ count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(try book.status(of: bytes) == nil)
        #expect(try book.name(of: bytes, code: "code") == nil)
    }

    @Test func `removing a code's name leaves the identity and its other codes`() throws {
        try book.add(name: "Bank", identity: bank)
        try book.add(name: "Cards", identity: bank, code: "cards")
        try book.add(name: "Loans", identity: bank, code: "loans")
        #expect(try book.remove(identity: bank, code: "cards"))
        #expect(try !book.remove(identity: bank, code: "cards"))
        #expect(try book.name(of: bank.bytes, code: "cards") == nil)
        #expect(try book.identity(ofCode: "cards") == nil)
        #expect(try book.name(of: bank.bytes) == "Bank")
        #expect(try book.name(of: bank.bytes, code: "loans") == "Loans")
    }

    @Test func `removing an identity leaves nothing of it and all of the others`() throws {
        try book.add(name: "Ann", identity: ann, code: "ann")
        let others = try book.list()
        try book.add(name: "Bank", identity: bank)
        try book.add(name: "Cards", identity: bank, code: "cards")
        try book.noteSeen(bank.bytes, at: Timestamp(clamping: 1))
        #expect(try book.remove(identity: bank))
        #expect(try !book.remove(identity: bank))
        #expect(try book.list() == others)
        #expect(try contacts.files(in: "contacts").count == 3)
        #expect(try contacts.files(in: "seen").isEmpty)
        #expect(try book.add(name: "Cards", identity: ann, code: "cards") == .added)
    }

    @Test func `removing takes no code from another identity`() throws {
        try book.add(name: "Cards", identity: bank, code: "cards")
        #expect(try !book.remove(identity: ann, code: "cards"))
        #expect(try book.identity(ofCode: "cards") == bank)
    }

    @Test func `a listing gives every name with its status, in order`() throws {
        try book.add(name: "Bank", identity: bank)
        try book.add(name: "Cards", identity: bank, code: "cards")
        try book.add(name: "Ann", identity: ann, code: "ann")
        try book.setStatus(ContactStatus(trust: .verified), of: bank)
        let listing = try book.list()
        #expect(listing.failures == [])
        #expect(listing.contacts.map(\.name) == ["Ann", "Bank", "Cards"])
        #expect(listing.contacts.map(\.code) == ["ann", nil, "cards"])
        #expect(listing.contacts.map(\.identity) == [ann, bank, bank])
        #expect(listing.contacts.map(\.status.trust) == [.unverified, .verified, .verified])
    }

    @Test func `an identity whose last name went is listed without one`() throws {
        try book.add(name: "Cards", identity: bank, code: "cards")
        try book.remove(identity: bank, code: "cards")
        let listing = try book.list()
        #expect(listing.contacts.map(\.name) == [nil])
        #expect(listing.contacts.map(\.identity) == [bank])
    }

    @Test func `a thousand contacts are listed, and finding one reads one file`() throws {
        let identities = (0..<1000).map { _ in SenderIdentity.random() }
        for (number, identity) in identities.enumerated() {
            try book.add(name: "Contact \(number)", identity: identity)
        }
        let listing = try book.list()
        #expect(listing.failures == [])
        #expect(Set(listing.contacts.map(\.identity)) == Set(identities))
        let reads = contacts.reads
        #expect(try book.name(of: identities[617].bytes) == "Contact 617")
        #expect(contacts.reads == reads + 1)
    }

    @Test func `neither printing nor dumping a contact shows its name or code`() throws {
        try book.add(name: "Marguerite", identity: ann, code: "4711-x")
        var shown = try "\(book.list().contacts)"
        dump(try book.list().contacts, to: &shown)
        #expect(!shown.contains("Marguerite"))
        #expect(!shown.contains("4711-x"))
    }
}

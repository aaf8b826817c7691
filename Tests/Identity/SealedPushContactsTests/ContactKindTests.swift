// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import Testing

/// Persons and services.
struct ContactKindTests {
    let contacts: TestContacts
    let book: ContactBook
    let chain = [SenderKeys(), SenderKeys()]

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    private func status(_ index: Int) throws -> ContactStatus? {
        try book.status(of: chain[index].identity.bytes)
    }

    @Test func `a contact is a person unless it is added as a service`() throws {
        try book.add(name: "Ann", identity: chain[0].identity)
        try book.add(name: "Club", identity: chain[1].identity, kind: .service)
        #expect(try status(0)?.kind == .person)
        #expect(try status(1)?.kind == .service)
        try book.add(name: "Anna", identity: chain[0].identity, kind: .service)
        #expect(try status(0)?.kind == .person)
        try book.setKind(.service, of: chain[0].identity)
        #expect(try status(0)?.kind == .service)
    }

    @Test(arguments: ContactFormat.allCases, [true, false])
    func `a file makes a service only as one's own export`(
        _ format: ContactFormat,
        _ keepsTrust: Bool
    ) throws {
        let entry = ContactEntry(
            name: "Club",
            identity: chain[0].identity,
            kind: .service
        )
        var reader = ContactEntryReader(format)
        let bytes = format.bytes(of: entry)
        let read = reader.read(bytes.span) + reader.finish()
        #expect(read.map(\.entry) == [.success(entry)])
        #expect(try book.add([entry], keepsTrust: keepsTrust) == [.success(.added)])
        let expected = ContactStatus(kind: keepsTrust ? .service : .person)
        #expect(try status(0) == expected)
    }
}

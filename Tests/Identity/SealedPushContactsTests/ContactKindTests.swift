// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import Testing

/// Services, and successors that are not confirmed.
struct ContactKindTests {
    let contacts: TestContacts
    let book: ContactBook
    let chain = [SenderKeys(), SenderKeys(), SenderKeys()]

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

    @Test(arguments: ContactStatus.Kind.allCases)
    func `a successor inherits the kind`(_ kind: ContactStatus.Kind) throws {
        try book.add(name: "Club", identity: chain[0].identity, kind: kind)
        try book.follow(.from(chain[0], to: chain[1]))
        #expect(try status(1) == ContactStatus(kind: kind))
    }

    @Test func `what descends from a verified identity is unconfirmed, in either order`() throws {
        for reversed in [false, true] {
            let chain = [SenderKeys(), SenderKeys(), SenderKeys()]
            for keys in chain { try book.add(name: "Bank", identity: keys.identity) }
            try book.setStatus(ContactStatus(trust: .verified), of: chain[0].identity)
            let steps = [
                SenderIdentity.Succession.from(chain[0], to: chain[1]),
                .from(chain[1], to: chain[2]),
            ]
            for step in reversed ? steps.reversed() : steps { try book.follow(step) }
            for keys in chain.dropFirst() {
                #expect(try book.status(of: keys.identity.bytes)?.isUnconfirmed == true)
            }
        }
    }

    @Test func `a successor that was verified by its own number is not unconfirmed`() throws {
        for keys in chain.prefix(2) {
            try book.add(name: "Bank", identity: keys.identity)
            try book.setStatus(ContactStatus(trust: .verified), of: keys.identity)
        }
        try book.follow(.from(chain[0], to: chain[1]))
        #expect(try status(1) == ContactStatus(trust: .verified))
    }

    @Test func `the successor of an unverified contact has no label`() throws {
        try book.add(name: "Bank", identity: chain[0].identity)
        try book.follow(.from(chain[0], to: chain[1]))
        #expect(try status(1) == ContactStatus())
    }

    @Test func `confirming or comparing the number takes the warning off`() throws {
        let device = DeviceIdentity(SigningKey().publicKey)
        try book.add(name: "Bank", identity: chain[0].identity)
        try book.setStatus(ContactStatus(trust: .verified), of: chain[0].identity)
        try book.follow(.from(chain[0], to: chain[1]))
        #expect(try status(1)?.needsCheck == true)
        try book.confirm(chain[1].identity)
        #expect(try status(1)?.needsCheck == false)
        // Following again is no new reason.
        try book.follow(.from(chain[0], to: chain[1]))
        #expect(try status(1)?.needsCheck == false)
        try book.setStatus(ContactStatus(isUnconfirmed: true), of: chain[1].identity)
        let number = try SafetyNumber(sender: chain[1].identity, device: device)
        try book.verify(chain[1].identity, by: number, device: device)
        #expect(try status(1) == ContactStatus(trust: .verified))
    }

    @Test(arguments: ContactFormat.allCases, [true, false])
    func `a file makes a service only as one's own export, and always keeps the warning`(
        _ format: ContactFormat,
        _ keepsTrust: Bool
    ) throws {
        let entry = ContactEntry(
            name: "Club",
            identity: chain[0].identity,
            kind: .service,
            isUnconfirmed: true
        )
        var reader = ContactEntryReader(format)
        let bytes = format.bytes(of: entry)
        let read = reader.read(bytes.span) + reader.finish()
        #expect(read.map(\.entry) == [.success(entry)])
        #expect(try book.add([entry], keepsTrust: keepsTrust) == [.success(.added)])
        let expected = ContactStatus(kind: keepsTrust ? .service : .person, isUnconfirmed: true)
        #expect(try status(0) == expected)
        #expect(try book.export().entries.first?.isUnconfirmed == true)
    }
}

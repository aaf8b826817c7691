// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import TestSupport
import Testing

struct ContactStatusTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderKeys()
    let device = DeviceIdentity(SigningKey().publicKey)

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
        try book.add(name: "Ann", identity: ann.identity)
    }

    private var number: SafetyNumber {
        get throws { try SafetyNumber(sender: ann.identity, device: device) }
    }

    private func status() throws -> ContactStatus? {
        try book.status(of: ann.identity.bytes)
    }

    @Test(.rules("D-1 D-2"), arguments: [ContactStatus.Trust.unverified, .verified, .changed])
    func `the right number verifies, and nothing else is touched`(_ trust: ContactStatus.Trust)
        throws
    {
        try book.setStatus(ContactStatus(trust: trust, preview: .hidden), of: ann.identity)
        try book.verify(ann.identity, by: number, device: device)
        #expect(try status() == ContactStatus(trust: .verified, preview: .hidden))
        #expect(try book.name(of: ann.identity.bytes) == "Ann")
    }

    @Test(
        .rules("D-1 D-2"),
        arguments: [ContactStatus.Trust.unverified, .verified, .changed],
        0..<12
    )
    func `one wrong digit in whatever group changes nothing`(
        _ trust: ContactStatus.Trust,
        _ group: Int
    ) throws {
        try book.setStatus(ContactStatus(trust: trust), of: ann.identity)
        var digits = Array(try number.digits)
        digits[group * 5 + 4] = digits[group * 5 + 4] == "7" ? "8" : "7"
        let wrong = try #require(SafetyNumber(typed: String(digits)))
        #expect(throws: ContactError.numberMismatch) {
            try book.verify(ann.identity, by: wrong, device: device)
        }
        #expect(try status() == ContactStatus(trust: trust))
    }

    @Test func `the number of another device or another sender verifies no contact`() throws {
        let other = DeviceIdentity(SigningKey().publicKey)
        #expect(throws: ContactError.numberMismatch) {
            try book.verify(ann.identity, by: number, device: other)
        }
        try book.add(name: "Bob", identity: SenderKeys().identity)
        let stranger = SenderIdentity.random()
        #expect(throws: ContactError.unknownContact) {
            try book.verify(stranger, by: number, device: device)
        }
        let itself = DeviceIdentity(ann.signingKey.publicKey)
        #expect(throws: ContactError.numberMismatch) {
            try book.verify(ann.identity, by: number, device: itself)
        }
        #expect(try status() == ContactStatus())
    }

    @Test func `neither a blocked nor a revoked contact is verified`() throws {
        try book.block(ann.identity)
        #expect(throws: ContactError.contactBlocked) {
            try book.verify(ann.identity, by: number, device: device)
        }
        try book.apply(.of(ann))
        #expect(throws: ContactError.identityRevoked) {
            try book.verify(ann.identity, by: number, device: device)
        }
        #expect(try status()?.trust == .blocked)
    }

    @Test(.rules("D-1 D-2")) func `who was verified is not after blocking and unblocking`() throws {
        try book.verify(ann.identity, by: number, device: device)
        try book.setPreview(.senderOnly, of: ann.identity)
        try book.block(ann.identity)
        #expect(try status() == ContactStatus(trust: .blocked, preview: .senderOnly))
        try book.unblock(ann.identity)
        #expect(try status() == ContactStatus(trust: .unverified, preview: .senderOnly))
    }

    @Test(.rules("D-1 D-2"))
    func `who was changed is changed again after blocking and unblocking`() throws {
        try book.setStatus(ContactStatus(trust: .changed), of: ann.identity)
        for _ in 0..<2 {
            try book.block(ann.identity)
            try book.setPreview(.hidden, of: ann.identity)
            #expect(try status() == ContactStatus(trust: .blocked, preview: .hidden))
            try book.unblock(ann.identity)
            #expect(try status() == ContactStatus(trust: .changed, preview: .hidden))
        }
        // Until a person decides otherwise.
        try book.verify(ann.identity, by: number, device: device)
        try book.block(ann.identity)
        try book.unblock(ann.identity)
        #expect(try status()?.trust == .unverified)
    }

    @Test func `a decision takes a blocked contact's change away, blocking again does not`() throws
    {
        for (decided, expected) in [
            (ContactStatus.Trust.blocked, ContactStatus.Trust.changed), (.unverified, .unverified),
        ] {
            try book.setStatus(ContactStatus(trust: .changed), of: ann.identity)
            try book.block(ann.identity)
            try book.setStatus(ContactStatus(trust: decided), of: ann.identity)
            try book.block(ann.identity)
            try book.unblock(ann.identity)
            #expect(try status()?.trust == expected)
        }
    }

    @Test(arguments: [ContactStatus.Trust.unverified, .verified, .changed])
    func `unblocking who is not blocked changes nothing`(_ trust: ContactStatus.Trust) throws {
        try book.setStatus(ContactStatus(trust: trust), of: ann.identity)
        try book.unblock(ann.identity)
        #expect(try status() == ContactStatus(trust: trust))
    }

    @Test func `unblocking takes back no revocation`() throws {
        try book.block(ann.identity)
        try book.apply(.of(ann))
        try book.unblock(ann.identity)
        #expect(try status() == ContactStatus(isRevoked: true))
    }

    @Test func `who is no contact can't be decided about`() throws {
        let stranger = SenderIdentity.random()
        #expect(throws: ContactError.unknownContact) { try book.block(stranger) }
        #expect(throws: ContactError.unknownContact) { try book.unblock(stranger) }
        #expect(throws: ContactError.unknownContact) { try book.setPreview(.full, of: stranger) }
        #expect(throws: ContactError.unknownContact) { try book.setAvatar("a.png", of: stranger) }
        #expect(try book.list().contacts.count == 1)
    }

    @Test func `decisions of threads at once are all kept`() throws {
        for _ in 0..<20 {
            try book.setStatus(ContactStatus(), of: ann.identity)
            _ = try inThreads(2) { [book, ann] thread in
                try thread == 0
                    ? book.block(ann.identity) : book.setPreview(.hidden, of: ann.identity)
            }
            #expect(try status() == ContactStatus(trust: .blocked, preview: .hidden))
        }
    }
}

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

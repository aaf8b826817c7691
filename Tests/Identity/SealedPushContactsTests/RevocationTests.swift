// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import TestSupport
import Testing

struct RevocationTests {
    let contacts: TestContacts
    let book: ContactBook
    let sender = SenderKeys()
    let next = SenderKeys()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    private func isRevoked(_ keys: SenderKeys) throws -> Bool? {
        try book.status(of: keys.identity.bytes)?.isRevoked
    }

    @Test func `a revoked contact is silenced, and its trust and names stay`() throws {
        try book.add(name: "Bank", identity: sender.identity)
        let status = ContactStatus(trust: .verified, preview: .senderOnly)
        try book.setStatus(status, of: sender.identity)
        #expect(try book.status(of: sender.identity.bytes)?.isSilenced == false)
        #expect(try book.apply(.of(sender)) == .revoked)
        #expect(try book.apply(.of(sender)) == .unchanged)
        let revoked = ContactStatus(trust: .verified, preview: .senderOnly, isRevoked: true)
        #expect(try book.status(of: sender.identity.bytes) == revoked)
        #expect(revoked.isSilenced)
        #expect(try book.name(of: sender.identity.bytes) == "Bank")
    }

    @Test(
        .rules("D-3 D-4 D-8"),
        arguments: ContactStatus.Trust.allCases,
        ContactStatus.PreviewPolicy.allCases
    )
    func `nothing that a person decides takes it back`(
        _ trust: ContactStatus.Trust,
        _ preview: ContactStatus.PreviewPolicy
    ) throws {
        try book.add(name: "Bank", identity: sender.identity)
        try book.apply(.of(sender))
        try book.setStatus(ContactStatus(trust: trust, preview: preview), of: sender.identity)
        try book.add(name: "Renamed", identity: sender.identity)
        #expect(
            try book.status(of: sender.identity.bytes)
                == ContactStatus(trust: trust, preview: preview, isRevoked: true)
        )
    }

    @Test func `deciding never revokes`() throws {
        try book.add(name: "Bank", identity: sender.identity)
        try book.setStatus(ContactStatus(isRevoked: true), of: sender.identity)
        #expect(try isRevoked(sender) == false)
    }

    @Test func `who is no contact is revoked, too, and is so as a contact from its start`() throws {
        #expect(try !book.isRevoked(sender.identity.bytes))
        #expect(try book.apply(.of(sender)) == .unknownSender)
        let reads = contacts.reads
        #expect(try book.isRevoked(sender.identity.bytes))
        #expect(contacts.reads == reads + 1)
        #expect(try book.status(of: sender.identity.bytes) == nil)
        try book.add(name: "Bank", identity: sender.identity, code: "bank")
        #expect(try isRevoked(sender) == true)
        try book.remove(identity: sender.identity)
        try book.add(name: "Bank", identity: sender.identity)
        #expect(try isRevoked(sender) == true)
    }

    @Test(.rules("D-8")) func `revoking an identity touches no other`() throws {
        try book.add(name: "Bank", identity: sender.identity)
        try book.apply(.from(sender, to: next))
        let candidate = try book.status(of: next.identity.bytes)
        try book.apply(.of(sender))
        #expect(try book.status(of: next.identity.bytes) == candidate)
        try book.apply(.of(next))
        #expect(try isRevoked(next) == true)
        try book.remove(identity: sender.identity)
        try book.add(name: "Bank", identity: sender.identity)
        #expect(try isRevoked(sender) == true)
    }

    @Test(.rules("D-13 D-14 D-15"))
    func `on the way a revocation is kept of contacts and open candidates alone`() throws {
        try book.apply([.revocation(.of(sender))])
        #expect(try !book.isRevoked(sender.identity.bytes))
        try book.add(name: "Bank", identity: sender.identity)
        try book.apply([.succession(.from(sender, to: next)), .revocation(.of(next))])
        #expect(try isRevoked(next) == true)
        try book.apply([.revocation(.of(sender))])
        #expect(try isRevoked(sender) == true)
        #expect(try contacts.files(in: "statements").count == 2)
    }

    @Test func `a damaged revocation is an error`() throws {
        try book.add(name: "Bank", identity: sender.identity)
        try contacts.damage("contact revocation", of: sender.identity)
        #expect(throws: ContactError.store(.corrupted)) { try isRevoked(sender) }
    }
}

extension SenderIdentity.Revocation {
    static func of(_ keys: SenderKeys) -> SenderIdentity.Revocation {
        SenderIdentity.Revocation(signing: keys.signingKey)
    }
}

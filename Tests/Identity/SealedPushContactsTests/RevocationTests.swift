// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
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
        #expect(try book.revoke(.of(sender)) == .revoked)
        #expect(try book.revoke(.of(sender)) == .unchanged)
        let revoked = ContactStatus(trust: .verified, preview: .senderOnly, isRevoked: true)
        #expect(try book.status(of: sender.identity.bytes) == revoked)
        #expect(revoked.isSilenced)
        #expect(try book.name(of: sender.identity.bytes) == "Bank")
    }

    @Test(arguments: ContactStatus.Trust.allCases, ContactStatus.PreviewPolicy.allCases)
    func `nothing that a person decides takes it back`(
        _ trust: ContactStatus.Trust,
        _ preview: ContactStatus.PreviewPolicy
    ) throws {
        try book.add(name: "Bank", identity: sender.identity)
        try book.revoke(.of(sender))
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
        #expect(try book.revoke(.of(sender)) == .unknownSender)
        let reads = contacts.files.reads
        #expect(try book.isRevoked(sender.identity.bytes))
        #expect(contacts.files.reads == reads + 1)
        #expect(try book.status(of: sender.identity.bytes) == nil)
        try book.add(name: "Bank", identity: sender.identity, code: "bank")
        #expect(try isRevoked(sender) == true)
        try book.remove(identity: sender.identity)
        try book.add(name: "Bank", identity: sender.identity)
        #expect(try isRevoked(sender) == true)
    }

    @Test func `a revoked identity has no successor and is none`() throws {
        try book.add(name: "Bank", identity: sender.identity, code: "bank")
        try book.revoke(.of(sender))
        #expect(throws: ContactError.identityRevoked) {
            try book.follow(.from(sender, to: next))
        }
        #expect(try book.status(of: next.identity.bytes) == nil)
        #expect(try book.identity(ofCode: "bank") == sender.identity)
        try book.add(name: "Next", identity: next.identity)
        #expect(throws: ContactError.identityRevoked) {
            try book.follow(.from(next, to: sender))
        }
        #expect(try book.name(of: next.identity.bytes) == "Next")
    }

    @Test(arguments: [ContactStatus.Trust.unverified, .verified, .changed, .blocked])
    func `a successor that was followed before is marked as changed, once`(
        _ trust: ContactStatus.Trust
    ) throws {
        try book.add(name: "Bank", identity: sender.identity)
        try book.setStatus(ContactStatus(trust: trust), of: sender.identity)
        try book.follow(.from(sender, to: next))
        try book.revoke(.of(sender))
        let bytes = next.identity.bytes
        let expected: ContactStatus.Trust = trust == .blocked ? .blocked : .changed
        let isUnconfirmed = trust == .verified
        #expect(
            try book.status(of: bytes)
                == ContactStatus(trust: expected, isUnconfirmed: isUnconfirmed)
        )
        try book.setStatus(ContactStatus(trust: .verified), of: next.identity)
        #expect(try book.revoke(.of(sender)) == .unchanged)
        #expect(try book.status(of: bytes)?.trust == .verified)
    }

    @Test func `revoking the next identity leaves the one before as it is`() throws {
        try book.add(name: "Bank", identity: sender.identity)
        try book.follow(.from(sender, to: next))
        try book.revoke(.of(next))
        #expect(try isRevoked(next) == true)
        #expect(try book.status(of: sender.identity.bytes) == ContactStatus())
    }

    @Test
    func `a damaged link to a successor is an error, and the contact is silenced all the same`()
        throws
    {
        try book.add(name: "Bank", identity: sender.identity)
        try contacts.damage("contact successor", of: sender.identity)
        #expect(throws: ContactError.store(.corrupted)) { try book.revoke(.of(sender)) }
        #expect(try isRevoked(sender) == true)
    }
}

extension SenderIdentity.Revocation {
    static func of(_ keys: SenderKeys) -> SenderIdentity.Revocation {
        SenderIdentity.Revocation(signing: keys.signingKey)
    }
}

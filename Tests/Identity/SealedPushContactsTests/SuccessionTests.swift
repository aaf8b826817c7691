// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushStore
import Testing

struct SuccessionTests {
    let contacts: TestContacts
    let book: ContactBook
    let old = SenderKeys()
    let new = SenderKeys()
    let other = SenderKeys()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
    }

    private func addOld(_ status: ContactStatus = ContactStatus()) throws {
        try book.add(name: "Bank", identity: old.identity)
        try book.add(name: "Cards", identity: old.identity, code: "cards")
        try book.setStatus(status, of: old.identity)
    }

    @Test(arguments: ContactStatus.Trust.allCases, ContactStatus.PreviewPolicy.allCases)
    func `the next identity gets names, codes and status, and the old contact stays`(
        _ trust: ContactStatus.Trust,
        _ preview: ContactStatus.PreviewPolicy
    ) throws {
        let status = ContactStatus(trust: trust, preview: preview)
        try addOld(status)
        #expect(try book.follow(.from(old, to: new)) == .followed)
        #expect(try book.status(of: old.identity.bytes) == status)
        // The new identity was not compared.
        let expected: ContactStatus.Trust = trust == .verified ? .unverified : trust
        #expect(
            try book.status(of: new.identity.bytes)
                == ContactStatus(
                    trust: expected,
                    preview: preview,
                    isUnconfirmed: trust == .verified
                )
        )
        for identity in [old.identity, new.identity] {
            #expect(try book.name(of: identity.bytes) == "Bank")
            #expect(try book.name(of: identity.bytes, code: "cards") == "Cards")
        }
        #expect(try book.identity(ofCode: "cards") == new.identity)
    }

    @Test func `an import renames no identity that was succeeded`() throws {
        try addOld()
        try book.follow(.from(old, to: new))
        let entry = ContactEntry(name: "Ann", identity: old.identity, code: "cards")
        #expect(try book.add([entry]) == [.failure(.wouldRename)])
        #expect(try book.name(of: old.identity.bytes, code: "cards") == "Cards")
    }

    @Test func `a next identity is verified by its own number, which following again leaves`()
        throws
    {
        let device = DeviceIdentity(SigningKey().publicKey)
        try addOld(ContactStatus(trust: .verified))
        try book.follow(.from(old, to: new))
        let earlier = try SafetyNumber(sender: old.identity, device: device)
        #expect(throws: ContactError.numberMismatch) {
            try book.verify(new.identity, by: earlier, device: device)
        }
        let number = try SafetyNumber(sender: new.identity, device: device)
        try book.verify(new.identity, by: number, device: device)
        #expect(try book.follow(.from(old, to: new)) == .unchanged)
        #expect(try book.status(of: new.identity.bytes)?.trust == .verified)
    }

    @Test func `following again changes nothing, whatever was decided meanwhile`() throws {
        try addOld()
        let statement = SenderIdentity.Succession.from(old, to: new)
        try book.follow(statement)
        try book.setStatus(ContactStatus(trust: .verified), of: new.identity)
        try book.add(name: "New bank", identity: new.identity)
        let listed = try book.list()
        #expect(try book.follow(statement) == .unchanged)
        #expect(try book.list() == listed)
    }

    @Test func `who is no contact is not followed, and once he is one he can be`() throws {
        let statement = SenderIdentity.Succession.from(old, to: new)
        #expect(try book.follow(statement) == .unknownSender)
        #expect(try book.list().contacts == [])
        try addOld()
        #expect(try book.follow(statement) == .followed)
        #expect(try book.name(of: new.identity.bytes) == "Bank")
    }

    @Test func `who was followed, removed and is followed again is there again`() throws {
        try addOld()
        try book.follow(.from(old, to: new))
        try book.remove(identity: new.identity)
        #expect(try book.follow(.from(old, to: new)) == .followed)
        #expect(try book.identity(ofCode: "cards") == new.identity)
    }

    @Test(arguments: [
        (
            ContactStatus.Trust.unverified, ContactStatus.Trust.verified,
            ContactStatus.Trust.verified
        ),
        (.verified, .unverified, .unverified), (.verified, .verified, .verified),
        (.changed, .verified, .verified),
        (.verified, .changed, .changed), (.blocked, .verified, .blocked),
        (.changed, .blocked, .blocked), (.blocked, .changed, .blocked),
    ])
    func
        `a next identity that is a contact keeps its names, is blocked or changed, and stays verified`(
            _ trust: ContactStatus.Trust,
            _ newTrust: ContactStatus.Trust,
            _ expected: ContactStatus.Trust
        ) throws
    {
        try addOld(ContactStatus(trust: trust))
        try book.add(name: "New bank", identity: new.identity)
        try book.add(name: "New loans", identity: new.identity, code: "loans")
        let status = ContactStatus(trust: newTrust, preview: .hidden)
        try book.setStatus(status, of: new.identity)
        #expect(try book.follow(.from(old, to: new)) == .followed)
        let bytes = new.identity.bytes
        #expect(
            try book.status(of: bytes)
                == ContactStatus(
                    trust: expected,
                    preview: .hidden,
                    isUnconfirmed: trust == .verified && newTrust != .verified
                )
        )
        #expect(try book.name(of: bytes) == "New bank")
        #expect(try book.name(of: bytes, code: "loans") == "New loans")
        #expect(try book.name(of: bytes, code: "cards") == "Cards")
        guard expected == .blocked else { return }
        let isChanged = [trust, newTrust].contains(.changed)
        try book.unblock(new.identity)
        #expect(try book.status(of: bytes)?.trust == (isChanged ? .changed : .unverified))
    }

    @Test func `a code that the user gave to another contact stays there`() throws {
        try addOld()
        let id = [3] + Array("cards".utf8)
        try book.add(name: "Third", identity: other.identity)
        try contacts.store.replace(.contacts, id: id, contents: ([1] + other.identity.bytes).span)
        try book.follow(.from(old, to: new))
        #expect(try book.identity(ofCode: "cards") == other.identity)
        #expect(try book.name(of: new.identity.bytes, code: "cards") == nil)
    }

    @Test func `an earlier identity may be renamed, and does not get its codes back`() throws {
        try addOld()
        try book.follow(.from(old, to: new))
        #expect(try book.add(name: "Old", identity: old.identity, code: "cards") == .renamed)
        #expect(try book.identity(ofCode: "cards") == new.identity)
        #expect(try book.status(of: new.identity.bytes)?.trust == .unverified)
        try book.remove(identity: old.identity)
        #expect(try book.name(of: new.identity.bytes, code: "cards") == "Cards")
    }

    @Test(arguments: [ContactStatus.Trust.unverified, .verified, .changed, .blocked])
    func `two successors mark the old contact and the one that was followed`(
        _ trust: ContactStatus.Trust
    ) throws {
        try addOld(ContactStatus(trust: trust))
        try book.follow(.from(old, to: new))
        for _ in 0..<2 {
            #expect(throws: ContactError.successionConflict) {
                try book.follow(.from(old, to: other))
            }
            #expect(throws: ContactError.successionConflict) {
                try book.follow(.from(old, to: new))
            }
        }
        let expected: ContactStatus.Trust = trust == .blocked ? .blocked : .changed
        #expect(try book.status(of: old.identity.bytes)?.trust == expected)
        #expect(try book.status(of: new.identity.bytes)?.trust == expected)
        #expect(try book.status(of: other.identity.bytes) == nil)
    }

    @Test func `what a person decides after a contradiction stays`() throws {
        try addOld()
        try book.follow(.from(old, to: new))
        _ = try? book.follow(.from(old, to: other))
        try book.setStatus(ContactStatus(trust: .verified), of: new.identity)
        _ = try? book.follow(.from(old, to: other))
        #expect(try book.status(of: new.identity.bytes)?.trust == .verified)
    }

    @Test func `a contradiction is noticed before there is a contact, and marks it from its start`()
        throws
    {
        try book.add(name: "Somebody", identity: new.identity)
        #expect(try book.follow(.from(old, to: new)) == .unknownSender)
        #expect(throws: ContactError.successionConflict) {
            try book.follow(.from(old, to: other))
        }
        // It was never followed, so it is a contact of its own.
        #expect(try book.status(of: new.identity.bytes)?.trust == .unverified)
        try book.add(name: "Bank", identity: old.identity)
        #expect(try book.status(of: old.identity.bytes)?.trust == .changed)
    }

    @Test func `of eight successions at once to different identities at most one is followed`()
        throws
    {
        for _ in 0..<10 {
            let old = SenderKeys()
            try book.add(name: "Bank", identity: old.identity)
            let followed = try inThreads(8) { [book] _ -> Bool in
                do throws(ContactError) {
                    return try book.follow(.from(old, to: SenderKeys())) == .followed
                } catch .successionConflict {
                    return false
                }
            }
            #expect(followed.filter(\.self).count <= 1)
            #expect(try book.status(of: old.identity.bytes)?.trust == .changed)
        }
    }

    @Test func `a chain of identities is followed to its end`() throws {
        try addOld()
        try book.follow(.from(old, to: new))
        try book.follow(.from(new, to: other))
        #expect(try book.identity(ofCode: "cards") == other.identity)
        #expect(try book.name(of: other.identity.bytes) == "Bank")
    }

    @Test func `a succession that was refused is kept, so that a second one contradicts it`() throws
    {
        try addOld()
        try book.revoke(.of(new))
        #expect(throws: ContactError.identityRevoked) { try book.follow(.from(old, to: new)) }
        #expect(throws: ContactError.successionConflict) { try book.follow(.from(old, to: other)) }
        #expect(try book.status(of: old.identity.bytes)?.trust == .changed)
        #expect(try book.status(of: other.identity.bytes) == nil)
    }

    @Test func `a damaged statement is an error, and nothing is followed`() throws {
        try addOld()
        try contacts.damage("contact succession", of: old.identity)
        #expect(throws: ContactError.store(.corrupted)) { try book.follow(.from(old, to: new)) }
        #expect(try book.identity(ofCode: "cards") == old.identity)
    }
}

extension SenderIdentity.Succession {
    static func from(_ old: SenderKeys, to new: SenderKeys) -> SenderIdentity.Succession {
        SenderIdentity.Succession(from: old.signingKey, to: new.signingKey)
    }
}

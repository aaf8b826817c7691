// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore
import TestSupport
import Testing

@testable import SealedPushContacts

/// What a succession gives and does not give.
struct CandidateTests {
    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderKeys()
    let next = SenderKeys()
    let other = SenderKeys()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
        try book.add(name: "Ann", identity: ann.identity)
        try book.add(name: "Ann's bank", identity: ann.identity, code: "bank")
    }

    private func status(_ keys: SenderKeys) throws -> ContactStatus? {
        try book.status(of: keys.identity.bytes)
    }

    private func name(_ keys: SenderKeys, code: String? = nil) throws -> ResolvedSender {
        try NameResolver(contacts: book)
            .resolve(sender: keys.identity.bytes, code: code, selfDeclared: "Zed")
    }

    private func candidates() throws -> [SenderIdentity] {
        try book.list().candidates.map(\.identity)
    }

    @Test(
        .rules("D-6 D-7"),
        arguments: [ContactStatus.Trust.unverified, .verified, .changed],
        ContactStatus.Kind.allCases
    )
    func `a candidate is labelled, with its contact's names, kind and preview policy`(
        _ trust: ContactStatus.Trust,
        _ kind: ContactStatus.Kind
    ) throws {
        let earlier = ContactStatus(trust: trust, preview: .senderOnly, kind: kind)
        try book.setStatus(earlier, of: ann.identity)
        #expect(try book.apply(.from(ann, to: next)) == .named)
        #expect(try book.apply(.from(ann, to: next)) == .unchanged)
        let expected = ContactStatus(preview: .senderOnly, kind: kind, isCandidate: true)
        #expect(try status(next) == expected)
        #expect(try status(next)?.needsCheck == true)
        #expect(try status(ann) == earlier)
        #expect(try name(next).name == "Ann")
        #expect(try name(next, code: "bank").name == "Ann's bank")
        #expect(try name(next, code: "bank").identityName == "Ann")
        // It has nothing of its own.
        #expect(try book.name(of: next.identity.bytes) == nil)
        #expect(try book.identity(ofCode: "bank") == ann.identity)
        #expect(try book.list().contacts.allSatisfy { $0.identity == ann.identity })
        try book.add(name: "Anna", identity: ann.identity)
        #expect(try name(next).name == "Anna")
    }

    @Test(.rules("D-6 D-7")) func `a candidate of a candidate is one of the contact`() throws {
        try book.apply(.from(ann, to: next))
        #expect(try book.apply(.from(next, to: other)) == .named)
        #expect(try book.list().candidates.map(\.contact) == [ann.identity, ann.identity])
        #expect(try name(other).name == "Ann")
        try book.take(other.identity)
        #expect(try book.name(of: other.identity.bytes) == "Ann")
        #expect(try status(next) == nil)
    }

    @Test(.rules("D-6 D-7"))
    func `nothing is kept of an identity that is neither contact nor open candidate`() throws {
        #expect(try book.apply(.from(next, to: other)) == .unknownSender)
        try book.apply(.from(ann, to: next))
        #expect(try status(other) == nil)
        try book.block(next.identity)
        #expect(try book.apply(.from(next, to: other)) == .unknownSender)
        try book.remove(identity: next.identity)
        #expect(try book.apply(.from(next, to: other)) == .unknownSender)
        #expect(try book.apply(.from(ann, to: next)) == .decided)
        #expect(try candidates() == [])
    }

    @Test(.rules("D-6 D-7"))
    func `a contact named as a successor keeps what it has and gets nothing`() throws {
        try book.add(name: "Mallory", identity: other.identity)
        let verified = ContactStatus(trust: .verified)
        try book.setStatus(verified, of: other.identity)
        #expect(try book.apply(.from(ann, to: other)) == .decided)
        #expect(try status(other) == verified)
        #expect(try name(other, code: "bank").name == "Mallory")
        #expect(try candidates() == [])
        // Also by way of a candidate.
        try book.apply(.from(ann, to: next))
        #expect(try book.apply(.from(next, to: other)) == .decided)
        #expect(try name(other, code: "bank").name == "Mallory")
    }

    @Test(.rules("D-6 D-7")) func `a candidate of one contact is none of another`() throws {
        let bob = SenderKeys()
        try book.add(name: "Bob", identity: bob.identity)
        try book.apply(.from(ann, to: next))
        #expect(try book.apply(.from(bob, to: next)) == .decided)
        #expect(try name(next).name == "Ann")
    }

    @Test(.rules("D-6 D-7"), arguments: [0, 1, 2])
    func `a succession counts also if an identity of it is revoked, in either order`(
        _ which: Int
    ) throws {
        let revoked = [ann, next, other][which]
        for isFirst in [true, false] {
            let contacts = try TestContacts()
            let phone = contacts.book
            try phone.add(name: "Ann", identity: ann.identity)
            if isFirst { try phone.apply(.of(revoked)) }
            try phone.apply(.from(ann, to: next))
            try phone.apply(.from(next, to: other))
            if !isFirst { try phone.apply(.of(revoked)) }
            let states = try [ann, next, other].map { try phone.status(of: $0.identity.bytes) }
            #expect(states.map { $0?.isRevoked } == (0..<3).map { $0 == which })
            #expect(states.map { $0?.isCandidate } == [false, true, true])
        }
    }

    @Test(.rules("D-6 D-7"))
    func `a contact has eight open candidates, blocked and removed ones not counted`() throws {
        let keys = (0..<11).map { _ in SenderKeys() }
        for key in keys.prefix(8) { #expect(try book.apply(.from(ann, to: key)) == .named) }
        #expect(try book.apply(.from(ann, to: keys[8])) == .tooManyCandidates)
        #expect(try book.apply(.from(keys[0], to: keys[8])) == .tooManyCandidates)
        try book.block(keys[0].identity)
        #expect(try book.apply(.from(ann, to: keys[8])) == .named)
        try book.remove(identity: keys[1].identity)
        #expect(try book.apply(.from(ann, to: keys[9])) == .named)
        #expect(try book.apply(.from(ann, to: keys[10])) == .tooManyCandidates)
        // The bound is each contact's own.
        let bob = SenderKeys()
        try book.add(name: "Bob", identity: bob.identity)
        #expect(try book.apply(.from(bob, to: keys[10])) == .named)
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `blocking a contact silences its candidates, unblocking does not take them`() throws {
        try book.apply(.from(ann, to: next))
        try book.block(ann.identity)
        #expect(try status(next)?.isSilenced == true)
        #expect(try book.apply(.from(ann, to: other)) == .named)
        #expect(try status(other)?.isSilenced == true)
        #expect(throws: ContactError.contactBlocked) { try book.take(next.identity) }
        try book.unblock(ann.identity)
        #expect(try status(next) == ContactStatus(isCandidate: true))
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `removing a contact takes its open candidates, and keeps those that were decided`()
        throws
    {
        let blocked = SenderKeys()
        for key in [next, other, blocked] { try book.apply(.from(ann, to: key)) }
        try book.remove(identity: other.identity)
        try book.block(blocked.identity)
        try book.remove(identity: ann.identity)
        #expect(try status(next) == nil)
        #expect(try status(blocked)?.isSilenced == true)
        #expect(try candidates() == [blocked.identity])
        try book.add(name: "Ann", identity: ann.identity)
        #expect(try book.apply(.from(ann, to: next)) == .named)
        #expect(try book.apply(.from(ann, to: other)) == .decided)
        #expect(try book.apply(.from(ann, to: blocked)) == .decided)
        try book.unblock(blocked.identity)
        #expect(try status(blocked) == ContactStatus(isCandidate: true))
    }

    @Test func `a candidate that was unblocked after its contact is gone is forgotten`() throws {
        try book.apply(.from(ann, to: next))
        try book.block(next.identity)
        try book.remove(identity: ann.identity)
        try book.unblock(next.identity)
        #expect(try status(next) == nil)
        #expect(try contacts.files(in: "candidates") == [])
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `a removed candidate is an unknown sender, whatever comes again, until it is added`()
        throws
    {
        try book.apply(.from(ann, to: next))
        #expect(try book.remove(identity: next.identity))
        #expect(try !book.remove(identity: next.identity))
        #expect(try book.apply(.from(ann, to: next)) == .decided)
        #expect(try status(next) == nil)
        #expect(try name(next).source == .selfDeclared)
        for decide in [book.block, book.unblock] {
            #expect(throws: ContactError.unknownContact) { try decide(next.identity) }
        }
        try book.add(name: "Next", identity: next.identity)
        #expect(try status(next) == ContactStatus())
        try book.remove(identity: next.identity)
        #expect(try book.apply(.from(ann, to: next)) == .named)
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `a candidate that is added is a contact of its own, and gets nothing`() throws {
        try book.apply(.from(ann, to: next))
        try book.add(name: "Next", identity: next.identity)
        #expect(try name(next, code: "bank").name == "Next")
        #expect(try status(next) == ContactStatus())
        #expect(try status(ann) == ContactStatus())
        #expect(try contacts.files(in: "candidates") == [])
        #expect(try book.apply(.from(ann, to: next)) == .decided)
        #expect(try book.apply(.from(ann, to: other)) == .named)
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `an import adds a candidate too, and leaves a blocked one blocked`() throws {
        for key in [next, other] { try book.apply(.from(ann, to: key)) }
        try book.block(other.identity)
        let entries = [next, other].map { ContactEntry(name: "Next", identity: $0.identity) }
        #expect(try book.add(entries) == [.success(.added), .success(.added)])
        #expect(try status(next) == ContactStatus())
        #expect(try status(other) == ContactStatus(trust: .blocked))
        #expect(try contacts.files(in: "candidates") == [])
    }

    @Test(.rules("D-5 D-11 D-12"))
    func `an import unblocks no candidate of a blocked contact`() throws {
        for key in [next, other] { try book.apply(.from(ann, to: key)) }
        try book.block(ann.identity)
        _ = try book.add([ContactEntry(name: "Next", identity: next.identity)])
        #expect(try status(next) == ContactStatus(trust: .blocked))
        try book.add(name: "Other", identity: other.identity)
        #expect(try status(other) == ContactStatus())
    }

    @Test func `a candidate is neither exported, seen nor decided about but by its own calls`()
        throws
    {
        try book.apply(.from(ann, to: next))
        #expect(try book.export().entries.allSatisfy { $0.identity == ann.identity })
        try book.noteSeen(next.identity.bytes, at: Timestamp(clamping: 5))
        #expect(try book.lastSeen(next.identity.bytes) == nil)
        #expect(throws: ContactError.unknownContact) {
            try book.setPreview(.hidden, of: next.identity)
        }
        #expect(throws: ContactError.unknownContact) {
            try book.setStatus(ContactStatus(trust: .verified), of: next.identity)
        }
    }

    @Test func `a damaged candidate is an error, stops no listing, and can be removed`() throws {
        try contacts.store.replace(.candidates, id: next.identity.bytes, contents: [1, 9].span)
        #expect(throws: ContactError.store(.corrupted)) { try status(next) }
        #expect(throws: ContactError.store(.corrupted)) { try book.apply(.from(ann, to: next)) }
        #expect(try book.list().failures == [.store(.corrupted)])
        #expect(try book.remove(identity: next.identity))
        #expect(try book.apply(.from(ann, to: next)) == .named)
    }

    @Test func `finding a candidate's name reads four files, however many there are`() throws {
        for _ in 0..<8 {
            let bob = SenderKeys()
            try book.add(name: "Bob", identity: bob.identity)
            for _ in 0..<8 { try book.apply(.from(bob, to: SenderKeys())) }
        }
        try book.apply(.from(ann, to: next))
        let reads = contacts.reads
        #expect(try name(next, code: "bank").name == "Ann's bank")
        #expect(contacts.reads - reads <= 5)
    }

    @Test(.rules("D-6 D-7"))
    func `threads that name candidates at once pass the bound by one each at most`() throws {
        let named = try inThreads(4) { [book, ann] _ in
            try (0..<8).count { _ in
                try book.apply([.succession(.from(ann, to: SenderKeys()))])
                return true
            }
        }
        #expect(named == [8, 8, 8, 8])
        #expect(try 8...11 ~= candidates().count)
    }
}

extension SenderIdentity.Succession {
    static func from(_ old: SenderKeys, to new: SenderKeys) -> SenderIdentity.Succession {
        SenderIdentity.Succession(from: old.signingKey, to: new.signingKey)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import TestSupport
import Testing

/// How a candidate becomes the successor of its contact.
struct TakingTests {
    /// By the safety number, or without it.
    enum Way: CaseIterable, Sendable {
        case number
        case tap
    }

    let contacts: TestContacts
    let book: ContactBook
    let ann = SenderKeys()
    let next = SenderKeys()
    let other = SenderKeys()
    let device = DeviceIdentity(SigningKey().publicKey)
    let stranger = SenderIdentity.random()

    init() throws {
        contacts = try TestContacts()
        book = contacts.book
        try book.add(name: "Ann", identity: ann.identity)
        try book.add(name: "Ann's bank", identity: ann.identity, code: "bank")
        for key in [next, other] { try book.apply(.from(ann, to: key)) }
    }

    private func status(_ keys: SenderKeys) throws -> ContactStatus? {
        try book.status(of: keys.identity.bytes)
    }

    private func take(_ keys: SenderKeys, _ way: Way) throws(ContactError) {
        switch way {
        case .tap: try book.take(keys.identity)
        case .number:
            guard let number = try? SafetyNumber(sender: keys.identity, device: device) else {
                return
            }
            try book.verify(keys.identity, by: number, device: device)
        }
    }

    @Test(.rules("D-9"), arguments: Way.allCases, ContactStatus.Kind.allCases)
    func `a successor gets all that the contact has, and the contact is changed`(
        _ way: Way,
        _ kind: ContactStatus.Kind
    ) throws {
        let trust: ContactStatus.Trust = way == .number ? .verified : .unverified
        let earlier = ContactStatus(trust: .verified, preview: .senderOnly, kind: kind)
        try book.setStatus(earlier, of: ann.identity)
        try book.setAvatar("ann.png", of: ann.identity)
        try take(next, way)
        let bytes = next.identity.bytes
        #expect(
            try status(next) == ContactStatus(trust: trust, preview: .senderOnly, kind: kind)
        )
        #expect(try book.name(of: bytes) == "Ann")
        #expect(try book.name(of: bytes, code: "bank") == "Ann's bank")
        #expect(try book.identity(ofCode: "bank") == next.identity)
        #expect(try book.avatar(of: bytes) == "ann.png")
        #expect(try book.isName("ANN", ofOtherThan: ann.identity.bytes))
        #expect(
            try status(ann) == ContactStatus(trust: .changed, preview: .senderOnly, kind: kind)
        )
        #expect(try book.name(of: ann.identity.bytes, code: "bank") == "Ann's bank")
        let listing = try book.list()
        #expect(listing.candidates == [])
        #expect(
            listing.contacts.filter { $0.identity == ann.identity }.map(\.successor)
                == [next.identity, next.identity]
        )
        #expect(try status(other) == nil)
        #expect(try contacts.files(in: "candidates") == [])
    }

    @Test(.rules("D-8 C-19"), arguments: Way.allCases)
    func `no statement of the old key touches a successor that was taken`(_ way: Way) throws {
        try take(next, way)
        let taken = try status(next)
        #expect(try book.apply(.from(ann, to: SenderKeys())) == .hasSuccessor)
        #expect(try book.apply(.from(ann, to: other)) == .hasSuccessor)
        #expect(try book.apply(.from(ann, to: next)) == .unchanged)
        #expect(try book.apply(.of(ann)) == .revoked)
        #expect(try status(next) == taken)
        #expect(try status(ann)?.isSilenced == true)
        #expect(try book.identity(ofCode: "bank") == next.identity)
        #expect(try book.list().candidates == [])
        // The successor's own are another matter.
        #expect(try book.apply(.from(next, to: other)) == .named)
    }

    @Test(.rules("D-9"), arguments: Way.allCases)
    func `a blocked contact and a blocked candidate are unblocked first`(_ way: Way) throws {
        for blocked in [ann, next] {
            try book.block(blocked.identity)
            #expect(throws: ContactError.contactBlocked) { try take(next, way) }
            try book.unblock(blocked.identity)
        }
        try take(next, way)
        #expect(try status(next)?.needsCheck == false)
    }

    @Test(.rules("D-9"), arguments: Way.allCases)
    func `a revoked candidate is not taken`(_ way: Way) throws {
        try book.apply(.of(next))
        #expect(throws: ContactError.identityRevoked) { try take(next, way) }
        #expect(try status(next) == ContactStatus(isRevoked: true, isCandidate: true))
    }

    @Test(.rules("D-9"), arguments: [0, 1])
    func `once the contact or a candidate is revoked only the number counts`(_ which: Int) throws {
        try book.apply(.of([ann, other][which]))
        #expect(throws: ContactError.identityRevoked) { try take(next, .tap) }
        #expect(try status(ann)?.trust == .unverified)
        try take(next, .number)
        #expect(try status(next) == ContactStatus(trust: .verified))
    }

    @Test func `a revoked candidate that was removed or blocked counts no more`() throws {
        try book.apply(.of(other))
        try book.block(other.identity)
        try take(next, .tap)
        #expect(try status(next) == ContactStatus())
        #expect(try status(other)?.trust == .blocked)
    }

    @Test(.rules("D-1 D-2 D-9")) func `a wrong number takes nothing`() throws {
        let wrong = try SafetyNumber(sender: other.identity, device: device)
        #expect(throws: ContactError.numberMismatch) {
            try book.verify(next.identity, by: wrong, device: device)
        }
        #expect(try status(next)?.isCandidate == true)
        #expect(try status(ann) == ContactStatus())
    }

    @Test(.rules("D-9"))
    func `who is no candidate is not taken, and a contact is one already`() throws {
        #expect(throws: ContactError.unknownContact) { try book.take(stranger) }
        try book.setStatus(ContactStatus(trust: .changed), of: ann.identity)
        #expect(try !book.take(ann.identity))
        #expect(try status(ann)?.trust == .changed)
        #expect(try book.take(next.identity))
        #expect(try !book.take(next.identity))
        #expect(throws: ContactError.unknownContact) { try take(other, .tap) }
    }

    @Test func `an old contact is changed after blocking and unblocking, too`() throws {
        try take(next, .tap)
        try book.block(ann.identity)
        #expect(try status(next) == ContactStatus())
        try book.unblock(ann.identity)
        #expect(try status(ann)?.trust == .changed)
        // A person may compare its number again; it keeps its successor.
        try take(ann, .number)
        #expect(try status(ann)?.trust == .verified)
        #expect(try book.apply(.from(ann, to: other)) == .hasSuccessor)
    }

    @Test func `a contact that was removed has no successor when it is added again`() throws {
        try take(next, .tap)
        try book.remove(identity: ann.identity)
        #expect(try book.apply(.from(ann, to: other)) == .unknownSender)
        try book.add(name: "Ann", identity: ann.identity)
        #expect(try book.apply(.from(ann, to: other)) == .named)
        #expect(try status(next) == ContactStatus())
    }

    @Test(.rules("D-10")) func `a code that another contact has by now stays there`() throws {
        try book.remove(identity: ann.identity, code: "bank")
        try book.add(name: "Bank", identity: stranger, code: "bank")
        try take(next, .tap)
        #expect(try book.identity(ofCode: "bank") == stranger)
        #expect(try book.name(of: next.identity.bytes, code: "bank") == nil)
    }

    @Test(.rules("D-5 D-11 D-12"), arguments: [true, false])
    func `a code of a contact that ended moves to whom a person adds it, not by an import`(
        _ isRevoked: Bool
    ) throws {
        if isRevoked { try book.apply(.of(ann)) } else { try take(next, .tap) }
        try book.add(name: "Ann's club", identity: ann.identity, code: "club")
        let entry = ContactEntry(name: "Ann", identity: stranger, code: "club")
        #expect(try book.add([entry]) == [.failure(.identityChanged)])
        #expect(try book.identity(ofCode: "club") == ann.identity)
        #expect(try book.add(name: "Ann", identity: stranger, code: "club") == .added)
        #expect(try book.identity(ofCode: "club") == stranger)
        #expect(try book.name(of: ann.identity.bytes, code: "club") == "Ann's club")
        #expect(try book.status(of: stranger.bytes) == ContactStatus())
    }

    @Test(.rules("D-5 D-11 D-12"), arguments: [false, true])
    func `a code is not given back to a contact that has a successor, and marks who has it`(
        _ isImport: Bool
    ) throws {
        try take(next, .number)
        #expect(throws: ContactError.identityChanged) {
            guard isImport else {
                try book.add(name: "Ann's bank", identity: ann.identity, code: "bank")
                return
            }
            let entry = ContactEntry(name: "Ann's bank", identity: ann.identity, code: "bank")
            for result in try book.add([entry]) { _ = try result.get() }
        }
        #expect(try book.identity(ofCode: "bank") == next.identity)
        #expect(try status(next)?.trust == .changed)
    }

    @Test(.rules("D-10")) func `a code that moved on leaves no name with a successor`() throws {
        try book.apply(.of(ann))
        try book.add(name: "Bank", identity: stranger, code: "bank")
        try take(next, .number)
        #expect(try book.name(of: ann.identity.bytes, code: "bank") == "Ann's bank")
        #expect(try book.name(of: next.identity.bytes, code: "bank") == nil)
        #expect(try book.name(of: next.identity.bytes) == "Ann")
    }

    @Test func `an export writes a code for the successor alone`() throws {
        try take(next, .tap)
        let entries = try book.export().entries.filter { $0.code == "bank" }
        #expect(entries.map(\.identity) == [next.identity])
    }
}

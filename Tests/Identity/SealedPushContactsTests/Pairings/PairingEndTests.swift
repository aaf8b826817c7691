// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushContacts
@testable import SealedPushStore

/// The end of pairings, and what is left of them.
struct PairingEndTests {
    private let contacts: TestContacts
    private let scene: PairingScene
    private var store: RecordStore { contacts.store }
    private var book: PairingBook { PairingBook(store) }

    private static let late = Duration.hours(24) + .seconds(1)

    init() throws {
        contacts = try TestContacts()
        scene = try PairingScene()
    }

    private func ended(_ review: PairingReview) -> [PairingLink] { review.ended.map(\.link) }

    @Test(.rules("L-31"), arguments: [PairingLink.Source.camera, .system])
    func `a contact is verified if the camera read the link, once and not before`(
        _ source: PairingLink.Source
    ) throws {
        let scene = PairingScene(try ScannedLink(from: source))
        try scene.answer(in: store)
        try scene.maintain(store)
        #expect(try scene.status(in: store)?.trust == .unverified)
        try scene.pair(in: store)
        try scene.maintain(store, after: Self.late)
        #expect(try scene.status(in: store)?.trust == (source == .camera ? .verified : .unverified))
        // What a person decides then stays.
        try contacts.book.setStatus(ContactStatus(), of: scene.sender)
        try scene.maintain(store, after: Self.late)
        #expect(try scene.status(in: store)?.trust == .unverified)
    }

    @Test(.rules("L-31"), arguments: [ContactStatus.Trust.changed, .blocked])
    func `what a person knew against a contact by then is not verified away`(
        _ trust: ContactStatus.Trust
    ) throws {
        try scene.answer(in: store)
        try scene.pair(in: store)
        try contacts.book.setStatus(ContactStatus(trust: trust), of: scene.sender)
        try scene.maintain(store)
        #expect(try scene.status(in: store)?.trust == trust)
    }

    @Test(.rules("L-33"))
    func `what is not paired in 24 hours is undone, and the contact goes that it made`() throws {
        try scene.answer(in: store)
        #expect(try scene.maintain(store, after: .hours(24)).waiting == 1)
        #expect(try scene.status(in: store) != nil)
        let review = try scene.maintain(store, after: Self.late)
        #expect(ended(review) == [scene.link] && review.waiting == 0)
        #expect(review.ended.first?.endpoint?.id == "endpoint-1")
        #expect(try scene.status(in: store) == nil)
        // The endpoint is remembered until it is said to be ended.
        #expect(try ended(scene.maintain(store)) == [scene.link])
        for pairing in review.ended { try book.forget(pairing) }
        #expect(try store.pairingRecords == 0)
        #expect(try ended(scene.maintain(store, after: Self.late)) == [])
    }

    @Test(.rules("L-28 L-33"))
    func `a link whose pairing has ended serves no second answer, until it is over`() throws {
        try scene.answer(in: store)
        let pairing = try #require(try book.pairing(of: scene.link))
        try book.end(pairing)
        for isForgotten in [false, true] {
            if isForgotten { try book.forget(pairing) }
            try scene.maintain(store)
            let again = try book.agree(to: scene.link, as: "Other", now: PairingScene.now)
            #expect(again == nil)
        }
        #expect(try store.servedLinks == 1)
        // Its end, and the hour for clocks that differ.
        try scene.maintain(store, after: .seconds(600) + .hours(1))
        #expect(try store.servedLinks == 1)
        try scene.maintain(store, after: .seconds(601) + .hours(1))
        #expect(try store.servedLinks == 0)
    }

    @Test func `an end of an earlier look forgets no later pairing`() throws {
        let earlier = try #require(try book.agree(to: scene.link, as: "A", now: PairingScene.now))
        for record in try store.list(.pairings).records {
            try store.remove(.pairings, id: record.id)
        }
        try scene.answer(in: store, now: PairingScene.now.advanced(by: .seconds(1)))
        try book.forget(earlier)
        #expect(try book.pairing(of: scene.link)?.endpoint?.id == "endpoint-1")
    }

    @Test(.rules("L-33"), arguments: [-48, 48])
    func `a clock that is two days off for a while keeps no pairing for longer`(
        _ hours: Int64
    ) throws {
        try scene.answer(in: store, now: PairingScene.now.advanced(by: .hours(hours)))
        // Set right: then it is undone, one way or the other.
        #expect(try ended(scene.maintain(store)) == [scene.link])
        #expect(try scene.status(in: store) == nil)
    }

    @Test(.rules("L-33")) func `a pairing that is paired is not undone, whatever the clock says`()
        throws
    {
        try scene.answer(in: store)
        try scene.pair(in: store)
        for delay in [Duration.hours(-48), .hours(48), .hours(24 * 365)] {
            #expect(try ended(scene.maintain(store, after: delay)) == [])
        }
        #expect(try scene.status(in: store)?.trust == .verified)
    }

    @Test(.rules("L-33"), arguments: [false, true])
    func `what was a candidate is one again once its pairings are undone`(
        _ isTwice: Bool
    ) throws {
        let old = SenderKeys()
        try contacts.book.add(name: "Bank", identity: old.identity)
        try contacts.book.apply(.from(old, to: scene.scanned.sender))
        let before = try contacts.book.list()
        #expect(before.candidates.map(\.identity) == [scene.sender])
        try scene.answer(in: store)
        if isTwice {
            let second = PairingScene(
                try ScannedLink(of: scene.scanned.sender),
                endpoint: "endpoint-2"
            )
            try second.answer(in: store)
        }
        #expect(try scene.status(in: store)?.isCandidate == false)
        for pairing in try scene.maintain(store, after: Self.late).ended {
            try book.forget(pairing)
        }
        #expect(try contacts.book.list() == before)
        #expect(try store.pairingRecords == 0)
    }

    @Test(.rules("L-33"))
    func `a candidate whose contact is gone by then, or was removed, stays gone`()
        throws
    {
        let old = SenderKeys()
        try contacts.book.add(name: "Bank", identity: old.identity)
        try contacts.book.apply(.from(old, to: scene.scanned.sender))
        try scene.answer(in: store)
        try contacts.book.remove(identity: old.identity)
        try scene.maintain(store, after: Self.late)
        #expect(try scene.status(in: store) == nil)
        #expect(try contacts.book.list().candidates.isEmpty)
        // A person has removed the contact itself.
        let other = try PairingScene(ScannedLink(), endpoint: "endpoint-2")
        try contacts.book.add(name: "Bank", identity: old.identity)
        try contacts.book.apply(.from(old, to: other.scanned.sender))
        try other.answer(in: store)
        try contacts.book.remove(identity: other.sender)
        try other.maintain(store, after: Self.late)
        #expect(try contacts.book.list().candidates.isEmpty)
    }

    /// What happens to the contact of a pairing before that is undone.
    enum Change: CaseIterable, Sendable {
        case wasThere
        case verified
        case renamed
        case coded
        case pictured
        case service
    }

    @Test(.rules("L-33"), arguments: Change.allCases)
    func `a contact stays if it was there, or a person has changed it since`(
        _ change: Change
    ) throws {
        let contacts = contacts.book
        let sender = scene.sender
        if change == .wasThere { try contacts.add(name: "Build server", identity: sender) }
        try scene.answer(in: store)
        switch change {
        case .wasThere: break
        case .verified: try contacts.setStatus(ContactStatus(trust: .verified), of: sender)
        case .renamed: try contacts.add(name: "Ann", identity: sender)
        case .coded: try contacts.add(name: "Ann", identity: sender, code: "ann")
        case .pictured: try contacts.setAvatar("ann.png", of: sender)
        case .service: try contacts.setKind(.service, of: sender)
        }
        #expect(try ended(scene.maintain(store, after: Self.late)) == [scene.link])
        #expect(try scene.status(in: store) != nil)
    }

    @Test(.rules("L-32"))
    func `a later pairing with a sender ends the earlier, and no other one`() throws {
        let later = PairingScene(try ScannedLink(of: scene.scanned.sender), endpoint: "endpoint-2")
        let other = PairingScene(try ScannedLink(), endpoint: "endpoint-3")
        for scene in [scene, other] {
            try scene.answer(in: store)
            try scene.pair(in: store)
        }
        try later.answer(in: store)
        #expect(try ended(scene.maintain(store)) == [])
        try later.pair(in: store)
        #expect(try ended(scene.maintain(store)) == [scene.link])
        #expect(try scene.status(in: store)?.trust == .verified)
    }

    @Test(.rules("L-32"))
    func `which pairing is the later is not up to the clock, nor to the order of messages`()
        throws
    {
        let later = PairingScene(try ScannedLink(of: scene.scanned.sender), endpoint: "endpoint-2")
        try scene.answer(in: store)
        try later.answer(in: store, now: PairingScene.now.advanced(by: .hours(-2)))
        try later.pair(in: store)
        try scene.pair(in: store)
        #expect(try ended(scene.maintain(store)) == [scene.link])
    }

    @Test(.rules("L-33"))
    func `of two pairings that wait the last that is undone takes the contact`() throws {
        let second = PairingScene(
            try ScannedLink(of: scene.scanned.sender),
            as: "Other name",
            endpoint: "endpoint-2"
        )
        try scene.answer(in: store)
        try second.answer(in: store, now: PairingScene.now.advanced(by: .hours(5)))
        #expect(try contacts.book.name(of: scene.sender.bytes) == "Build server")
        #expect(try ended(scene.maintain(store, after: Self.late)) == [scene.link])
        #expect(try scene.status(in: store) != nil)
        let both = try ended(scene.maintain(store, after: Self.late + .hours(5)))
        #expect(Set(both) == [scene.link, second.link])
        #expect(try scene.status(in: store) == nil)
    }

    @Test(.rules("L-33"))
    func `a contact that one pairing made and another paired with stays`() throws {
        let second = PairingScene(try ScannedLink(of: scene.scanned.sender), endpoint: "endpoint-2")
        try scene.answer(in: store)
        try second.answer(in: store)
        try second.pair(in: store)
        #expect(try ended(scene.maintain(store)) == [scene.link])
        #expect(try ended(scene.maintain(store, after: Self.late)) == [scene.link])
        #expect(try scene.status(in: store)?.trust == .verified)
    }

    @Test(.rules("L-34"), arguments: [false, true], ["removed", "blocked", "revoked"])
    func `a contact that is removed, blocked or revoked ends its endpoint`(
        _ isPaired: Bool,
        _ word: String
    ) throws {
        try scene.answer(in: store)
        if isPaired { try scene.pair(in: store) }
        #expect(try ended(scene.maintain(store)) == [])
        switch word {
        case "removed": try contacts.book.remove(identity: scene.sender)
        case "blocked": try contacts.book.block(scene.sender)
        default: try contacts.book.apply(.of(scene.scanned.sender))
        }
        let review = try scene.maintain(store)
        #expect(ended(review) == [scene.link])
        if word == "blocked" { #expect(try scene.status(in: store)?.trust == .blocked) }
        for pairing in review.ended { try book.forget(pairing) }
        #expect(try store.pairingRecords == 0)
    }

    @Test(.rules("L-34"))
    func `the endpoint is the successor's once a person has taken it, and ends with that`()
        throws
    {
        try scene.answer(in: store)
        try scene.pair(in: store)
        try scene.maintain(store)
        let book = contacts.book
        let (next, last) = (SenderKeys(), SenderKeys())
        try book.apply(.from(scene.scanned.sender, to: next))
        try book.take(next.identity)
        #expect(try ended(scene.maintain(store)) == [])
        try book.remove(identity: scene.sender)
        #expect(try ended(scene.maintain(store)) == [])
        try book.apply(.from(next, to: last))
        try book.take(last.identity)
        #expect(try ended(scene.maintain(store)) == [])
        // A new code of the successor's replaces it.
        let again = PairingScene(try ScannedLink(of: last), endpoint: "endpoint-2")
        try again.answer(in: store)
        try again.pair(in: store)
        #expect(try ended(scene.maintain(store)) == [scene.link])
        try book.block(last.identity)
        let review = try scene.maintain(store)
        #expect(Set(ended(review)) == [scene.link, again.link])
        for pairing in review.ended { try PairingBook(store).forget(pairing) }
        #expect(try store.pairingRecords == 0)
    }

    @Test(.rules("L-34"))
    func `a contact that is removed right after its successor was taken ends no endpoint`() throws {
        try scene.answer(in: store)
        try scene.pair(in: store)
        try scene.maintain(store)
        let next = SenderKeys()
        try contacts.book.apply(.from(scene.scanned.sender, to: next))
        try contacts.book.take(next.identity)
        try contacts.book.remove(identity: scene.sender)
        #expect(try ended(scene.maintain(store)) == [])
        try contacts.book.remove(identity: next.identity)
        #expect(try ended(scene.maintain(store)) == [scene.link])
    }

    @Test(.rules("L-33 L-34"))
    func `an undoing that was stopped is done by the next run, and removes no other contact`()
        async throws
    {
        let other = PairingScene(try ScannedLink(), endpoint: "endpoint-2")
        let files = SimulatedFileSystem(try .withStore())
        let store = try files.store()
        try scene.answer(in: store)
        try other.answer(in: store)
        try other.pair(in: store)
        @Sendable func undo(_ store: RecordStore) throws {
            let now = PairingScene.now.advanced(by: Self.late)
            let review = try PairingBook(store).maintain(of: scene.device, now: now)
            for pairing in review.ended { try PairingBook(store).forget(pairing) }
        }
        let stopped = try await files.disk.killing { try undo($0) }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try undo(files.store())
            for left in files.disk.afterPowerLoss() {
                let store = try left.store()
                #expect(try PairingBook(store).all().pairings.map(\.link) == [other.link])
                #expect(try scene.status(in: store) == nil)
                #expect(try other.status(in: store)?.trust == .verified)
            }
        }
        #expect(stopped.count > 40)
    }

    @Test(.rules("L-32"))
    func `an ending of a paired endpoint that was stopped leaves the contact`() async throws {
        let later = PairingScene(try ScannedLink(of: scene.scanned.sender), endpoint: "endpoint-2")
        let files = SimulatedFileSystem(try .withStore())
        let store = try files.store()
        try scene.answer(in: store)
        try scene.pair(in: store)
        try later.answer(in: store)
        try later.pair(in: store)
        @Sendable func end(_ store: RecordStore) throws {
            let book = PairingBook(store)
            let review = try book.maintain(of: scene.device, now: PairingScene.now)
            for pairing in review.ended { try book.forget(pairing) }
        }
        for disk in try await files.disk.killing({ try end($0) }) {
            let files = SimulatedFileSystem(disk)
            try end(files.store())
            let store = try files.store()
            #expect(try PairingBook(store).all().pairings.map(\.link) == [later.link])
            #expect(try later.status(in: store)?.trust == .verified)
        }
    }

    @Test func `a damaged agreement is forgotten, and the others go on`() throws {
        try scene.answer(in: store)
        let other = PairingScene(try ScannedLink(), endpoint: "endpoint-2")
        try other.answer(in: store)
        try other.pair(in: store)
        let path = store.path(of: PairingStep.agreement(scene.link.digest).id, kind: .pairings)
        let file = "\(contacts.path)/\(path.text)"
        var bytes = try contacts.bytes(of: file)
        bytes[bytes.count / 2] ^= 1
        try POSIXFileSystem().unlink(file)
        try POSIXFileSystem().create(file, contents: bytes.span)
        #expect(try book.all().failures == [.corrupted])
        try scene.maintain(store)
        #expect(try book.all().failures == [])
        #expect(try book.all().pairings.map(\.link) == [other.link])
        #expect(try book.pairing(of: other.link)?.isPaired == true)
        #expect(try other.status(in: store)?.trust == .verified)
        // What is left is of the other one: agreement, endpoint, contact, box, hash, message and
        // end.
        #expect(try store.pairingRecords == 7)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushContacts

/// The steps of a pairing in the store.
struct PairingStepTests {
    private let contacts: TestContacts
    private let scene: PairingScene
    private var store: RecordStore { contacts.store }
    private var book: PairingBook { PairingBook(store) }

    init() throws {
        contacts = try TestContacts()
        scene = try PairingScene()
    }

    @Test(.rules("L-24 L-25 L-27"))
    func `each step is kept as it was done, with link, name, endpoint and box`() throws {
        let before = try book.pairing(of: scene.link)
        #expect(before == nil)
        let answered = try scene.answer(in: store)
        let kept = try #require(try book.pairing(of: scene.link))
        #expect(kept.link == scene.link && kept.link.source == .camera)
        #expect(kept.name == "Build server" && kept.agreed == PairingScene.now)
        #expect(kept.endpoint?.id == "endpoint-1")
        #expect(kept.endpoint?.url == scene.scanned.endpoint())
        #expect(kept.answer?.box == answered.answer?.box)
        #expect(kept.answer?.kept == PairingScene.now)
        #expect(!kept.isPaired && !kept.isEnded)
        #expect(try book.all().pairings.map(\.link) == [scene.link])
    }

    @Test(.rules("L-24")) func `no backup has a pairing`() throws {
        #expect(!RecordKind.pairings.isBackedUp)
    }

    @Test(.rules("L-27 L-28"))
    func `what was done is not done otherwise: name, endpoint and box stay`() throws {
        let first = try scene.answer(in: store)
        let later = PairingScene.now.advanced(by: .hours(1))
        let again = try #require(try book.agree(to: scene.link, as: "Other", now: later))
        #expect(again.name == "Build server" && again.agreed == PairingScene.now)
        let other = try scene.scanned.answer(2)
        let endpoint = StoredPairing.Endpoint(id: "other", device: "d", url: "x")
        #expect(try book.keep(endpoint, for: again).endpoint?.id == "endpoint-1")
        #expect(try book.addContact(for: again, as: "Other", from: .system).name == "Build server")
        let kept = try book.keep(other.box, with: other.hash, for: again, now: PairingScene.now)
        #expect(kept.answer?.box == first.answer?.box && kept.answer?.hash == first.answer?.hash)
        #expect(try !book.notePaired(by: scene.sender.bytes, other.hash))
    }

    @Test(.rules("L-26"))
    func `a contact that is there stays as it is, and a new one is unverified under its name`()
        throws
    {
        try scene.answer(in: store)
        #expect(try scene.status(in: store) == ContactStatus())
        #expect(try contacts.book.name(of: scene.sender.bytes) == "Build server")
        let known = PairingScene(try ScannedLink(), as: "Other name")
        try contacts.book.add(name: "Ann", identity: known.sender, kind: .service)
        let status = ContactStatus(trust: .verified, preview: .senderOnly, kind: .service)
        try contacts.book.setStatus(status, of: known.sender)
        try known.answer(in: store)
        #expect(try known.status(in: store) == status)
        #expect(try contacts.book.name(of: known.sender.bytes) == "Ann")
    }

    @Test(.rules("L-26 L-31"))
    func `the name and the way of the link are those of the last agreement before the contact`()
        throws
    {
        let book = book
        let first = try ScannedLink(from: .system)
        var pairing = try #require(
            try book.agree(to: first.link, as: "First", now: PairingScene.now)
        )
        pairing = try #require(
            try book.agree(to: first.link, as: "Second", now: PairingScene.now)
        )
        pairing = try book.addContact(for: pairing, as: "Second", from: .camera)
        let (box, hash) = try first.answer()
        _ = try book.keep(box, with: hash, for: pairing, now: PairingScene.now)
        #expect(try contacts.book.name(of: first.link.sender.bytes) == "Second")
        try book.notePaired(by: first.link.sender.bytes, hash)
        let device = DeviceIdentity(SigningKey().publicKey)
        _ = try book.maintain(of: device, now: PairingScene.now)
        #expect(try contacts.book.status(of: first.link.sender.bytes)?.trust == .verified)
    }

    @Test(.rules("L-26")) func `a candidate becomes a contact of its own`() throws {
        let old = SenderKeys()
        try contacts.book.add(name: "Bank", identity: old.identity, code: "cards")
        try contacts.book.apply(.from(old, to: scene.scanned.sender))
        #expect(try scene.status(in: store)?.isCandidate == true)
        try scene.answer(in: store)
        #expect(try scene.status(in: store) == ContactStatus())
        #expect(try contacts.book.name(of: scene.sender.bytes) == "Build server")
        #expect(try contacts.book.identity(ofCode: "cards") == old.identity)
    }

    @Test(.rules("L-29"))
    func `nothing pairs but a message of the sender with the hash of the answer`() throws {
        let hash = try #require(try scene.answer(in: store).answer?.hash)
        let other = try PairingScene(ScannedLink(), endpoint: "endpoint-2")
        let otherHash = try #require(try other.answer(in: store).answer?.hash)
        #expect(try !book.notePaired(by: other.sender.bytes, hash))
        #expect(try !book.notePaired(by: scene.sender.bytes, otherHash))
        #expect(try !book.notePaired(by: SenderIdentity.random().bytes, hash))
        #expect(try book.all().pairings.allSatisfy { !$0.isPaired })
        #expect(try book.notePaired(by: scene.sender.bytes, hash))
        #expect(try !book.notePaired(by: scene.sender.bytes, hash))
        #expect(try book.all().pairings.map(\.isPaired) == [true, false])
    }

    @Test(.rules("L-28"))
    func `after a kill the same scan goes on, with the box that may have left the device`()
        async throws
    {
        let stopped = try await SimulatedDisk.withStore().killing { store in
            try scene.answer(in: store)
        }
        var kept = 0
        for disk in stopped {
            let before = try PairingBook(disk.store()).pairing(of: scene.link)?.answer?.box
            let files = SimulatedFileSystem(disk)
            let after = try scene.answer(in: files.store())
            if let before {
                kept += 1
                #expect(after.answer?.box == before)
            }
            for left in files.disk.afterPowerLoss() {
                let store = try left.store()
                let pairing = try #require(try PairingBook(store).pairing(of: scene.link))
                #expect(pairing.answer?.box == after.answer?.box)
                #expect(pairing.endpoint?.id == "endpoint-1")
                #expect(try scene.status(in: store) == ContactStatus())
                #expect(try ContactBook(store).name(of: scene.sender.bytes) == "Build server")
                let hash = try #require(pairing.answer?.hash)
                #expect(try PairingBook(store).notePaired(by: scene.sender.bytes, hash))
            }
        }
        #expect(kept > 5 && stopped.count > 30)
    }

    @Test(.rules("L-29"))
    func `a message that was noted stays noted, wherever another run was stopped`() async throws {
        let files = SimulatedFileSystem(try .withStore())
        let hash = try #require(try scene.answer(in: files.store()).answer?.hash)
        let sender = scene.sender.bytes
        let stopped = try await files.disk.killing { store in
            try PairingBook(store).notePaired(by: sender, hash)
        }
        for disk in stopped {
            let files = SimulatedFileSystem(disk)
            try PairingBook(files.store()).notePaired(by: sender, hash)
            for left in files.disk.afterPowerLoss() {
                #expect(try PairingBook(left.store()).pairing(of: scene.link)?.isPaired == true)
            }
        }
        #expect(stopped.count > 5)
    }

    @Test(.rules("L-29")) func `a message without a pairing costs one look, and makes nothing`()
        throws
    {
        let hash = try #require(try scene.answer(in: store).answer?.hash)
        let count = try store.pairingRecords
        let reads = contacts.reads
        #expect(try !book.notePaired(by: SenderIdentity.random().bytes, hash))
        #expect(contacts.reads == reads)
        #expect(try store.pairingRecords == count)
    }
}

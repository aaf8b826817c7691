// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCrypto
import SealedPushStore
import StoreTestSupport
import Testing

@testable import SealedPushContacts

/// A link, and what a device does with it in some store.
struct PairingScene: Sendable {
    let scanned: ScannedLink
    let name: String
    let id: String
    let device = DeviceIdentity(SigningKey().publicKey)

    static let now = ScannedLink.now

    init(
        _ scanned: ScannedLink,
        as name: String = "Build server",
        endpoint id: String = "endpoint-1"
    ) {
        (self.scanned, self.name, self.id) = (scanned, name, id)
    }

    init() throws { self.init(try ScannedLink()) }

    var link: PairingLink { scanned.link }
    var sender: SenderIdentity { link.sender }

    /// Does step 4 as far as no relay is needed, with a box of this run's.
    @discardableResult
    func answer(
        in store: RecordStore,
        now: Timestamp = PairingScene.now
    ) throws -> StoredPairing {
        let book = PairingBook(store)
        var pairing = try #require(try book.agree(to: link, as: name, now: now))
        if pairing.endpoint == nil {
            let endpoint = StoredPairing.Endpoint(id: id, device: "d", url: scanned.endpoint())
            pairing = try book.keep(endpoint, for: pairing)
        }
        pairing = try book.addContact(for: pairing, as: name, from: link.source)
        let made = try scanned.answer()
        let kept = pairing.answer.map { ($0.box, $0.hash) } ?? made
        return try book.keep(kept.0, with: kept.1, for: pairing, now: now)
    }

    /// Has a message of the sender name the answer.
    func pair(in store: RecordStore) throws {
        let book = PairingBook(store)
        let hash = try #require(try book.pairing(of: link)?.answer?.hash)
        #expect(try book.notePaired(by: sender.bytes, hash))
    }

    /// Does maintenance, so many seconds later.
    @discardableResult
    func maintain(_ store: RecordStore, after delay: Duration = .zero) throws -> PairingReview {
        let now = Self.now.advanced(by: delay)
        let review = try PairingBook(store).maintain(of: device, now: now)
        #expect(review.failures.isEmpty)
        return review
    }

    /// The sender's status as a contact.
    func status(in store: RecordStore) throws -> ContactStatus? {
        try ContactBook(store).status(of: sender.bytes)
    }
}

extension RecordStore {
    /// The number of records of pairings, besides those that links have served.
    var pairingRecords: Int {
        get throws {
            try list(.pairings).records.count { $0.id.first != PairingStep.firstOfEnded }
        }
    }

    /// The number of links that have served, and are not over.
    var servedLinks: Int { get throws { try count(.pairings) - pairingRecords } }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

@testable import SealedPushRelayClient

/// What a device refuses of links, and what it tells a person.
struct PairingOfferTests {
    private let phone: PairingPhone

    init() throws { phone = try PairingPhone() }

    private func offer(
        _ scanned: ScannedLink,
        at delay: Duration = .zero
    ) async throws(any Error) -> PairingOffer {
        try await phone.pairings(at: delay).offer(scanned.link)
    }

    /// Whether a link is refused, at the offer and at the acceptance of an earlier one.
    private func isRefused(
        _ scanned: ScannedLink,
        with error: DevicePairingError,
        by pairings: Pairings? = nil
    ) async throws {
        let pairings = try pairings ?? phone.pairings()
        await #expect(throws: error) { try await pairings.offer(scanned.link) }
        let offer = PairingOffer(link: scanned.link, name: "A", naming: .suggested("A"))
        await #expect(throws: error) {
            for try await _ in pairings.accept(offer, as: "A") {}
        }
        #expect(phone.relay.requests.isEmpty)
        #expect(try phone.records == 0)
    }

    @Test(.rules("L-20"), arguments: [-48, 0, 48])
    func `a link is refused from an hour after its end, by this device's clock`(
        _ hours: Int64
    ) async throws {
        let end = PairingPhone.now.advanced(by: .hours(hours))
        let scanned = try ScannedLink(end: end)
        let last = Duration.hours(hours + 1)
        _ = try await offer(scanned, at: last)
        let late = try phone.pairings(at: last + .milliseconds(1))
        try await isRefused(scanned, with: .over(end), by: late)
    }

    @Test(
        .rules("L-21"),
        arguments: [
            "https://relay.example:8443", "https://other.example", "https://relay.example.net",
            "http://127.0.0.1:8080",
        ]
    )
    func `a link of a relay at which the app is not registered is refused, and told of both`(
        _ relay: String
    ) async throws {
        let scanned = try ScannedLink(at: relay)
        let error = DevicePairingError.otherRelay(relay, registered: ["https://relay.example"])
        try await isRefused(scanned, with: error)
    }

    @Test func `the words about another relay name both`() {
        let error = DevicePairingError.otherRelay(
            "https://relay.example",
            registered: ["https://push.example"]
        )
        let words = "this code is for relay.example, and this app is registered at push.example"
        #expect(error.message == words)
    }

    @Test(.rules("L-22")) func `a link of a blocked, changed or revoked sender is refused`()
        async throws
    {
        for (trust, error) in [
            (ContactStatus.Trust.blocked, DevicePairingError.blocked), (.changed, .changed),
        ] {
            let scanned = try ScannedLink()
            try phone.contacts.add(name: "Ann", identity: scanned.link.sender)
            try phone.contacts.setStatus(ContactStatus(trust: trust), of: scanned.link.sender)
            try await isRefused(scanned, with: error)
        }
        for isKnown in [true, false] {
            let scanned = try ScannedLink()
            if isKnown { try phone.contacts.add(name: "Ann", identity: scanned.link.sender) }
            try phone.contacts.apply(SenderIdentity.Revocation(signing: scanned.sender.signingKey))
            try await isRefused(scanned, with: .revoked)
        }
    }

    @Test(.rules("L-22")) func `a blocked candidate is refused, and an open one is not`()
        async throws
    {
        let old = SenderKeys()
        try phone.contacts.add(name: "Bank", identity: old.identity)
        let scanned = try ScannedLink()
        let next = SenderIdentity.Succession(from: old.signingKey, to: scanned.sender.signingKey)
        try phone.contacts.apply(next)
        #expect(try await offer(scanned).naming == .suggested("Build server"))
        try phone.contacts.block(scanned.link.sender)
        try await isRefused(scanned, with: .blocked)
    }

    @Test(.rules("L-22")) func `a link of a test identity, or of the device itself, is refused`()
        async throws
    {
        let published = try #require(TestIdentities.all.last)
        let test = try ScannedLink(identity: SenderIdentity(reading: published.span))
        try await isRefused(test, with: .testIdentity)
        _ = try await phone.pairings(acceptsTestIdentities: true).offer(test.link)
        let own = try DeviceKeys(in: phone.store).identity.bytes
        let mine = try ScannedLink(identity: SenderIdentity(reading: own.span))
        try await isRefused(mine, with: .ownIdentity)
    }

    @Test(.rules("L-22")) func `any link is refused while notifications are not allowed`()
        async throws
    {
        let off = try phone.pairings(notifications: .off)
        try await isRefused(ScannedLink(), with: .notificationsOff, by: off)
    }

    @Test(.rules("L-23")) func `a person is told name and relay, and nothing happens before`()
        async throws
    {
        let scanned = try ScannedLink()
        let offer = try await offer(scanned)
        #expect(offer.name == "Build server" && offer.relay == "https://relay.example")
        #expect(offer.naming == .suggested("Build server"))
        #expect(phone.relay.requests.isEmpty)
        #expect(try phone.records == 0)
        #expect(try phone.contacts.list().contacts.isEmpty)
        // Nor by asking for the states and not reading them.
        _ = try phone.pairings().accept(offer, as: "Build server")
        #expect(try phone.records == 0)
    }

    @Test(.rules("L-23"))
    func `a contact is shown under the name that the device has, and no name is asked for`()
        async throws
    {
        let scanned = try ScannedLink()
        try phone.contacts.add(name: "Basement", identity: scanned.link.sender)
        let offer = try await offer(scanned)
        #expect(offer.name == "Basement" && offer.naming == .contact)
        let coded = try ScannedLink()
        try phone.contacts.add(name: "Attic", identity: coded.link.sender, code: "attic")
        #expect(try await self.offer(coded).name == "Attic")
    }

    @Test(.rules("L-23"))
    func `a contact without a name is not shown under a name that its link says`() async throws {
        let scanned = try ScannedLink(named: "Bank")
        let contacts = try phone.contacts
        try contacts.add(name: "Bank", identity: SenderKeys().identity)
        // What is left of a contact whose only name was that of a code.
        let sender = scanned.link.sender
        try contacts.add(name: "Attic", identity: sender, code: "attic")
        try contacts.remove(identity: sender, code: "attic")
        #expect(try contacts.status(of: sender.bytes)?.isCandidate == false)
        let offer = try await offer(scanned)
        #expect(offer.name == "Unknown sender" && offer.naming == .contact)
        let paired = try await phone.pair(scanned.link)
        guard case .paired(_, let name, _) = paired.last else { throw Unpaired() }
        #expect(name == "Unknown sender")
        #expect(try contacts.name(of: sender.bytes) == nil)
    }

    private struct Unpaired: Error {}

    @Test(.rules("L-23"), arguments: ["Build server", "Build  server", "Bui1d server"])
    func `a name that looks like another contact's is told, and none is suggested`(
        _ name: String
    ) async throws {
        try phone.contacts.add(name: name, identity: SenderKeys().identity)
        let offer = try await offer(ScannedLink())
        #expect(offer.naming == .lookalike && offer.name == "Build server")
    }

    @Test func `a device without a name that can be seen pairs with none`() throws {
        for name in ["", " \n", "\u{200B}"] {
            #expect(throws: DevicePairingError.noDeviceName) {
                try phone.pairings(named: name)
            }
        }
    }

    @Test func `states, offers and errors show no name and no number`() throws {
        let scanned = try ScannedLink()
        let offer = PairingOffer(link: scanned.link, name: "Ann", naming: .lookalike)
        let number = try #require(PairingNumber(47))
        let state = PairingState.paired(number: number, name: "Ann", sender: scanned.link.sender)
        for text in ["\(offer)", "\(state)", String(reflecting: state)] {
            #expect(!text.contains("Ann") && !text.contains("47"))
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ReceiverTestSupport
import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import StoreTestSupport
import TestSupport
import Testing

/// Messages that end a pairing, in the extension: without a network.
struct PairedMessageTests {
    private let phone: Phone
    private let scanned: ScannedLink
    private let hash: AnswerHash

    init() throws {
        phone = try Phone()
        scanned = try ScannedLink(of: phone.server)
        hash = try Self.answer(scanned, in: phone.store)
    }

    /// Does step 4 of a pairing, as the app has done before.
    private static func answer(
        _ scanned: ScannedLink,
        in store: RecordStore
    ) throws -> AnswerHash {
        let book = PairingBook(store)
        let (link, name) = (scanned.link, "Build server")
        var pairing = try #require(try book.agree(to: link, as: name, now: Phone.now))
        let endpoint = StoredPairing.Endpoint(id: "e1", device: "d", url: scanned.endpoint())
        pairing = try book.keep(endpoint, for: pairing)
        pairing = try book.addContact(for: pairing, as: name, from: link.source)
        let (box, hash) = try scanned.answer()
        _ = try book.keep(box, with: hash, for: pairing, now: Phone.now)
        return hash
    }

    private func isPaired(_ store: RecordStore? = nil) throws -> Bool {
        try PairingBook(store ?? phone.store).pairing(of: scanned.link)?.isPaired == true
    }

    private func push(
        _ hash: AnswerHash?,
        by sender: SenderKeys? = nil,
        oneTime: Bool = false
    ) async throws -> IncomingPush {
        let json = #"{"aps":{"alert":{"body":"Paired"},"sound":"default"}}"#
        let sealed = try await phone.seal(json, by: sender, oneTime: oneTime) {
            $0.paired = hash
        }
        return IncomingPush(sealed.payload)
    }

    @Test(.rules("L-29 L-30"), arguments: [false, true])
    func `a message that names the answer pairs, and is shown as any other, without the number`(
        _ oneTime: Bool
    ) async throws {
        let push = try await push(hash, oneTime: oneTime)
        let receiver = try phone.receiver()
        let received = receiver.receive(push, now: Phone.now)
        #expect(received.outcome == .opened && received.reason == .person)
        #expect(received.content.title == "Build server" && received.content.body == "Paired")
        #expect(received.content.sound == .default)
        #expect(try isPaired())
        let info = try #require(received.content.userInfo)
        #expect(info.root["sealedpush"]?["paired"] == nil)
        let plain = receiver.receive(try await self.push(nil), now: Phone.now)
        #expect(plain.content.title == received.content.title)
        #expect(plain.content.body == received.content.body)
        // An extension changes no contact.
        #expect(try phone.contacts.status(of: scanned.link.sender.bytes)?.trust == .unverified)
        // A copy is none the wiser.
        try receiver.complete(received, now: Phone.now)
        _ = receiver.receive(push, now: Phone.now)
        #expect(try isPaired())
    }

    @Test(.rules("L-29")) func `no other sender and no other hash pairs`() async throws {
        let other = SenderKeys()
        try phone.contacts.add(name: "Mallory", identity: other.identity)
        let stranger = SenderKeys()
        let otherHash = try Self.answer(ScannedLink(of: other), in: phone.store)
        let unknown = try #require(AnswerHash([UInt8](repeating: 7, count: AnswerHash.count)))
        for (hash, sender) in [
            (hash, other), (hash, stranger), (otherHash, phone.server), (unknown, phone.server),
            (nil, phone.server),
        ] {
            let received = try phone.receiver()
                .receive(await push(hash, by: sender), now: Phone.now)
            #expect(received.outcome == .opened)
            #expect(try PairingBook(phone.store).all().pairings.allSatisfy { !$0.isPaired })
        }
    }

    @Test(.rules("L-29")) func `a message of a blocked or revoked sender pairs nothing`()
        async throws
    {
        try phone.contacts.block(scanned.link.sender)
        let blocked = try await push(hash)
        _ = try phone.receiver().receive(blocked, now: Phone.now)
        #expect(try !isPaired())
        try phone.contacts.unblock(scanned.link.sender)
        try phone.contacts.apply(SenderIdentity.Revocation(signing: phone.server.signingKey))
        _ = try phone.receiver().receive(await push(hash), now: Phone.now)
        #expect(try !isPaired())
    }

    @Test(.rules("L-29"))
    func `a message that comes while the device is locked pairs once it can be opened`()
        async throws
    {
        let deferral = NotificationDeferral(storeAt: phone.path + "/store")
        let kept = deferral.keep(try await push(hash), now: Phone.now)
        #expect(kept.outcome == .deferred)
        #expect(try !isPaired())
        let shown = try phone.unlock(at: Phone.now.advanced(by: .hours(1))).shown
        #expect(shown.map(\.content.body) == ["Paired"])
        #expect(try isPaired())
    }

    @Test(.rules("L-29"))
    func `a message that was only looked at pairs when it is completed`() async throws {
        let push = try await push(hash)
        // As a run leaves it that is killed as soon as it has won its claim.
        let envelope = try push.envelope.get()
        let content = #"{"aps":{"alert":"Hi"},"sealedpush":{"paired":"\#(hash.text)"}}"#
        let claim = Claim(
            envelopeHash: envelope.hash,
            expiry: Phone.now.advanced(by: .hours(1)),
            sender: scanned.link.sender.bytes,
            content: Array(content.utf8),
            created: Phone.now
        )
        let place = ClaimPlace(prekeyID: envelope.prekeyID, envelope: claim.envelopeHash)
        _ = try ClaimBook(of: phone.store).claim(claim, at: place)
        let receiver = try phone.receiver()
        var looked: [ReceivedNotification] = []
        try receiver.forEachUnfinished { received, _ in looked.append(received) }
        #expect(try looked.count == 1 && !isPaired())
        for received in looked { try receiver.complete(received, now: Phone.now) }
        #expect(try isPaired())
    }

    @Test(.rules("L-29"), arguments: [false, true])
    func `wherever the extension is killed the message pairs, and is shown`(_ oneTime: Bool)
        async throws
    {
        let files = SimulatedFileSystem(try .withStore())
        let store = try files.store()
        try DeviceKeys.create(in: store, topic: phone.topic, now: Phone.now)
        let keys = try DeviceKeys(in: store)
        let hash = try Self.answer(scanned, in: store)
        let bundle = try keys.bundle(oneTime: oneTime ? 1 : 0, at: Phone.now)
        let sealed = try await phone.seal(
            #"{"aps":{"alert":"Paired"}}"#,
            to: bundle,
            at: Phone.now
        ) { $0.paired = hash }
        let push = IncomingPush(sealed.payload)
        let runs = try await files.disk.disturbing(by: .death) { faulty in
            let receiver = try NotificationReceiver(store: faulty.store())
            let received = receiver.receive(push, now: Phone.now)
            if received.outcome == .opened { try receiver.complete(received, now: Phone.now) }
            return received.outcome
        }
        var (unpaired, pairedBefore) = (0, 0)
        for run in runs {
            for disk in [run.files.disk] + run.afterPowerLoss {
                let store = try disk.store()
                if try isPaired(store) { pairedBefore += 1 } else { unpaired += 1 }
                // What was handed over has paired by then.
                if case .success(.opened) = run.result { #expect(try isPaired(store)) }
                let receiver = try NotificationReceiver(store: store)
                let again = receiver.receive(push, now: Phone.now)
                if again.message != nil { try receiver.complete(again, now: Phone.now) }
                #expect(try isPaired(store))
            }
        }
        #expect(unpaired > 5 && pairedBefore > 5)
    }

    @Test(.rules("L-29"))
    func `a run that was killed before it noted the pairing leaves that to the recovery`()
        async throws
    {
        let files = SimulatedFileSystem(try .withStore())
        let store = try files.store()
        try DeviceKeys.create(in: store, topic: phone.topic, now: Phone.now)
        let hash = try Self.answer(scanned, in: store)
        let sealed = try await phone.seal(
            #"{"aps":{"alert":"Paired"}}"#,
            to: DeviceKeys(in: store).bundle(at: Phone.now),
            at: Phone.now
        ) { $0.paired = hash }
        let runs = try await files.disk.disturbing(by: .death, atReading: false) { faulty in
            try NotificationReceiver(store: faulty.store())
                .receive(IncomingPush(sealed.payload), now: Phone.now)
        }
        var recovered = 0
        for run in runs {
            let wasPaired = try isPaired(run.files.store())
            run.files.advance(bySeconds: 120)
            let receiver = try NotificationReceiver(store: run.files.store())
            let found = try receiver.recoverUnfinished(now: Phone.now)
            #expect(found.failures.isEmpty)
            guard !found.notifications.isEmpty else { continue }
            if !wasPaired { recovered += 1 }
            #expect(try isPaired(run.files.store()))
        }
        #expect(recovered > 1)
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import StoreTestSupport

/// Builds a ``Scene``.
struct SceneBuilder {
    let files = SimulatedFileSystem()
    let phone: RecordStore
    let server: RecordStore
    let keys: DeviceKeys
    let topic: Topic
    private let ann = SenderKeys()

    /// Why a scene could not be built.
    struct Failure: Error {}

    init() throws {
        guard let topic = Topic(Scene.topicText) else { throw Failure() }
        self.topic = topic
        let draft = try StoreDraft(at: Scene.phone, key: .file(Scene.key), files: files)
        // Made so long ago that its first prekeys are over age.
        try DeviceKeys.create(in: draft.store, topic: topic, now: Self.before(days: 47))
        phone = try draft.commit()
        server = try StoreDraft(at: Scene.server, key: .file(Scene.key), files: files).commit()
        keys = try DeviceKeys(in: phone)
        // The next run of maintenance judges by this time.
        try keys.sweep(at: Scene.confirmed)
        try files.makeFolder(Scene.inputs)
    }

    static func before(days: Int64) -> Timestamp { Scene.now.advanced(by: .days(-days)) }

    func build() async throws {
        try buildContacts()
        let answered = try buildPairings()
        try await buildPrekeysAndPushes(naming: answered)
        try buildStatementsOfSenders()
        try await buildRecipients()
        try buildPairedRecipients()
        try buildLeftovers()
        try loseRetirement()
        try buildVault()
        try buildOffers()
        files.makeDurable()
    }

    func give(_ name: String, _ contents: [UInt8]) throws {
        try files.create("\(Scene.inputs)/\(name)", contents: contents.span)
    }

    // MARK: - Contacts

    private func buildContacts() throws {
        _ = try SenderIdentities.create(in: phone)
        let book = ContactBook(phone)
        try book.add(name: "Ann Quillfeather", identity: ann.identity)
        try book.setStatus(ContactStatus(trust: .verified), of: ann.identity)
        for name in ["bert", "carol", "dora", "fred"] {
            let identity = SenderKeys().identity
            try book.add(name: "Earlier \(name) Lovelace", identity: identity)
            for code in 1...2 {
                try book.add(
                    name: "Coded \(name)",
                    identity: identity,
                    code: "\(name)-code-\(code)"
                )
            }
            try book.noteSeen(identity.bytes, at: Self.before(days: 1))
            try give(name, identity.bytes)
        }
        for name in ["kurt", "lena", "mara", "nele", "olga"] {
            let identity = SenderKeys().identity
            try book.add(name: "Earlier \(name) Lovelace", identity: identity)
            if name == "olga" { try book.block(identity) }
            try give(name, identity.bytes)
        }
        for name in ["erin", "george", "harriet", "paula", "quentin", "rosa"] {
            try give(name, SenderKeys().identity.bytes)
        }
    }

    // MARK: - Pairings

    /// Pairings at each of their stages; the hash is that of one with Ann.
    private func buildPairings() throws -> AnswerHash {
        let book = PairingBook(phone)
        func answer(
            _ scanned: ScannedLink,
            _ name: String,
            agreed: Timestamp = Scene.now
        ) throws -> (pairing: StoredPairing, hash: AnswerHash) {
            let (box, hash) = try scanned.answer()
            let contact = "Paired \(name)"
            guard var pairing = try book.agree(to: scanned.link, as: contact, now: agreed)
            else { throw Failure() }
            let endpoint = StoredPairing.Endpoint(
                id: "e-\(name)",
                device: "d",
                url: scanned.endpoint()
            )
            pairing = try book.keep(endpoint, for: pairing)
            pairing = try book.addContact(for: pairing, as: contact, from: .camera)
            return (try book.keep(box, with: hash, for: pairing, now: agreed), hash)
        }
        let new = try ScannedLink()
        let (box, hash) = try new.answer()
        try give("link-new", new.link.bytes)
        try give("box-new", box.bytes)
        try give("hash-new", hash.bytes)
        for name in ["noted", "ended", "forgotten"] {
            let scanned = try ScannedLink()
            let (pairing, hash) = try answer(scanned, name)
            try give("link-\(name)", scanned.link.bytes)
            try give("hash-\(name)", hash.bytes)
            if name == "forgotten" { try book.end(pairing) }
        }
        // Of these maintenance undoes one, and verifies the contact of the other.
        _ = try answer(ScannedLink(), "late", agreed: Self.before(days: 2))
        let paired = try ScannedLink()
        try book.notePaired(by: paired.link.sender.bytes, answer(paired, "settled").hash)
        return try answer(ScannedLink(of: ann), "Ann").hash
    }

    // MARK: - Prekeys and pushes

    private func buildPrekeysAndPushes(naming answered: AnswerHash) async throws {
        let memory = StoredSenderMemory(in: server)
        let older = try keys.generateReusable(now: Self.before(days: 20))
        let first = try DeviceBundle(device: keys.identity, records: [older])
        try await memory.pin(first)
        try await memory.admit(keys.identity, for: "recipient-bob", newDevices: .refuse)
        let reusable = try keys.generateReusable(now: Self.before(days: 8))
        let oneTime = try keys.generateOneTime(8, now: Self.before(days: 8))
        _ = try await memory.noteUse(of: oneTime[7])
        func bundle(_ records: [PrekeyRecord]) throws -> DeviceBundle {
            try DeviceBundle(device: keys.identity, records: [reusable] + records)
        }
        try give("bundle", bundle(Array(oneTime[4...6])).bytes)
        try give("erased", oneTime[3].id.bytes)

        for (name, records) in [
            ("reusable", []), ("once", [oneTime[0]]), ("held", []), ("held-once", [oneTime[1]]),
            ("left", []), ("left-once", [oneTime[2]]), ("deferred", []), ("deferred-too", []),
            ("arriving", []), ("unlisted", []), ("paired", []),
        ] as [(String, [PrekeyRecord])] {
            try give(
                "push-\(name)",
                await seal(
                    "Content of \(name), Tambourine",
                    for: bundle(records),
                    naming: name == "paired" ? answered : nil
                )
            )
        }
        for name in ["held", "held-once", "left", "left-once"] { try leave("push-\(name)") }
        // As where the index was lost: maintenance is to list it again.
        try files.unlink(Self.entry(of: leave("push-unlisted")))
        for name in ["deferred", "deferred-too"] { try keep("push-\(name)") }
        try ClaimBook(of: server).prepare([reusable.id])
    }

    private func keep(_ push: String) throws {
        let payload = try files.contents(of: "\(Scene.inputs)/\(push)", upTo: 1 << 14)
        let text = try OuterPayload(reading: payload).encryptedContent
        let envelope = try Envelope(text: text.span)
        _ = try DeferredBook(of: phone).keep(
            payload,
            hash: envelope.hash,
            prekey: envelope.prekeyID,
            arrival: Scene.now
        )
    }

    private func seal(
        _ body: String,
        for bundle: DeviceBundle,
        naming answered: AnswerHash?
    ) async throws -> [UInt8] {
        var options = SealingOptions()
        options.paired = answered
        let sealer = Sender(keys: ann, memory: TransientSenderMemory())
        let payload = try Payload(reading: Array(#"{"aps":{"alert":{"body":"\#(body)"}}}"#.utf8))
        let target = SealingTarget(bundle, recipient: .untracked, topic: topic)
        return try await sealer.seal(
            sealer.prepare(payload, options, now: Scene.now),
            for: target,
            now: Scene.now
        ).payload
    }

    /// Leaves what a run leaves that is killed just after it has won its claim.
    @discardableResult
    private func leave(_ push: String) throws -> ClaimPlace {
        let payload = try files.contents(of: "\(Scene.inputs)/\(push)", upTo: 1 << 16)
        let copy = SimulatedFileSystem(files.disk)
        let store = try RecordStore.open(at: Scene.phone, key: .file(Scene.key), files: copy)
        let received = try NotificationReceiver(store: store).receive(
            IncomingPush(payload),
            now: Scene.now
        )
        guard let message = received.message else { throw Failure() }
        _ = try ClaimBook(of: phone).claim(message.claim, at: message.place)
        return message.place
    }

    /// Where the index tells of a claim.
    private static func entry(of place: ClaimPlace) -> String {
        let name = place.envelope.map { "\($0)" } ?? "once"
        return "\(Scene.phone)/unfinished/\(place.prekeyID)-\(name)"
    }

    // MARK: - Statements

    /// Contacts who have signed about their identities, and senders of the server that are to.
    private func buildStatementsOfSenders() throws {
        let book = ContactBook(phone)
        let old = SigningKey()
        let new = SigningKey()
        try book.add(
            name: "Ines Lovelace",
            identity: SenderIdentity(old.publicKey),
            code: "ines-code-1"
        )
        let succession = SenderIdentity.Succession(from: old, to: new)
        try give("succession", succession.bytes)
        let rotated = SigningKey()
        try book.add(
            name: "Karin Lovelace",
            identity: SenderIdentity(rotated.publicKey),
            code: "karin-code-1"
        )
        for name in ["candidate", "other candidate"] {
            let key = SigningKey()
            try book.apply(SenderIdentity.Succession(from: rotated, to: key))
            try give(name, SenderIdentity(key.publicKey).bytes)
        }
        let stolen = SigningKey()
        try book.add(name: "Judith Lovelace", identity: SenderIdentity(stolen.publicKey))
        try give("revocation", SenderIdentity.Revocation(signing: stolen).bytes)
        for name in ["replaced", "revoked", "earlier"] {
            _ = try SenderIdentities.create(named: name, in: server)
        }
        _ = try SenderIdentities.succeed(named: "earlier", in: server, at: Self.before(days: 1))
    }

    /// Recipients whose devices come and go.
    private func buildRecipients() async throws {
        let memory = StoredSenderMemory(in: server)
        let old = SigningKey()
        let lost = SigningKey()
        let other = DeviceIdentity(SigningKey().publicKey)
        for (recipient, device) in [
            ("recipient-dave", DeviceIdentity(old.publicKey)), ("recipient-erna", other),
            ("recipient-gus", DeviceIdentity(lost.publicKey)), ("recipient-hans", other),
        ] {
            try await memory.admit(device, for: recipient, newDevices: .refuse)
        }
        try await memory.admit(other, for: "recipient-ivo", newDevices: .refuse)
        try await memory.changeDevices(of: "recipient-ivo") { $0.unconfirm() }
        try give("removed", other.bytes)
        try give("retirement", DeviceIdentity.Retirement(signing: lost).bytes)
    }

    /// Recipients that were paired, of whom one is over.
    private func buildPairedRecipients() throws {
        let recipients = PairedRecipients(in: server)
        for name in ["pending", "withdrawn", "taken", "dropped", "renamed", "removed", "over"] {
            let device = DeviceIdentity(SigningKey().publicKey)
            let address = try Bench.address(of: device, name)
            let kept = try recipients.keep(
                address,
                answer: Bench.answer(),
                label: "Paired \(name)",
                at: name == "over" ? Self.before(days: 2) : Scene.now
            )
            if ["taken", "dropped", "renamed", "removed"].contains(name) {
                _ = try recipients.confirm(address, of: kept.key, at: Scene.now)
            }
            try give("paired-\(name)", device.bytes + Array(kept.key.utf8))
        }
        try give("paired-new", SigningKey().publicKey.bytes)
    }

    // MARK: - Leftovers

    /// A dead tombstone with its entry, the entry of a run that came to no claim, a claim directory
    /// whose prekey is gone, and temporary files of killed runs.
    private func buildLeftovers() throws {
        let old = Self.before(days: 3)
        let hash = EnvelopeHash([UInt8](repeating: 7, count: EnvelopeHash.count))
        let claim = Claim(
            envelopeHash: hash,
            expiry: old,
            sender: ann.identity.bytes,
            content: [],
            created: old
        )
        let book = ClaimBook(of: phone)
        let newest = try view().prekeys(of: Scene.phone).last { $0.terms.class == .reusable }
        guard let newest else { throw Failure() }
        let place = ClaimPlace(prekeyID: newest.id, envelope: hash)
        _ = try book.claim(claim, at: place)
        try book.empty(place, now: old)
        try book.prepare(PrekeyRecord.ID([9, 9, 9, 9, 9, 9, 9, 9]))
        let nothing: [UInt8] = []
        let never = EnvelopeHash([UInt8](repeating: 8, count: EnvelopeHash.count))
        for place in [place, ClaimPlace(prekeyID: newest.id, envelope: never)] {
            try files.create(Self.entry(of: place), contents: nothing.span)
        }
        try files.create(Scene.phone + "/tmp/left", contents: nothing.span)
        files.advance(bySeconds: 7200)
        try files.create(Scene.phone + "/tmp/fresh", contents: nothing.span)
    }

    /// The device's statement is not there, as where its making was stopped: it is to be made once
    /// more.
    private func loseRetirement() throws {
        for record in try phone.list(.statements).records {
            try phone.remove(.statements, id: record.id)
        }
    }

    /// A tablet that has offered its prekeys and then made more, and a watch whose prekeys were
    /// stolen.
    private func buildOffers() throws {
        for place in [Scene.tablet, Scene.watch] {
            let draft = try StoreDraft(at: place, key: .file(Scene.key), files: files)
            try DeviceKeys.create(in: draft.store, topic: topic, now: Self.before(days: 3))
            let store = try draft.commit()
            let few = try DeviceKeys(in: store, keeping: Bench.few)
            _ = try few.maintain(at: Self.before(days: 3))
            let offered = try few.offer(at: Self.before(days: 2))
            guard place == Scene.tablet else { continue }
            try give("offered", offered.bytes)
            let more = try DeviceKeys(in: store, keeping: StockLevel(full: 6, low: 5))
            _ = try more.maintain(at: Self.before(days: 1))
        }
    }

    /// A store with a passphrase, and a backup of the phone's.
    private func buildVault() throws {
        let parameters = Argon2id.cheap
        let vault = try StoreDraft(
            at: Scene.vault,
            key: .passphrase(Scene.passphrase(0)),
            parameters: parameters,
            files: files
        )
        .commit()
        _ = try SenderIdentities.create(in: vault)
        _ = try phone.backUp(
            to: Scene.inputs + "/backup",
            passphrase: Scene.passphrase(0),
            parameters: parameters,
            files: files
        )
    }

    private func view() throws -> WorldView { try WorldView(of: "", on: files) }
}

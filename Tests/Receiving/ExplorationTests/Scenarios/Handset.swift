// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushClaims
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushSender
import SealedPushStore
import StoreTestSupport

/// A device whose store is on a simulated disk, and two senders that are its contacts; all is made
/// before an exploration.
struct Handset {
    let files = SimulatedFileSystem()
    let store: RecordStore
    let keys: DeviceKeys
    let topic: Topic
    private let senders = [SenderKeys(), SenderKeys()]

    static let now = Timestamp(clamping: 1_750_000_000_000)
    /// When the app last looked at the clock, so that a sweep judges by this.
    static let confirmed = now.advanced(by: .hours(-20))

    struct NoTopic: Error {}

    /// A device that was made at a moment.
    init(made: Timestamp = now) throws {
        guard let topic = Topic("com.example.app") else { throw NoTopic() }
        self.topic = topic
        let draft = try StoreDraft(at: ReplayingFiles.store, key: .folder, files: files)
        try DeviceKeys.create(in: draft.store, topic: topic, now: made)
        store = try draft.commit()
        keys = try DeviceKeys(in: store)
        try keys.sweep(at: Self.confirmed)
        for (number, sender) in senders.enumerated() {
            _ = try ContactBook(store).add(name: "Ann \(number)", identity: sender.identity)
        }
    }

    /// A message to the device, as the push service delivers it.
    struct Message: Sendable {
        let payload: [UInt8]
        /// Where its claim is to stand.
        let place: ClaimPlace
        /// What is handed over where nothing comes between.
        let content: NotificationContent
        let placeholder: NotificationContent
        let claim: Claim
        let now: Timestamp
    }

    /// Seals a message of each sender to one and the same prekey.
    ///
    /// At most one of each sender; they come in at `now`, but what they are like is looked at when
    /// they are sealed. The senders have the prekey since `bundled`, or fetch it when they seal.
    func messages(
        _ count: Int = 1,
        oneTime: Bool,
        bundled: Timestamp? = nil,
        sealed: Timestamp = now,
        now: Timestamp = now
    ) async throws -> [Message] {
        let bundle = try keys.bundle(oneTime: oneTime ? 1 : 0, at: bundled ?? sealed)
        var messages: [Message] = []
        for number in 0..<count {
            let sealer = Sender(keys: senders[number], memory: TransientSenderMemory())
            let json = #"{"aps":{"alert":{"body":"Dinner at \#(number)"},"sound":"default"}}"#
            let push = try await sealer.seal(
                sealer.prepare(Array(json.utf8), now: sealed),
                for: SealingTarget(bundle, recipient: .untracked, topic: topic),
                now: sealed
            )
            messages.append(try look(at: push.payload, sealed: sealed, now: now))
        }
        return messages
    }

    /// Leaves what a run leaves that is stopped just after it has won its claim.
    func leave(_ message: Message) throws(StoreError) {
        _ = try ClaimBook(of: store).claim(message.claim, at: message.place)
    }

    /// Leaves a message that arrived while the device was locked.
    func keep(_ message: Message, at arrival: Timestamp) throws(StoreError) {
        _ = try DeferredBook(of: store).keep(
            message.payload,
            hash: message.claim.envelopeHash,
            prekey: message.place.prekeyID,
            arrival: arrival
        )
    }

    /// Leaves what a sweep takes away: the claim directories of prekeys that were over age, in one
    /// of them a tombstone that is dead by now, and a temporary file.
    ///
    /// Another temporary file is fresh and must stay; everything else is two hours old then.
    func leaveLeftovers() throws {
        let old = Self.now.advanced(by: .days(-3))
        let claim = Claim(
            envelopeHash: EnvelopeHash([UInt8](repeating: 7, count: EnvelopeHash.count)),
            expiry: old,
            sender: senders[0].identity.bytes,
            content: [],
            created: old
        )
        let dying = try keys.records(at: .init(clamping: 0)).filter { record in
            Self.confirmed > DevicePrekey.endOfLife(of: record)
        }
        for record in dying.prefix(1) {
            let place = ClaimPlace(prekeyID: record.id, envelope: claim.envelopeHash)
            _ = try ClaimBook(of: store).claim(claim, at: place)
            try ClaimBook(of: store).empty(place, now: old)
        }
        for record in dying { try keys.erase(record.id) }
        let nothing: [UInt8] = []
        try files.create("\(ReplayingFiles.store)/tmp/left", contents: nothing.span)
        files.advance(bySeconds: 7200)
        try files.create("\(ReplayingFiles.store)/tmp/fresh", contents: nothing.span)
    }

    /// Opens a message on a copy of the disk, to see what it is like.
    private func look(
        at payload: [UInt8],
        sealed: Timestamp,
        now: Timestamp
    ) throws -> Message {
        let copy = SimulatedFileSystem(files.disk)
        let store = try RecordStore.open(at: ReplayingFiles.store, key: .folder, files: copy)
        let receiver = try NotificationReceiver(store: store)
        let received = receiver.receive(IncomingPush(payload), now: sealed)
        guard let message = received.message else { throw OpeningError.cannotOpen }
        return Message(
            payload: payload,
            place: message.place,
            content: received.content,
            placeholder: DisplayRules().placeholder,
            claim: message.claim,
            now: now
        )
    }
}

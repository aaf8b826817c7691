// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
package import SealedPushContacts
import SealedPushKeys
public import SealedPushStore

/// Opens sealed pushes on a device, and makes the content that the user sees.
///
///     let receiver = try NotificationReceiver(store: store)
///     let received = receiver.receive(IncomingPush(payload), now: now)
///     show(received.content)
///     try receiver.complete(received, now: now)
///
/// Several processes may receive at once, even the same push: one of them gets it as new.
public struct NotificationReceiver: Sendable {
    let device: DeviceKeys
    let contacts: ContactBook
    let pairings: PairingBook
    let names: NameResolver
    let claims: ClaimBook
    let deferred: DeferredBook
    let unknownSenders: ContactStatus.UnknownSenderPolicy
    private let acceptsTestIdentities: Bool
    private let refusing: @Sendable (_ identity: [UInt8]) -> Bool
    private let rules: DisplayRules

    /// Receives for the device of `store`.
    ///
    /// - Parameters:
    ///   - store: The device's store.
    ///   - unknownSenders: What happens to messages of senders that are no contact.
    ///   - acceptsTestIdentities: Whether the published `TestIdentities` are accepted, whose
    ///     private keys are public; for tests alone.
    ///   - refusing: Whether an identity is never accepted, contact or not; its messages are not
    ///     claimed.
    ///   - rules: The app's words, and what the app and its contacts may do on the screen.
    /// - Throws: ``ReceiverError`` if the store has no device or can't be used.
    public init(
        store: RecordStore,
        unknownSenders: ContactStatus.UnknownSenderPolicy = .showUnverified,
        acceptsTestIdentities: Bool = false,
        refusing: @escaping @Sendable (_ identity: [UInt8]) -> Bool = { _ in false },
        rules: DisplayRules = DisplayRules()
    ) throws(ReceiverError) {
        device = try ReceiverError.ofKeys(DeviceKeys(in: store))
        contacts = ContactBook(store)
        pairings = PairingBook(store)
        names = NameResolver(contacts: contacts, label: rules.labels.noName)
        claims = ClaimBook(of: store)
        deferred = DeferredBook(of: store)
        self.unknownSenders = unknownSenders
        self.acceptsTestIdentities = acceptsTestIdentities
        self.refusing = refusing
        self.rules = rules
    }

    /// Whether an identity is never accepted, contact or not (D-4).
    func isRefused(_ identity: [UInt8]) -> Bool {
        refusing(identity) || !acceptsTestIdentities && TestIdentities.contains(identity)
    }

    /// Opens a push; the result always has content to show.
    ///
    /// After this the message is claimed. Call ``complete(_:now:)`` once its content was handed
    /// over: until then the claim keeps the content, so that a later run can recover it.
    ///
    /// - Parameters:
    ///   - push: The push as it came from the push service.
    ///   - now: The current time, for the protocol's rules.
    /// - Returns: The result of the push, with the content to show.
    public func receive(_ push: IncomingPush, now: Timestamp) -> ReceivedNotification {
        do throws(ReceiverError) {
            let message = try open(push, now: now)
            return received(message, identifier: push.identifier)
        } catch {
            return ReceivedNotification(failed: error, by: rules)
        }
    }

    /// The contacts that can be read.
    package func listContacts() throws(ReceiverError) -> [Contact] {
        try ReceiverError.ofContacts(contacts.list()).contacts
    }

    /// The name of the file with the sender's picture, in a folder of the app; nil if there is
    /// none.
    public func avatar(of received: ReceivedNotification) -> String? {
        guard let message = received.message, message.contactStatus != nil else { return nil }
        return try? contacts.avatar(of: message.claim.sender)
    }

    /// Completes a message that was handed over: a tombstone takes the place of its content.
    ///
    /// If a contact's message is new, the contact was last seen now.
    ///
    /// - Throws: ``ReceiverError/store(_:)``; each process that lists unfinished messages then
    ///   recovers this one again, quietly. Completing it needs room for a small file.
    public func complete(
        _ received: ReceivedNotification,
        now: Timestamp
    ) throws(ReceiverError) {
        guard let message = received.message else { return }
        // A run that only looked at an unfinished message has left its prekey and statements.
        if received.outcome == .recovered {
            try erasePrekey(of: message.place)
            try ReceiverError.ofContacts(contacts.apply(message.payload.statements))
            try notePaired(message)
        }
        try clear(message.place, now: now)
        // The message was shown and is not shown again: that this note can't be made is no failure
        // of it.
        if received.outcome == .opened {
            try? contacts.noteSeen(message.claim.sender, at: now)
        }
    }

    /// True if a message was not completed, by this run or another; true if that is unknown.
    package func isUnfinished(_ received: ReceivedNotification) -> Bool {
        guard let message = received.message else { return false }
        do throws(StoreError) {
            guard case .held(let claim) = try claims.read(message.place) else {
                return false
            }
            return claim.envelopeHash == message.claim.envelopeHash
        } catch {
            return true
        }
    }

    /// Erases what has had its time, if a run is due that looks for it.
    ///
    /// For an extension, after its hand-over. What can't be erased now is left to the next run.
    package func sweepIfDue(now: Timestamp) {
        guard (try? device.isMaintenanceDue(at: now)) == true else { return }
        _ = try? device.sweep(at: now)
    }

    func received(
        _ message: OpenedMessage,
        identifier: String?,
        as form: BacklogMessage.Form = .whole
    ) -> ReceivedNotification {
        guard form != .neutral else {
            return ReceivedNotification(neutral: message, identifier, by: rules)
        }
        return ReceivedNotification(message, identifier, by: rules) { name in
            // If it can't be read, the service's own name is shown beside the title.
            (try? contacts.isName(
                name,
                ofOtherThan: message.claim.sender,
                labelled: rules.labels.labelsOfNames
            )) ?? true
        }
    }
}

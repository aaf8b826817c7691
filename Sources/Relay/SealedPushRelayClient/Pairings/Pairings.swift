// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushContacts
import SealedPushCrypto
import SealedPushKeys
import SealedPushSender
public import SealedPushStore

/// The device's half of pairing: it answers the link of a sender, and ends what has become of that.
///
/// ```swift
/// let offer = try await pairings.offer(PairingLink(scanned, from: .camera))  // .system if tapped
/// // The person reads name and relay, and agrees.
/// for try await state in pairings.accept(offer, as: name) { show(state) }  // .waiting, .paired
/// ```
///
/// It belongs to the app. The extension sees by itself that a message pairs, without a network, and
/// the app goes on from there. All steps are kept in the store, in no backup: a restored device
/// pairs again. Call ``maintain()`` at each start, once a day, and after a contact was blocked or
/// removed.
public struct Pairings: Sendable {
    let book: PairingBook
    let contacts: ContactBook
    let keys: DeviceKeys
    let name: String
    let sleep: @Sendable (Duration) async throws -> Void
    /// The time since these pairings were made, which no clock of the wall changes.
    let steady: @Sendable () -> Duration
    let now: @Sendable () -> Timestamp
    let registrations: [Registration]
    /// Stands for a contact without a name.
    private let noName: String
    private let notifications: @Sendable () async -> Notifications
    private let acceptsTestIdentities: Bool

    /// A registration of the app at a relay.
    public typealias Registration = (relay: RelayClient, device: RelayRegistration)

    /// The user's permission for notifications.
    public enum Notifications: Hashable, Sendable {
        /// The app may show some.
        case allowed
        /// It may not, or has not asked.
        case off
    }

    /// The pairings of the device in `store`.
    ///
    /// - Parameters:
    ///   - store: The device's store.
    ///   - registrations: The relays at which the app is registered; a link of another relay is
    ///     refused.
    ///   - name: What the device calls itself to senders; what can't be shown of it, and what is
    ///     behind 64 bytes, is left out.
    ///   - notifications: Asks the system whether notifications are allowed; it is asked for each
    ///     link.
    ///   - noName: What stands for a contact to which the user has given no name, as in the app's
    ///     notifications (`SenderLabels.noName`).
    ///   - acceptsTestIdentities: Whether the published test identities are accepted, whose private
    ///     keys are public; for tests alone.
    ///   - clock: What pauses are measured by.
    ///   - now: The current time; nil for the system's clock.
    /// - Throws: ``DevicePairingError/noDeviceName``, ``DevicePairingError/keys(_:)`` if the store
    ///   has no device, ``DevicePairingError/store(_:)``.
    public init(
        in store: RecordStore,
        at registrations: [Registration],
        as name: String,
        notifications: @escaping @Sendable () async -> Notifications,
        noName: String = "Unknown sender",
        acceptsTestIdentities: Bool = false,
        clock: some Clock<Duration> = ContinuousClock(),
        now: (@Sendable () -> Timestamp)? = nil
    ) throws(DevicePairingError) {
        self.name = NameText.cleaned(name, limit: PairingAnswer.maximumNameCount)
        guard !self.name.isEmpty else { throw .noDeviceName }
        book = PairingBook(store)
        contacts = ContactBook(store)
        keys = try DevicePairingError.ofKeys { () throws(KeyError) in try DeviceKeys(in: store) }
        self.registrations = registrations
        self.notifications = notifications
        self.noName = noName
        self.acceptsTestIdentities = acceptsTestIdentities
        sleep = { try await clock.sleep(for: $0) }
        let begin = clock.now
        steady = { begin.duration(to: clock.now) }
        self.now = now ?? { .system }
    }

    /// Refuses a link that the device must not answer, and tells a person about the others.
    ///
    /// Nothing is kept or asked for.
    ///
    /// - Throws: ``DevicePairingError``.
    @concurrent
    public func offer(_ link: PairingLink) async throws(DevicePairingError) -> PairingOffer {
        try await check(link)
        let sender = link.sender.bytes
        return try DevicePairingError.ofContacts { () throws(ContactError) in
            if let status = try contacts.status(of: sender), !status.isCandidate {
                let known = try contacts.shownName(of: link.sender)
                // The link's own name could be that of another contact.
                return PairingOffer(link: link, name: known ?? noName, naming: .contact)
            }
            let isLookalike = try contacts.isName(link.name, ofOtherThan: sender)
            let naming = isLookalike ? PairingOffer.Naming.lookalike : .suggested(link.name)
            return PairingOffer(link: link, name: link.name, naming: naming)
        }
    }

    /// Makes every refusal of a link (L-20 to L-22).
    func check(_ link: PairingLink) async throws(DevicePairingError) {
        guard !link.isOver(at: now()) else { throw .over(link.end) }
        _ = try registration(for: link)
        let sender = link.sender.bytes
        guard acceptsTestIdentities || !TestIdentities.contains(sender) else {
            throw .testIdentity
        }
        guard sender != keys.identity.bytes else { throw .ownIdentity }
        try checkTrust(in: link.sender)
        guard await notifications() == .allowed else { throw .notificationsOff }
    }

    /// Refuses a sender that is blocked, revoked or changed by now (L-22).
    func checkTrust(in identity: SenderIdentity) throws(DevicePairingError) {
        let sender = identity.bytes
        let (status, isRevoked) = try DevicePairingError.ofContacts { () throws(ContactError) in
            (try contacts.status(of: sender), try contacts.isRevoked(sender))
        }
        guard !isRevoked else { throw .revoked }
        switch status?.trust {
        case .blocked: throw .blocked
        case .changed: throw .changed
        case .unverified, .verified, nil: break
        }
    }

    /// The registration at a link's relay, which no credential leaves.
    func registration(for link: PairingLink) throws(DevicePairingError) -> Registration {
        guard let found = registration(at: link) else {
            throw .otherRelay(link.relayURL, registered: registrations.map(\.relay.origin))
        }
        return found
    }

    /// The same, or nil if there is none: both origins are compared byte by byte.
    func registration(at link: PairingLink) -> Registration? {
        registrations.first { $0.relay.origin.utf8.elementsEqual(link.relayURL.utf8) }
    }
}

extension ContactBook {
    /// The device's own name for a contact, or one of those of its codes; nil if it has none.
    fileprivate func shownName(of sender: SenderIdentity) throws(ContactError) -> String? {
        if let name = try name(of: sender.bytes) { return name }
        return try list().contacts.first { $0.identity == sender }?.name
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
import SealedPushContacts
public import SealedPushKeys
public import SealedPushStore

/// Receives sealed pushes on a device: opens, resolves and rewrites, from what one store holds.
///
///     let receiver = try NotificationReceiver(store: store)
///     let received = receiver.receive(payload, now: now)
///     show(received.content)
///     try receiver.complete(received, now: now)
///
/// Several processes may receive at once, also the same push: one of them gets it as new.
public struct NotificationReceiver: Sendable {
    private let opener: MessageOpener
    let parked: ParkedBook
    private let rules: DisplayRules
    var contacts: ContactBook { opener.contacts }

    /// Receives for the device of `store`.
    ///
    /// - Parameters:
    ///   - store: The device's store.
    ///   - unknownSenders: What happens to messages of senders that are no contact.
    ///   - acceptsTestIdentities: Whether the published ``TestIdentities`` are accepted, whose private
    ///     keys are public; for tests alone.
    ///   - refusing: Tells the identities that are never accepted, contact or not; nothing is claimed of theirs.
    ///   - rules: The app's words, and what the app and its contacts may do on the screen.
    /// - Throws: ``KeyError`` where the store has no device or can't be used.
    public init(
        store: RecordStore,
        unknownSenders: UnknownSenderPolicy = .showUnverified,
        acceptsTestIdentities: Bool = false,
        refusing: @escaping @Sendable (_ identity: [UInt8]) -> Bool = { _ in false },
        rules: DisplayRules = DisplayRules()
    ) throws(KeyError) {
        let contacts = ContactBook(store)
        parked = ParkedBook(of: store)
        opener = MessageOpener(
            device: try DeviceKeys(in: store),
            contacts: contacts,
            names: NameResolver(contacts: contacts, label: rules.labels.noName),
            claims: ClaimBook(of: store),
            unknownSenders: unknownSenders,
            refuses: { identity in
                refusing(identity)
                    || !acceptsTestIdentities && TestIdentities.contains(identity)
            }
        )
        self.rules = rules
    }

    /// Opens a push as it came from the push service; whatever it holds, there is something to show.
    ///
    /// After this the message is claimed. Call ``complete(_:now:)`` once its content was handed over: until then
    /// the claim keeps the content, and a later run recovers it.
    ///
    /// - Parameters:
    ///   - payload: The push.
    ///   - identifier: What the system calls its notification; a claim keeps up to 64 bytes of UTF-8, for who recovers
    ///     the message.
    ///   - now: What time it is, for the protocol's rules.
    /// - Returns: What became of the push, and what is to be shown.
    public func receive(
        _ payload: [UInt8],
        identifier: String? = nil,
        now: Timestamp
    ) -> ReceivedNotification {
        receive(payload, identifier, now: now, arrival: nil)
    }

    /// Opens a deferred message.
    func receive(_ message: ParkedMessage, now: Timestamp) -> ReceivedNotification {
        receive(message.payload, message.identifier, now: now, arrival: message.arrival)
    }

    private func receive(
        _ payload: [UInt8],
        _ identifier: String?,
        now: Timestamp,
        arrival: Timestamp?
    ) -> ReceivedNotification {
        let outer: OuterPayload
        do throws(OuterPayloadError) {
            outer = try OuterPayload(reading: payload)
        } catch {
            return ReceivedNotification(failed: .refused(error.openingError), by: rules)
        }
        do throws(ReceiverError) {
            let message = try opener.open(
                outer.encryptedContent.span,
                identifier: identifier,
                now: now,
                arrival: arrival
            )
            return received(message, identifier: identifier)
        } catch {
            return ReceivedNotification(failed: error, by: rules)
        }
    }

    /// The name of the file with the sender's picture, in a folder of the app; nil where there is none.
    public func avatar(of received: ReceivedNotification) -> String? {
        guard let message = received.message, message.standing != nil else { return nil }
        return try? opener.contacts.avatar(of: message.claim.sender)
    }

    /// Notes that a received notification was handed over: its claim gives up the content.
    ///
    /// Of a new message of a contact the time is noted as well.
    ///
    /// - Throws: ``ReceiverError/claims(_:)``; the message is then recovered again, quietly, by every process that looks for
    ///   what was left, until it can be noted. That takes room for a small file.
    public func complete(
        _ received: ReceivedNotification,
        now: Timestamp
    ) throws(ReceiverError) {
        guard let message = received.message else { return }
        try opener.clear(message.place, now: now)
        // The message was shown and is not shown again: that this note can't be made is no failure of it.
        if received.outcome == .opened {
            try? opener.contacts.noteSeen(message.claim.sender, at: now)
        }
    }

    /// The messages that were claimed by runs which did not come to hand them over, for the app to show quietly.
    ///
    /// They come in the order in which their senders made them. The message of a run that is
    /// handing over at this moment is among them. Call ``complete(_:now:)`` for each that was
    /// shown. Claims of senders that are blocked, revoked or no longer accepted are cleared.
    ///
    /// - Parameters:
    ///   - now: What time it is, for the protocol's rules.
    ///   - except: The place of a message that the caller is handing over itself.
    ///   - limit: How many there is room for, as in an extension with its little memory.
    /// - Returns: The messages, and what could not be read.
    /// - Throws: ``ReceiverError/claims(_:)`` where the claims can't be listed at all.
    public func recoverUndelivered(
        now: Timestamp,
        except: ClaimPlace? = nil,
        limit: Int = .max
    ) throws(ReceiverError) -> UndeliveredNotifications {
        do throws(StoreError) {
            let undelivered = try opener.claims.undelivered(limit: limit)
            var result = UndeliveredNotifications()
            result.isCut = undelivered.isCut
            result.failures = undelivered.failures.map { .claims($0) }
            let claims = undelivered.claims.sorted { $0.claim.created < $1.claim.created }
            for (place, claim) in claims where place != except {
                do throws(ReceiverError) {
                    let message = try opener.recover(claim, at: place, now: now)
                    guard let message else { continue }
                    result.notifications.append(
                        received(message, identifier: claim.identifier)
                    )
                } catch {
                    result.failures.append(error)
                }
            }
            return result
        } catch {
            throw .claims(error)
        }
    }

    /// Whether a message that was recovered is still to be shown: no run has handed it over meanwhile.
    ///
    /// Where nobody can tell it is.
    public func isLeft(_ received: ReceivedNotification) -> Bool {
        guard let message = received.message else { return false }
        do throws(StoreError) {
            guard case .held(let claim) = try opener.claims.read(message.place) else {
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
        guard (try? opener.device.isMaintenanceDue(at: now)) == true else { return }
        _ = try? opener.device.sweep(at: now)
    }

    private func received(_ message: OpenedMessage, identifier: String?) -> ReceivedNotification {
        var received = ReceivedNotification(message, by: rules) { name in
            // If it can't be read, the service's own name is shown beside the title.
            (try? opener.contacts.isName(name, ofOtherThan: message.claim.sender)) ?? true
        }
        received.identifier = identifier
        return received
    }
}

/// What killed runs left, and what of it could not be read.
public struct UndeliveredNotifications: Sendable, Hashable {
    /// The messages, to be shown quietly.
    public internal(set) var notifications: [ReceivedNotification] = []
    /// Why others could not be recovered; they stay where they are.
    public internal(set) var failures: [ReceiverError] = []
    /// Whether there are more than there was room for; they stay where they are.
    public internal(set) var isCut = false
}

extension OuterPayloadError {
    /// The class of the protocol that this refusal belongs to.
    var openingError: OpeningError {
        switch self {
        case .noEncryptedContent: .notSealed
        default: .malformedPayload
        }
    }
}

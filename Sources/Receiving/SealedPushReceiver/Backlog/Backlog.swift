// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
import SealedPushKeys
import SealedPushStore

/// A deferred or unfinished message that is to be shown now.
public struct BacklogMessage: Sendable {
    /// The part of the message that is shown.
    public enum Form: Sendable, Hashable {
        /// All of it.
        case whole
        /// Its texts alone, as earlier attempts to show all of it have failed.
        case plain
        /// The app's own text; the extension leaves the rest to the app.
        case neutral
    }

    /// The message.
    ///
    /// In the form `neutral` it has the content of a push that was not opened.
    public let received: ReceivedNotification
    /// The part of the message that is shown.
    public let form: Form
}

/// The deferred messages of a device in order of arrival, then the unfinished ones, opened one by
/// one.
///
///     var queue = try receiver.backlog()
///     while let message = queue.next(now: now()) {
///         try await show(message)
///         queue.shown(now: now())
///     }
///
/// One message at a time is in memory. As the clock may have been wrong, the rules about time
/// refuse a deferred message only if it fails at its arrival and now. A refused message is not
/// shown, and is deleted if the refusal is final (T-18). One that cannot be opened *at present*
/// stays, too. Until ``shown(now:)`` is called, a message is unfinished, and comes again without
/// a sound.
public struct Backlog: Sendable {
    /// A deferred message that was refused.
    public struct Refusal: Sendable, Hashable {
        /// The reason for which it was refused.
        public let error: OpeningError
        /// True if it is deleted.
        ///
        /// If not, it stays, as it may open later (T-18).
        public let isFinal: Bool
    }

    /// The deferred messages that were refused so far, in order of arrival.
    public private(set) var refusals: [Refusal] = []
    /// The errors in reading others, or in noting a hand-over.
    public private(set) var failures: [ReceiverError] = []
    /// The number of messages that stay because they have the name of the current push.
    public private(set) var excluded = 0
    /// The number of unfinished messages that were dropped because their senders are blocked,
    /// revoked or no longer accepted (M-38 line 41).
    public private(set) var silenced = 0

    private let receiver: NotificationReceiver
    /// The name of the push beside which the extension shows what waits; nil in the app.
    private let push: String?
    private var deferred: ArraySlice<DeferredListing.Entry>
    private var unfinished: ArraySlice<UnfinishedClaim>
    private var current: BacklogMessage?

    fileprivate init(
        _ receiver: NotificationReceiver,
        beside push: String?
    ) throws(ReceiverError) {
        (self.receiver, self.push) = (receiver, push)
        let listing = try ReceiverError.ofDeferred(receiver.deferred.list())
        deferred = listing.entries[...]
        failures = listing.failures.map { .deferral($0) }
        do throws(ReceiverError) {
            unfinished = try receiver.unfinishedClaims()[...]
        } catch {
            failures.append(error)
            unfinished = []
        }
    }

    /// The number of messages that may still come, counted by names alone.
    public var count: Int { deferred.count + unfinished.count }

    /// True if messages may be deferred besides those that were refused and stay.
    public var hasDeferred: Bool {
        guard let count = try? receiver.deferred.count() else { return true }
        return count > refusals.count { !$0.isFinal }
    }

    /// Opens the next message that is to be shown; nil at the end.
    public mutating func next(now: Timestamp) -> BacklogMessage? {
        nextDeferred(now: now) ?? nextUnfinished(now: now)
    }

    /// The same of deferred messages alone.
    package mutating func nextDeferred(now: Timestamp) -> BacklogMessage? {
        current = nil
        while current == nil, let entry = deferred.popFirst() {
            guard !isExcluded(entry.identifier) else { continue }
            do throws(ReceiverError) {
                current = try open(entry, now: now)
            } catch {
                failures.append(error)
            }
        }
        return current
    }

    private mutating func nextUnfinished(now: Timestamp) -> BacklogMessage? {
        while current == nil, let entry = unfinished.popFirst() {
            do throws(ReceiverError) {
                current = try recover(entry, now: now)
            } catch {
                failures.append(error)
            }
        }
        return current
    }

    /// Finishes the message that ``next(now:)`` gave, once it is shown or need not be shown.
    ///
    /// If that cannot be noted, ``failures`` says so, and the message comes again without a sound.
    public mutating func shown(now: Timestamp) {
        guard let message = current.take() else { return }
        do throws(ReceiverError) {
            // An unfinished message may have been deferred before, as a call or an alert.
            if let opened = message.received.message {
                for kind in [Payload.PushKind.alert, .voip] {
                    try ReceiverError.ofDeferred(
                        receiver.deferred.remove(opened.claim.envelopeHash, kind)
                    )
                }
            }
            try receiver.complete(message.received, now: now)
        } catch {
            failures.append(error)
        }
    }

    private mutating func open(
        _ entry: DeferredListing.Entry,
        now: Timestamp
    ) throws(ReceiverError) -> BacklogMessage? {
        guard
            let message = try ReceiverError.ofDeferred(
                receiver.deferred.read(entry.hash, entry.kind)
            )
        else { return nil }
        var push = IncomingPush(
            message.payload,
            identifier: message.identifier,
            kind: message.kind
        )
        push.arrival = message.arrival
        // Its file is named by its envelope: another one came about on the disk.
        guard case .success(let envelope) = push.envelope, envelope.hash == entry.hash else {
            throw .deferral(.corrupted)
        }
        let received = receiver.receive(push, now: now)
        switch received.outcome {
        case .opened: return BacklogMessage(received: received, form: .whole)
        case .failed(.refused(let refusal)):
            let isFinal = try isFinal(refusal, of: message, now: now)
            refusals.append(Refusal(error: refusal, isFinal: isFinal))
            if isFinal {
                try ReceiverError.ofDeferred(receiver.deferred.remove(entry.hash, entry.kind))
            }
        case .failed(let error): throw error
        // Another run is at it, or left it: it comes with the unfinished ones. Until then the
        // notice that it is deferred stays, which may have its name.
        case .recovered, .deferred: break
        }
        return nil
    }

    /// Whether a deferred message that is refused would be refused at any later time: else a folder
    /// may be put back, or the clock set right (T-18).
    private func isFinal(
        _ refusal: OpeningError,
        of message: DeferredMessage,
        now: Timestamp
    ) throws(ReceiverError) -> Bool {
        let (early, late) = (min(message.arrival, now), max(message.arrival, now))
        switch refusal {
        // If only the reading of now is past the prekey's end, maintenance decides, by two
        // readings.
        case .prekeyExpired:
            let prekey = try ReceiverError.ofKeys(receiver.device.prekey(message.prekey))
            return prekey?.isOverAge(at: early) == true
        case .unknownPrekey:
            return late > early.advanced(by: DevicePrekey.awaitedGrace)
        default: return true
        }
    }

    private mutating func recover(
        _ entry: UnfinishedClaim,
        now: Timestamp
    ) throws(ReceiverError) -> BacklogMessage? {
        let claims = receiver.claims
        // Its place is known once it is decrypted; what may be dangerous in it is read later.
        guard form(after: entry.attempts) != nil,
            let claim = try ReceiverError.ofClaims(claims.recover(entry)),
            !isExcluded(claim.identifier),
            case .begun(let attempts) = try ReceiverError.ofClaims(claims.beginAttempt(entry)),
            let form = form(after: attempts)
        else { return nil }
        guard let message = try receiver.recover(claim, at: entry.place, now: now) else {
            silenced += 1
            return nil
        }
        let received = receiver.received(message, identifier: claim.identifier, as: form)
        return BacklogMessage(received: received, form: form)
    }

    /// How much of an unfinished message is shown after so many attempts; nil for nothing.
    ///
    /// Content may have killed the runs that tried. So each attempt does less than the one before,
    /// and the last ones leave the message to the user.
    private func form(after attempts: Int) -> BacklogMessage.Form? {
        switch attempts {
        case ...1: .whole
        case 2: push == nil ? .plain : .neutral
        case 3: push == nil ? .plain : nil
        default: nil
        }
    }

    /// Whether a message waits on, since its name is that of the current push (T-19).
    private mutating func isExcluded(_ identifier: String?) -> Bool {
        guard let push, identifier == push else { return false }
        excluded += 1
        return true
    }
}

extension NotificationReceiver {
    /// The deferred and unfinished messages of the device.
    ///
    /// - Parameter push: In the extension, the notification name of the push that it has handed
    ///   over: messages of that name stay, and so do those that failed before, which the app has
    ///   more time and memory for. Nil in the app.
    /// - Returns: Everything that is deferred or unfinished (T-10).
    /// - Throws: ``ReceiverError/deferral(_:)`` or ``ReceiverError/store(_:)`` if nothing can be
    ///   listed.
    public func backlog(beside push: String? = nil) throws(ReceiverError) -> Backlog {
        try Backlog(self, beside: push)
    }

    /// Calls `body` for each message that was claimed and is not known to be shown.
    ///
    /// These include the messages that ``Backlog`` has given up, and those of runs that are at
    /// work. A call counts as no attempt. Messages of senders that are blocked or no longer
    /// accepted are left out.
    ///
    /// - Parameters:
    ///   - now: The time at which they are recovered, to be finished by ``complete(_:now:)``. The
    ///     missing steps of stopped runs are done, and messages that are left out are dropped
    ///     (M-38 line 41). Nil changes nothing.
    ///   - body: Takes the message, and the number of attempts to show it.
    /// - Returns: The number of messages that were left out, and the errors in reading others.
    /// - Throws: ``ReceiverError/store(_:)`` if nothing can be listed, and what `body` throws.
    @discardableResult
    package func forEachUnfinished(
        recoveringAt now: Timestamp? = nil,
        _ body: (ReceivedNotification, _ attempts: Int) throws -> Void
    ) throws -> (silenced: Int, failures: [ReceiverError]) {
        var silenced = 0
        var failures: [ReceiverError] = []
        for entry in try unfinishedClaims() {
            let message: OpenedMessage?
            do throws(ReceiverError) {
                if let now {
                    guard let claim = try ReceiverError.ofClaims(claims.recover(entry))
                    else { continue }
                    message = try recover(claim, at: entry.place, now: now)
                } else {
                    let state = try ReceiverError.ofClaims(claims.read(entry.place))
                    guard case .held(let claim) = state else { continue }
                    message = try self.message(of: claim, at: entry.place)
                }
            } catch {
                failures.append(error)
                continue
            }
            if let message {
                try body(
                    received(message, identifier: message.claim.identifier),
                    entry.attempts
                )
            } else {
                silenced += 1
            }
        }
        return (silenced, failures)
    }

    fileprivate func unfinishedClaims() throws(ReceiverError) -> [UnfinishedClaim] {
        try ReceiverError.ofClaims(claims.unfinished())
    }
}

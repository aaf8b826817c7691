// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
import SealedPushKeys
import SealedPushStore

/// A message that waited on the device and is to be shown now.
public struct WaitingMessage: Sendable {
    /// How much of it is shown.
    public enum Form: Sendable, Hashable {
        /// All of it.
        case whole
        /// Its texts alone: earlier attempts to show it whole have failed.
        case plain
        /// The app's own text: the extension leaves the rest to the app.
        case neutral
    }

    /// The message; in the form `neutral` with the content of a push that was not opened.
    public let received: ReceivedNotification
    /// How much of it is shown.
    public let form: Form
}

/// Opens what waits on the device one after the other: first the deferred messages in order of
/// arrival, then those that stopped runs left unfinished.
///
///     var queue = try receiver.waiting()
///     while let message = queue.next(now: now()) {
///         try await show(message)
///         queue.shown(now: now())
///     }
///
/// Never more than one message is in memory. A deferred message is refused for its time only if it
/// fails by its arrival and by now: the clock may have been wrong. One that is refused is not shown,
/// and deleted if the refusal is final; one that can't be opened *at present* stays. A
/// message that is not said to be shown is unfinished, and comes again, quietly.
public struct WaitingQueue: Sendable {
    /// A deferred message that was refused.
    public struct Refusal: Sendable, Hashable {
        /// Why it was refused.
        public let error: OpeningError
        /// Whether it is deleted; else it stays, since it may open later.
        public let isFinal: Bool
    }

    /// The deferred messages that were refused so far, in order of arrival.
    public private(set) var refusals: [Refusal] = []
    /// Why others could not be read, or what could not be noted after a hand-over.
    public private(set) var failures: [ReceiverError] = []
    /// How many wait on since they have the name of the current push.
    public private(set) var spared = 0
    /// How many unfinished messages were dropped, since their senders are blocked, revoked or not
    /// accepted by now.
    public private(set) var silenced = 0

    private let receiver: NotificationReceiver
    /// The name of the push beside which the extension shows what waits; nil in the app.
    private let push: String?
    private var deferred: ArraySlice<ParkedListing.Entry>
    private var unfinished: ArraySlice<UnfinishedClaim>
    private var current: WaitingMessage?

    fileprivate init(
        _ receiver: NotificationReceiver,
        beside push: String?
    ) throws(ReceiverError) {
        (self.receiver, self.push) = (receiver, push)
        let listing = try ReceiverError.ofDeferred(receiver.parked.list())
        deferred = listing.entries[...]
        failures = listing.failures.map { .parking($0) }
        do throws(ReceiverError) {
            unfinished = try receiver.unfinishedClaims()[...]
        } catch {
            failures.append(error)
            unfinished = []
        }
    }

    /// How many messages may still come; a look at names alone.
    public var count: Int { deferred.count + unfinished.count }

    /// Whether messages are deferred beside those that were refused and stay, or may be.
    public var hasDeferred: Bool {
        guard let count = try? receiver.parked.count() else { return true }
        return count > refusals.count { !$0.isFinal }
    }

    /// Opens the next message that is to be shown; nil at the end.
    public mutating func next(now: Timestamp) -> WaitingMessage? {
        nextDeferred(now: now) ?? nextUnfinished(now: now)
    }

    /// The same of deferred messages alone.
    package mutating func nextDeferred(now: Timestamp) -> WaitingMessage? {
        current = nil
        while current == nil, let entry = deferred.popFirst() {
            guard !isSpared(entry.identifier) else { continue }
            do throws(ReceiverError) {
                current = try open(entry, now: now)
            } catch {
                failures.append(error)
            }
        }
        return current
    }

    private mutating func nextUnfinished(now: Timestamp) -> WaitingMessage? {
        while current == nil, let entry = unfinished.popFirst() {
            do throws(ReceiverError) {
                current = try recover(entry, now: now)
            } catch {
                failures.append(error)
            }
        }
        return current
    }

    /// Finishes the message that ``next(now:)`` gave, which is shown by now or needs no showing.
    ///
    /// If that can't be noted, the report says so, and the message comes again, quietly.
    public mutating func shown(now: Timestamp) {
        guard let message = current.take() else { return }
        do throws(ReceiverError) {
            // An unfinished message may have been deferred before.
            if let opened = message.received.message {
                try ReceiverError.ofDeferred(receiver.parked.remove(opened.claim.envelopeHash))
            }
            try receiver.complete(message.received, now: now)
        } catch {
            failures.append(error)
        }
    }

    private mutating func open(
        _ entry: ParkedListing.Entry,
        now: Timestamp
    ) throws(ReceiverError) -> WaitingMessage? {
        guard let message = try ReceiverError.ofDeferred(receiver.parked.read(entry.hash))
        else { return nil }
        var push = IncomingPush(message.payload, identifier: message.identifier)
        push.arrival = message.arrival
        // Its file is named by its envelope: another one came about on the disk.
        guard case .success(let envelope) = push.envelope, envelope.hash == entry.hash else {
            throw .parking(.corrupted)
        }
        let received = receiver.receive(push, now: now)
        switch received.outcome {
        case .opened: return WaitingMessage(received: received, form: .whole)
        case .failed(.refused(let refusal)):
            let isFinal = try isFinal(refusal, of: message, now: now)
            refusals.append(Refusal(error: refusal, isFinal: isFinal))
            if isFinal { try ReceiverError.ofDeferred(receiver.parked.remove(entry.hash)) }
        case .failed(let error): throw error
        // Another run is at it, or left it: it comes with the unfinished ones. Until then the
        // notice that it is deferred stays, which may have its name.
        case .recovered, .parked: break
        }
        return nil
    }

    /// Whether a deferred message that is refused would be refused at any later time: else a folder
    /// may be put back, or the clock set right.
    private func isFinal(
        _ refusal: OpeningError,
        of message: ParkedMessage,
        now: Timestamp
    ) throws(ReceiverError) -> Bool {
        let (early, late) = (min(message.arrival, now), max(message.arrival, now))
        switch refusal {
        // If only the reading of now is past the prekey's end, maintenance decides, by two
        // readings.
        case .prekeyExpired:
            let prekey = try ReceiverError.ofKeys(receiver.device.prekey(message.prekey))
            return prekey?.isOverAge(at: early) == true
        case .unknownPrekey, .createdInFuture:
            return late > early.advanced(by: DevicePrekey.awaitedGrace)
        default: return true
        }
    }

    private mutating func recover(
        _ entry: UnfinishedClaim,
        now: Timestamp
    ) throws(ReceiverError) -> WaitingMessage? {
        let claims = receiver.claims
        // Its place is known once it is decrypted; what may be dangerous in it is read later.
        guard form(after: entry.attempts) != nil,
            let claim = try ReceiverError.ofClaims(claims.recover(entry)),
            !isSpared(claim.identifier),
            case .begun(let attempts) = try ReceiverError.ofClaims(claims.beginAttempt(entry)),
            let form = form(after: attempts)
        else { return nil }
        guard let message = try receiver.recover(claim, at: entry.place, now: now) else {
            silenced += 1
            return nil
        }
        let received = receiver.received(message, identifier: claim.identifier, as: form)
        return WaitingMessage(received: received, form: form)
    }

    /// How much of an unfinished message is shown after so many attempts; nil for nothing.
    ///
    /// Content may have killed the runs that tried. So each attempt does less than the one before,
    /// and the last ones leave the message to the user.
    private func form(after attempts: Int) -> WaitingMessage.Form? {
        switch attempts {
        case ...1: .whole
        case 2: push == nil ? .plain : .neutral
        case 3: push == nil ? .plain : nil
        default: nil
        }
    }

    /// Whether a message waits on, since its name is that of the current push.
    private mutating func isSpared(_ identifier: String?) -> Bool {
        guard let push, identifier == push else { return false }
        spared += 1
        return true
    }
}

extension NotificationReceiver {
    /// What waits on the device.
    ///
    /// - Parameter push: What the system calls the push that the service extension has handed over:
    ///   messages of that name wait on, and what has failed before is left to the app, which has
    ///   time and memory, and a user who looks. Nil in the app.
    /// - Returns: Everything that is deferred or unfinished.
    /// - Throws: ``ReceiverError/parking(_:)`` or ``ReceiverError/store(_:)`` if nothing can be
    ///   listed.
    public func waiting(beside push: String? = nil) throws(ReceiverError) -> WaitingQueue {
        try WaitingQueue(self, beside: push)
    }

    /// Lends every message that was claimed and is not known to be shown, one at a time.
    ///
    /// Also those that every attempt to show has failed with, which ``WaitingQueue`` leaves alone,
    /// and those of runs at work. It counts as no attempt. Senders that are silenced or not
    /// accepted by now are passed over.
    ///
    /// - Parameters:
    ///   - now: When they are recovered, to be finished by ``complete(_:now:)``: the steps that a
    ///     stopped run has missed are made up for, and what is passed over is dropped. Nil
    ///     changes nothing.
    ///   - body: Takes the message, and how often it was tried to show it.
    /// - Returns: How many were passed over, and why others could not be read.
    /// - Throws: ``ReceiverError/store(_:)`` if nothing can be listed, and what `body` throws.
    @discardableResult
    public func forEachUnfinished(
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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushClaims
import SealedPushStore

/// Opens what was parked while the device was locked, one after the other in order of arrival.
///
///     var delivery = try receiver.parkedDelivery()
///     while let received = delivery.next(now: now()) {
///         try await show(received)
///         delivery.handedOver(now: now())
///     }
///
/// A message is refused for its time only if it fails by its arrival and by now: the clock may have
/// been wrong. A message that is refused is deleted and not shown. One that can't be opened
/// *at present* stays. A run that is stopped between hand-over and ``handedOver(now:)``
/// leaves the message to be recovered, quietly.
public struct ParkedDelivery: Sendable {
    /// What became of the messages so far.
    public private(set) var report = ParkedReport()
    private let receiver: NotificationReceiver
    private var messages: ArraySlice<ParkedMessage>
    private var current: (message: ParkedMessage, received: ReceivedNotification)?

    init(
        _ receiver: NotificationReceiver,
        listing: ParkedListing,
        sparing isSpared: (ParkedMessage) -> Bool
    ) {
        self.receiver = receiver
        messages = listing.messages.filter { !isSpared($0) }[...]
        report.failures = listing.failures.map { .parking($0) }
    }

    /// Opens the next message that is to be shown; nil at the end.
    ///
    /// Refused messages are deleted on the way.
    public mutating func next(now: Timestamp) -> ReceivedNotification? {
        while let message = messages.popFirst() {
            let received = receiver.receive(message, now: now)
            report.outcomes.append(received.outcome)
            current = (message, received)
            switch received.outcome {
            case .failed(.refused), .parked: handedOver(now: now)
            case .failed: current = nil
            case .opened, .recovered: return received
            }
        }
        return nil
    }

    /// Forgets the message that ``next(now:)`` gave, which is shown by now: here, then in its claim.
    public mutating func handedOver(now: Timestamp) {
        guard let (message, received) = current.take() else { return }
        do throws(ReceiverError) {
            try receiver.forget(message)
            try receiver.complete(received, now: now)
        } catch {
            report.failures.append(error)
        }
    }
}

/// What became of parked messages.
public struct ParkedReport: Sendable, Hashable {
    /// How each ended, in order of arrival.
    public internal(set) var outcomes: [ReceivedNotification.Outcome] = []
    /// Why others could not be read, or what could not be noted after a hand-over.
    public internal(set) var failures: [ReceiverError] = []

    /// Whether nothing was parked.
    public var isEmpty: Bool { outcomes.isEmpty && failures.isEmpty }
}

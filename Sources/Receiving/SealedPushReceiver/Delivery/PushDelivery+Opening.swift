// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// A delivery that hands over content as a value.
///
///     let delivery = NotificationDelivery(
///         of: IncomingPush(payload),
///         placeholder: DisplayRules().placeholder,
///         clock: ContinuousClock(),
///         now: { .now }
///     ) { content, _ in contentHandler(content) }
///     let result = await delivery.run { try NotificationReceiver(store: open()) }
///     // elsewhere, when the system warns: delivery.timeWillExpire()
public typealias NotificationDelivery = PushDelivery<NotificationContent>

extension PushDelivery {
    /// How a delivery ended.
    public struct Result: Sendable {
        /// What was handed over and why.
        public let report: DeliveryReport
        /// What became of the push, or nil where the device could not be opened, or not in time,
        /// and nothing was deferred.
        public let received: ReceivedNotification?
        /// Has the store that the push was looked up in; nil if it could not be opened in time.
        public let receiver: NotificationReceiver?
        /// Why the device was not opened, the push not looked at, or its claim not cleared.
        public internal(set) var failure: ReceiverError?

        /// Whether the system shows the message, so that its claim may be cleared.
        public var isShown: Bool {
            report.attempt != .placeholder && !report.isLate && received?.message != nil
        }

        /// Whether the hand-over left time for other work.
        package var hasTimeLeft: Bool {
            !report.isLate && ![.ownDeadline, .timeWillExpire, .cancelled].contains(report.reason)
        }
    }

    /// Opens the push and hands it over; to be called once.
    ///
    /// - Parameters:
    ///   - open: Opens the device; where it throws, the placeholder is handed over.
    ///   - present: Makes of the push what is handed over, and offers it to the delivery; if it
    ///     offers nothing, the placeholder is handed over. The receiver is nil where the device is
    ///     locked or can't be opened.
    /// - Returns: What was handed over and why, what became of the push, and what `present`
    ///   returned, if there was time for it.
    public func run<Note: Sendable>(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver,
        present: @escaping @Sendable (ReceivedNotification, NotificationReceiver?) async -> Note
    ) async -> (result: Result, note: Note?) {
        let (report, (opened, note)) = await run { delivery in
            let opened = delivery.receive(open)
            guard let presented = opened.presented else {
                delivery.end(.openingFailed)
                return (opened, Note?.none)
            }
            return (opened, await present(presented, opened.receiver))
        }
        let result = Result(
            report: report,
            received: opened.received,
            receiver: opened.receiver,
            failure: opened.failure
        )
        return (result, note)
    }

    /// Opens the device and the push.
    ///
    /// - Returns: What is presented, nil where it is too late for anything; and what became of the
    ///   push, which is not the same if what could not be looked at is kept.
    private func receive(
        _ open: () throws(ReceiverError) -> NotificationReceiver
    ) -> (
        presented: ReceivedNotification?, received: ReceivedNotification?,
        receiver: NotificationReceiver?, failure: ReceiverError?
    ) {
        do throws(ReceiverError) {
            let receiver = try open()
            // Nothing is claimed for a notification that was handed over while the device was
            // opened: it is deferred.
            guard report == nil else { return (nil, park(), nil, nil) }
            let received = receiver.receive(push, now: now())
            if case .failed(let error) = received.outcome, let kept = keep(after: error) {
                return (received, kept, receiver, error)
            }
            return (received, received, receiver, nil)
        } catch {
            if error.isLocked, let deferred = park() { return (deferred, deferred, nil, nil) }
            let failed = ReceivedNotification(failed: error, by: parking?.rules ?? DisplayRules())
            return (failed, keep(after: error), nil, error)
        }
    }

    private func park() -> ReceivedNotification? { parking?.park(push, now: now()) }

    /// Defers a push that the device can't look at since its store can't be reached, or its disk is
    /// full or broken; nil if it is not kept.
    ///
    /// What is shown stays the placeholder: it is not unlocking that the message waits for.
    private func keep(after error: ReceiverError) -> ReceivedNotification? {
        guard error.mayPass, let deferred = park(), deferred.outcome == .parked else { return nil }
        return deferred
    }
}

extension PushDelivery<NotificationContent> {
    /// Opens the push, hands its content over and clears its claim; to be called once.
    ///
    /// - Parameter open: Opens the device; where it throws, the placeholder is handed over.
    /// - Returns: What was handed over and why, and what became of the push.
    public func run(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver
    ) async -> Result {
        var (result, _) = await run(open) { received, _ in
            if received.isPlainPlaceholder {
                self.end(.openingFailed)
            } else {
                self.offer(received.content)
            }
        }
        guard result.isShown, let received = result.received else { return result }
        do throws(ReceiverError) {
            try result.receiver?.complete(received, now: now())
        } catch {
            result.failure = error
        }
        return result
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushStore

extension PushDelivery {
    /// The end of a delivery.
    public struct Result: Sendable {
        /// The content that was handed over.
        public let shown: Shown
        /// The report of the hand-over.
        public let report: HandOverReport
        /// The notification that was received; nil if the store could not be opened in time and
        /// nothing was deferred.
        public let received: ReceivedNotification?
        /// The receiver of the push; nil if the store could not be opened in time.
        public let receiver: NotificationReceiver?
        /// The reason why the store was not opened or the push not read.
        public package(set) var failure: ReceiverError?

        /// True if the system shows the message, so that its claim may be cleared.
        public var isShown: Bool {
            report.attempt != .placeholder && !report.isLate && received?.message != nil
        }

        /// Whether the hand-over left time for other work.
        package var hasTimeLeft: Bool { !report.isLate && report.reason == .finished }
    }

    /// Opens the push and hands it over.
    ///
    /// Call it once.
    ///
    /// - Parameters:
    ///   - open: Opens the device; if it throws, the placeholder is handed over.
    ///   - present: Makes of the push what is handed over, and offers it to the delivery; if it
    ///     offers nothing, the placeholder is handed over. The receiver is nil if the device is
    ///     locked or can't be opened.
    /// - Returns: What was handed over and why, what became of the push, and what `present`
    ///   returned, if there was time for it.
    public func run<Note: Sendable>(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver,
        present: @escaping @Sendable (ReceivedNotification, NotificationReceiver?) async -> Note
    ) async -> (result: Result, note: Note?) {
        let (report, (opened, note)) = await run { delivery in
            let opened = delivery.receive(open)
            // What is kept since it could not be looked at does not wait for an unlock: it is
            // presented as what it is.
            let presented =
                opened.failure.map { error in
                    ReceivedNotification(failed: error, by: self.deferral?.rules ?? DisplayRules())
                } ?? opened.received
            guard delivery.report == nil, let presented else { return (opened, Note?.none) }
            return (opened, await present(presented, opened.receiver))
        }
        let result = Result(
            shown: shown,
            report: report,
            received: opened.received,
            receiver: opened.receiver,
            failure: opened.failure
        )
        return (result, note)
    }

    /// Opens the device and the push, and defers what the device can't look at.
    private func receive(
        _ open: () throws(ReceiverError) -> NotificationReceiver
    ) -> (
        received: ReceivedNotification?, receiver: NotificationReceiver?, failure: ReceiverError?
    ) {
        do throws(ReceiverError) {
            let receiver = try open()
            // Nothing is claimed for a notification that was handed over while the device was
            // opened: it is deferred.
            guard report == nil else { return (keep(), nil, nil) }
            let received = receiver.receive(push, now: now())
            guard case .failed(let error) = received.outcome, let kept = keep(after: error) else {
                return (received, receiver, nil)
            }
            return (kept, receiver, error)
        } catch .store(.locked) {
            guard let deferred = keep() else { return (nil, nil, .store(.locked)) }
            return (deferred, nil, nil)
        } catch {
            return (keep(after: error), nil, error)
        }
    }

    private func keep() -> ReceivedNotification? { deferral?.keep(push, now: now()) }

    /// Defers a push that the device can't look at since its store can't be reached, or its disk is
    /// full or broken; nil if it is not kept.
    private func keep(after error: ReceiverError) -> ReceivedNotification? {
        guard error.mayPass, let deferred = keep(), deferred.outcome == .deferred else {
            return nil
        }
        return deferred
    }
}

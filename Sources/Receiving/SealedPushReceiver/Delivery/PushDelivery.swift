// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import Synchronization

/// A delivery that hands over content as a value.
///
///     let delivery = NotificationDelivery(of: payload, clock: ContinuousClock(), now: { .now }) {
///         content, _ in contentHandler(content)
///     }
///     let result = await delivery.run { try NotificationReceiver(store: open()) }
///     // elsewhere, when the system warns: delivery.timeWillExpire()
public typealias NotificationDelivery = PushDelivery<NotificationContent>

/// Receives one push in the time that the system gives, and hands over exactly once.
///
/// What is handed over is the caller's own type: the presenter makes it of what the push turned out to be. The claim
/// gives up its content only after the hand-over, and only where the content was handed over in the system's time: what
/// came too late is recovered.
public final class PushDelivery<Shown: Sendable>: Sendable {
    /// How a delivery ended.
    public struct Result: Sendable, Hashable {
        /// What was handed over and why.
        public let report: DeliveryReport
        /// What became of the push, or nil where the device could not be opened, or not in time, and nothing was parked.
        ///
        /// What was parked is not always seen: where the store is unavailable, or the time was over before, the placeholder
        /// was handed over.
        public let received: ReceivedNotification?
        /// Why the claim was not emptied, or the device not opened.
        public let failure: ReceiverError?
        /// Whether the message was shown, all was done that it asks for, and its claim is empty.
        public let isComplete: Bool
    }

    /// Makes of a push what is handed over, and brings it as the progress of the delivery.
    ///
    /// The receiver is nil where the device is locked or can't be opened. Where it brings nothing, the placeholder is handed over.
    /// It says whether it did what the message asks for, as to take others away: else the claim keeps the message, for a run that can.
    public typealias Presenter =
        @Sendable (
            _ received: ReceivedNotification,
            _ receiver: NotificationReceiver?,
            _ progress: DeliveryProgress<Shown>
        ) async -> Bool

    private struct Progress {
        var received: ReceivedNotification?
        var failure: ReceiverError?
        var receiver: NotificationReceiver?
        var isDone = false
        var isComplete = false
    }

    private let payload: [UInt8]
    private let identifier: String?
    private let parking: NotificationParking?
    private let now: @Sendable () -> Timestamp
    private let delivery: Delivery<Shown>
    private let progress = Mutex(Progress())

    /// Takes a push in; the time runs from here.
    ///
    /// - Parameters:
    ///   - payload: The push as it came from the push service.
    ///   - identifier: What the system calls its notification; a message that is parked or claimed keeps that.
    ///   - placeholder: What is handed over where nothing better is there in time.
    ///   - parking: Keeps the push where the device is locked, its store is unavailable, or the time was over before
    ///     it was opened; without it the placeholder is all there is then.
    ///   - deadline: How long opening may take; 25 seconds of the system's 30 unless told.
    ///   - clock: What the deadline is measured by.
    ///   - now: What time it is, for the protocol's rules.
    ///   - handOver: Gives the content to the system; called once, on any thread, and must be quick.
    public init(
        of payload: [UInt8],
        identifier: String? = nil,
        placeholder: Shown,
        parking: NotificationParking? = nil,
        deadline: Duration = .seconds(25),
        clock: some Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        handOver: @escaping @Sendable (Shown, DeliveryReport) -> Void
    ) {
        self.payload = payload
        self.identifier = identifier
        self.parking = parking
        self.now = now
        delivery = Delivery(
            placeholder: placeholder,
            deadline: deadline,
            clock: clock,
            handOver: handOver
        )
    }

    /// Opens the push and hands it over; to be called once.
    ///
    /// - Parameters:
    ///   - open: Opens the device; where it throws, the placeholder is handed over.
    ///   - present: Makes what is handed over.
    /// - Returns: What was handed over and why, and what became of the push.
    public func run(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver,
        present: @escaping Presenter
    ) async -> Result {
        let report = await delivery.run { progress in
            await self.work(progress, open, present)
        } handedOver: { report in
            // At once: what else there is to do may take long, or wait for an answer that never comes.
            self.complete(report)
        }
        complete(report)
        return progress.withLock { progress in
            Result(
                report: report,
                received: progress.received,
                failure: progress.failure,
                isComplete: progress.isComplete
            )
        }
    }

    /// Brings what was shown earlier of the same message: where nothing is opened in time, that is handed over.
    ///
    /// Safe on any thread and at any time, for whoever looks for it beside the opening. It must make no noise, and of the
    /// claim nothing is emptied for it.
    public func shownEarlier(_ shown: Shown) {
        delivery.shownEarlier(shown)
    }

    /// Erases what has had its time, if that is due, the push was handed over and there is time
    /// left.
    package func sweepIfDue() {
        guard let report = delivery.report, !report.isLate,
            ![.ownDeadline, .timeWillExpire, .cancelled].contains(report.reason)
        else { return }
        progress.withLock(\.receiver)?.sweepIfDue(now: now())
    }

    /// Hands over what is there, at once: the system's last warning.
    public func timeWillExpire() {
        delivery.timeWillExpire()
    }

    private func work(
        _ progress: DeliveryProgress<Shown>,
        _ open: () throws(ReceiverError) -> NotificationReceiver,
        _ present: Presenter
    ) async {
        guard let received = receive(open) else { return progress.openingFailed() }
        let isDone = await present(received, self.progress.withLock(\.receiver), progress)
        self.progress.withLock { $0.isDone = isDone }
    }

    /// Opens the device and the push, or nil where it is too late to show either.
    private func receive(
        _ open: () throws(ReceiverError) -> NotificationReceiver
    ) -> ReceivedNotification? {
        do throws(ReceiverError) {
            let receiver = try open()
            // Nothing is claimed for a notification that was handed over while the device was opened: it is kept.
            guard delivery.report == nil else {
                if let parked = park() { _ = note(parked) }
                return nil
            }
            progress.withLock { $0.receiver = receiver }
            let received = receiver.receive(payload, identifier: identifier, now: now())
            if case .failed(let error) = received.outcome, keep(after: error) { return received }
            return note(received)
        } catch {
            if error.isLocked, let parked = park() { return note(parked) }
            _ = keep(after: error)
            progress.withLock { $0.failure = error }
            return ReceivedNotification(failed: error, by: DisplayRules())
        }
    }

    /// Parks a push that the device can't look at while its store is unavailable, and says whether it is kept.
    ///
    /// What is shown stays the placeholder: it is not unlocking that the message waits for.
    private func keep(after error: ReceiverError) -> Bool {
        guard error.isUnavailable, let parked = park(), parked.outcome == .parked else {
            return false
        }
        progress.withLock { ($0.received, $0.failure) = (parked, error) }
        return true
    }

    private func note(_ received: ReceivedNotification) -> ReceivedNotification {
        progress.withLock { $0.received = received }
        return received
    }

    private func park() -> ReceivedNotification? {
        parking?.park(payload, identifier: identifier, now: now())
    }

    /// The content came too late where the placeholder was shown, by us or by the system: then its claim keeps it.
    ///
    /// What takes others away is done once they are.
    private func complete(_ report: DeliveryReport) {
        guard report.attempt != .placeholder, !report.isLate else { return }
        progress.withLock { progress in
            guard !progress.isComplete, let receiver = progress.receiver,
                let received = progress.received, received.message != nil,
                received.removal == nil || progress.isDone
            else { return }
            do throws(ReceiverError) {
                try receiver.complete(received, now: now())
                (progress.isComplete, progress.failure) = (true, nil)
            } catch {
                progress.failure = error
            }
        }
    }
}

extension PushDelivery<NotificationContent> {
    /// Takes a push in; the time runs from here.
    ///
    /// - Parameters:
    ///   - payload: The push as it came from the push service.
    ///   - rules: The app's words.
    ///   - parking: Keeps the push where the device is locked, its store is unavailable, or the time was over before
    ///     it was opened; without it the placeholder is all there is then.
    ///   - deadline: How long opening may take; 25 seconds of the system's 30 unless told.
    ///   - clock: What the deadline is measured by.
    ///   - now: What time it is, for the protocol's rules.
    ///   - handOver: Gives the content to the system; called once, on any thread, and must be quick.
    public convenience init(
        of payload: [UInt8],
        rules: DisplayRules = DisplayRules(),
        parking: NotificationParking? = nil,
        deadline: Duration = .seconds(25),
        clock: some Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        handOver: @escaping @Sendable (NotificationContent, DeliveryReport) -> Void
    ) {
        self.init(
            of: payload,
            placeholder: rules.placeholder,
            parking: parking,
            deadline: deadline,
            clock: clock,
            now: now,
            handOver: handOver
        )
    }

    /// Opens the push and hands its content over; to be called once.
    ///
    /// - Parameter open: Opens the device; where it throws, the placeholder is handed over.
    /// - Returns: What was handed over and why, and what became of the push.
    public func run(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver
    ) async -> Result {
        await run(open) { received, _, progress in
            if received.isPlainPlaceholder {
                progress.openingFailed()
            } else {
                _ = progress.opened(received.content)
            }
            return true
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import Synchronization

/// Receives one push in the time that the system gives, and hands over exactly once.
///
///     let delivery = NotificationDelivery(of: payload, clock: ContinuousClock(), now: { .now }) {
///         content, _ in contentHandler(content)
///     }
///     let result = await delivery.run { try NotificationReceiver(store: open()) }
///     // elsewhere, when the system warns: delivery.timeWillExpire()
///
/// The claim gives up its content only after the hand-over, and only where the content was handed over: what came too
/// late is recovered.
public final class NotificationDelivery: Sendable {
    /// How a delivery ended.
    public struct Result: Sendable, Hashable {
        /// What was handed over and why.
        public let report: DeliveryReport
        /// What became of the push, or nil where the device could not be opened in time.
        public let received: ReceivedNotification?
        /// Why the claim was not emptied, or the device not opened.
        public let failure: ReceiverError?
    }

    private struct Progress {
        var received: ReceivedNotification?
        var failure: ReceiverError?
        var receiver: NotificationReceiver?
    }

    private let payload: [UInt8]
    private let placeholder: NotificationContent
    private let parking: NotificationParking?
    private let now: @Sendable () -> Timestamp
    private let delivery: Delivery<NotificationContent>
    private let progress = Mutex(Progress())

    /// Takes a push in; the time runs from here.
    ///
    /// - Parameters:
    ///   - payload: The push as it came from the push service.
    ///   - mapping: Finds the text of the placeholder.
    ///   - parking: Keeps the push where the device is locked or the time was over before it was opened; without it
    ///     the placeholder is all there is then.
    ///   - deadline: How long opening may take; 25 seconds of the system's 30 unless told.
    ///   - clock: What the deadline is measured by.
    ///   - now: What time it is, for the protocol's rules.
    ///   - handOver: Gives the content to the system; called once, on any thread, and must be quick.
    public init(
        of payload: [UInt8],
        mapping: ContentMapping = ContentMapping(),
        parking: NotificationParking? = nil,
        deadline: Duration = .seconds(25),
        clock: some Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        handOver: @escaping @Sendable (NotificationContent, DeliveryReport) -> Void
    ) {
        self.payload = payload
        self.parking = parking
        self.now = now
        placeholder = mapping.placeholder(of: payload)
        delivery = Delivery(
            placeholder: placeholder,
            deadline: deadline,
            clock: clock,
            handOver: handOver
        )
    }

    /// Opens the push and hands it over; to be called once.
    ///
    /// - Parameter open: Opens the device; where it throws, the placeholder is handed over.
    /// - Returns: What was handed over and why, and what became of the push.
    public func run(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver
    ) async -> Result {
        let report = await delivery.run { progress in
            self.work(progress, open)
        }
        complete(report)
        return progress.withLock { progress in
            Result(report: report, received: progress.received, failure: progress.failure)
        }
    }

    /// Hands over what is there, at once: the system's last warning.
    public func timeWillExpire() {
        delivery.timeWillExpire()
    }

    private func work(
        _ progress: DeliveryProgress<NotificationContent>,
        _ open: () throws(ReceiverError) -> NotificationReceiver
    ) {
        do throws(ReceiverError) {
            let receiver = try open()
            // Nothing is claimed for a notification that was handed over while the device was opened: it is kept.
            guard delivery.report == nil else {
                _ = parking?.park(payload, now: now())
                return
            }
            let received = receiver.receive(payload, now: now())
            self.progress.withLock { $0.receiver = receiver }
            show(received, progress)
        } catch {
            if let parking, error.isLocked {
                show(parking.park(payload, now: now()), progress)
            } else {
                self.progress.withLock { $0.failure = error }
                progress.openingFailed()
            }
        }
    }

    private func show(
        _ received: ReceivedNotification,
        _ progress: DeliveryProgress<NotificationContent>
    ) {
        self.progress.withLock { $0.received = received }
        if received.message == nil, received.content == placeholder {
            progress.openingFailed()
        } else {
            _ = progress.opened(received.content)
        }
    }

    /// The content came too late where the placeholder was shown: then its claim keeps it.
    private func complete(_ report: DeliveryReport) {
        guard report.attempt != .placeholder else { return }
        progress.withLock { progress in
            guard let receiver = progress.receiver, let received = progress.received else { return }
            do throws(ReceiverError) {
                try receiver.complete(received, now: now())
            } catch {
                progress.failure = error
            }
        }
    }
}

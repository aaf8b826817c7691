// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

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
/// What is handed over is the caller's own type: the presenter makes it of what the push turned out
/// to be. The claim keeps its content until the caller completes the message, which it may only do
/// if the result says that the message was shown: what came too late is recovered.
public final class PushDelivery<Shown: Sendable>: Sendable {
    /// How a delivery ended.
    public struct Result: Sendable {
        /// What was handed over and why.
        public let report: DeliveryReport
        /// What became of the push, or nil where the device could not be opened, or not in time, and
        /// nothing was deferred.
        public let received: ReceivedNotification?
        /// Has the store that the push was looked up in; nil if it could not be opened in time.
        public let receiver: NotificationReceiver?
        /// Why the device was not opened, the push not looked at, or its claim not cleared.
        public fileprivate(set) var failure: ReceiverError?

        /// Whether the system shows the message, so that its claim may be cleared.
        public var isShown: Bool {
            report.attempt != .placeholder && !report.isLate && received?.message != nil
        }

        /// Whether the hand-over left time for other work.
        package var hasTimeLeft: Bool {
            !report.isLate && ![.ownDeadline, .timeWillExpire, .cancelled].contains(report.reason)
        }
    }

    private let push: IncomingPush
    private let parking: NotificationParking?
    private let now: @Sendable () -> Timestamp
    private let delivery: Delivery<Shown>

    /// Takes a push in; the time runs from here.
    ///
    /// - Parameters:
    ///   - push: The push as it came from the push service.
    ///   - placeholder: What is handed over where nothing better is there in time.
    ///   - parking: Defers the push where the device is locked, its store is unavailable, or the time
    ///     was over before it was opened; without it the placeholder is all there is then.
    ///   - deadline: How long opening may take; 25 seconds of the system's 30 unless told.
    ///   - clock: What the deadline is measured by.
    ///   - now: What time it is, for the protocol's rules.
    ///   - handOver: Gives the content to the system; called once, on any thread, and must be quick.
    public init(
        of push: IncomingPush,
        placeholder: Shown,
        parking: NotificationParking? = nil,
        deadline: Duration = .seconds(25),
        clock: some Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        handOver: @escaping @Sendable (Shown, DeliveryReport) -> Void
    ) {
        self.push = push
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
    ///   - present: Makes of the push what is handed over, and offers it; if it offers nothing, the
    ///     placeholder is handed over. The receiver is nil where the device is locked or can't be
    ///     opened.
    /// - Returns: What was handed over and why, what became of the push, and what `present` returned,
    ///   if there was time for it.
    public func run<Note: Sendable>(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver,
        present:
            @escaping @Sendable (ReceivedNotification, NotificationReceiver?, Delivery<Shown>) async
            -> Note
    ) async -> (result: Result, note: Note?) {
        let (report, (opened, note)) = await delivery.run { delivery in
            let opened = self.receive(open)
            guard let presented = opened.presented else {
                delivery.end(.openingFailed)
                return (opened, Note?.none)
            }
            return (opened, await present(presented, opened.receiver, delivery))
        }
        let result = Result(
            report: report,
            received: opened.received,
            receiver: opened.receiver,
            failure: opened.failure
        )
        return (result, note)
    }

    /// Hands over what is there, at once: the system's last warning.
    public func timeWillExpire() { delivery.timeWillExpire() }

    private struct Opened {
        /// What is presented; nil where it is too late for anything.
        var presented: ReceivedNotification?
        /// What became of the push; not the same if what could not be looked at is kept.
        var received: ReceivedNotification?
        var receiver: NotificationReceiver?
        var failure: ReceiverError?
    }

    /// Opens the device and the push.
    private func receive(
        _ open: () throws(ReceiverError) -> NotificationReceiver
    ) -> Opened {
        do throws(ReceiverError) {
            let receiver = try open()
            // Nothing is claimed for a notification that was handed over while the device was
            // opened: it is deferred.
            guard delivery.report == nil else { return Opened(received: park()) }
            let received = receiver.receive(push, now: now())
            if case .failed(let error) = received.outcome, let kept = keep(after: error) {
                return Opened(
                    presented: received,
                    received: kept,
                    receiver: receiver,
                    failure: error
                )
            }
            return Opened(presented: received, received: received, receiver: receiver)
        } catch {
            if error.isLocked, let deferred = park() {
                return Opened(presented: deferred, received: deferred)
            }
            let failed = ReceivedNotification(failed: error, by: DisplayRules())
            return Opened(presented: failed, received: keep(after: error), failure: error)
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
    /// Takes a push in; the time runs from here.
    ///
    /// The parameters are those of the other initializer; `payload` is the JSON of the push, and `rules` has
    /// the app's words.
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
            of: IncomingPush(payload),
            placeholder: rules.placeholder,
            parking: parking,
            deadline: deadline,
            clock: clock,
            now: now,
            handOver: handOver
        )
    }

    /// Opens the push, hands its content over and clears its claim; to be called once.
    ///
    /// - Parameter open: Opens the device; where it throws, the placeholder is handed over.
    /// - Returns: What was handed over and why, and what became of the push.
    public func run(
        _ open: @escaping @Sendable () throws(ReceiverError) -> NotificationReceiver
    ) async -> Result {
        var (result, _) = await run(open) { received, _, delivery in
            if received.isPlainPlaceholder {
                delivery.end(.openingFailed)
            } else {
                delivery.offer(received.content)
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

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import Synchronization

/// A delivery of one push, handed over exactly once and within the system's time limit.
///
/// Make it when the system delivers a push. ``run(_:present:)`` works until the deadline, and
/// ``timeWillExpire()`` may be called from another thread at any moment. The first of these events
/// hands over the best content so far.
///
/// The content is of the caller's own type. The caller completes the message only if the result
/// says that it was shown. Until then the claim keeps the content, so that a message that came too
/// late is recovered.
///
///     let delivery = PushDelivery(
///         of: IncomingPush(payload),
///         placeholder: DisplayRules().placeholder,
///         clock: ContinuousClock(),
///         now: { .now }
///     ) { content in contentHandler(content) }
///     let (result, _) = await delivery.run {
///         try NotificationReceiver(store: open())
///     } present: { received, _ in
///         delivery.offer(received.content)
///     }
///     if result.isShown, let received = result.received {
///         try result.receiver?.complete(received, now: .now)
///     }
///     // elsewhere, when the system warns: delivery.timeWillExpire()
public final class PushDelivery<Shown: Sendable>: Sendable {
    let push: IncomingPush
    let deferral: NotificationDeferral?
    package let now: @Sendable () -> Timestamp
    private let state: Mutex<(lifecycle: DeliveryLifecycle<Shown>, hasRun: Bool)>
    private let handOver: @Sendable (Shown) -> Void
    private let waitForDeadline: @Sendable () async throws -> Void
    private let isLate: @Sendable () -> Bool
    /// Finishes when the notification is handed over; carries no element.
    private let handedOver: AsyncStream<Never>
    private let endWait: AsyncStream<Never>.Continuation

    /// Takes a push in; the time runs from here.
    ///
    /// The system's time is 30 seconds: what is handed over in the last of them, or later, is late.
    /// If the deadline is longer than that, as in tests, it is 5 seconds more than the deadline.
    ///
    /// - Parameters:
    ///   - push: The push as it came from the push service.
    ///   - placeholder: What is handed over if nothing better is there in time (D-33).
    ///   - deferral: Defers the push if the device is locked, its store is unavailable, or the
    ///     time was over before it was opened; without it the placeholder is all there is then.
    ///   - deadline: How long the work may take; 25 seconds of the system's 30 unless told.
    ///   - clock: What the deadline is measured by.
    ///   - now: The current time, for the protocol's rules.
    ///   - handOver: Gives the content to the system; called once, on any thread. It runs under the
    ///     delivery's lock, so it must be quick and must not call the delivery.
    public init(
        of push: IncomingPush,
        placeholder: Shown,
        deferral: NotificationDeferral? = nil,
        deadline: Duration = .seconds(25),
        clock: some Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp,
        handOver: @escaping @Sendable (Shown) -> Void
    ) {
        self.push = push
        self.deferral = deferral
        self.now = now
        state = Mutex((DeliveryLifecycle(placeholder: placeholder), hasRun: false))
        self.handOver = handOver
        let start = clock.now
        let end = start.advanced(by: deadline)
        waitForDeadline = { try await clock.sleep(until: end, tolerance: nil) }
        // Ours began after the system's.
        let last = start.advanced(
            by: deadline > .seconds(30) ? deadline + .seconds(5) : .seconds(29)
        )
        isLate = { clock.now > last }
        (handedOver, endWait) = AsyncStream.makeStream()
    }

    /// What was handed over and why, or nil while nothing is.
    var report: HandOverReport? { state.withLock { $0.lifecycle.report } }

    /// The best so far, and what was handed over once something is.
    var shown: Shown { state.withLock { $0.lifecycle.best.content } }

    /// Runs the work until it ends or time is over, and hands over; to be called once.
    ///
    /// The work is cancelled as soon as the notification is handed over. This returns when the work
    /// has returned, too, so that nothing outlives the call; the hand-over does not wait.
    ///
    /// - Parameter work: Offers what it has. When it returns, the best of that is handed over.
    /// - Returns: What was handed over and why, and what the work returned.
    func run<Outcome: Sendable>(
        _ work: @escaping @Sendable (PushDelivery) async -> Outcome
    ) async -> (report: HandOverReport, outcome: Outcome) {
        let isFirst = state.withLock { state in
            defer { state.hasRun = true }
            return !state.hasRun
        }
        precondition(isFirst, "a delivery runs once")
        let outcome = await withTaskCancellationHandler {
            await withTaskGroup(of: Outcome?.self) { group in
                group.addTask {
                    let outcome = await work(self)
                    self.end(.finished)
                    return outcome
                }
                group.addTask {
                    try? await self.waitForDeadline()
                    self.end(Task.isCancelled ? .cancelled : .ownDeadline)
                    return nil
                }
                group.addTask {
                    for await _ in self.handedOver {}
                    return nil
                }
                var outcome: Outcome?
                // Each of the three ends only when the notification is handed over.
                for await result in group {
                    group.cancelAll()
                    outcome = result ?? outcome
                }
                return outcome
            }
        } onCancel: {
            end(.cancelled)
        }
        guard let report, let outcome else {
            preconditionFailure("the work has returned, and its end hands over")
        }
        return (report, outcome)
    }

    /// Brings content that is at least as good as what was offered before.
    ///
    /// - Parameters:
    ///   - content: Content of an opened and claimed message, with names resolved.
    ///   - attempt: How much it shows.
    /// - Returns: False if the notification was handed over before. The content is then not shown:
    ///   leave it in its claim, from which it is recovered.
    @discardableResult
    public func offer(_ content: Shown, _ attempt: HandOverReport.Attempt = .content) -> Bool {
        state.withLock { $0.lifecycle.offer(content, attempt) }
    }

    /// Hands over what is there, at once, if nothing was handed over before.
    ///
    /// Safe on any thread and at any time. When it returns the notification has been handed over:
    /// that happens under the lock, so who comes second, on whichever thread, returns only after
    /// it. Otherwise the system's warning could return while another thread is still on its way to
    /// hand over, and the process be stopped in between.
    func end(_ reason: HandOverReport.Reason) {
        state.withLock { state in
            guard let content = state.lifecycle.end(reason) else { return }
            handOver(content)
            // Looked at afterwards: a run that is suspended between the two is late.
            if isLate() { state.lifecycle.noteLate() }
        }
        endWait.finish()
    }

    /// Hands over what is there, at once: the system's last warning.
    public func timeWillExpire() { end(.timeWillExpire) }
}

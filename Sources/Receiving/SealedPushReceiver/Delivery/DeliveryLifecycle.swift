// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Decides when a notification is handed over, and what: exactly once, the best there is so far.
///
/// The best attempt is the placeholder until the message is opened and claimed, never anything of
/// its content but what was shown of it earlier; then the content; then the content with its attachments. Whatever comes first of
/// the end of the work, our own deadline and the system's warning hands it over. Events may come
/// in any order, repeat, or get lost; what makes no sense at its time is passed over.
///
/// A pure value: it reads no clock, starts no task and takes no lock. ``Delivery`` is its shell.
public struct DeliveryLifecycle<Content> {
    /// What happened.
    public enum Event {
        /// The same message was shown earlier, as this: it stands in the place of the placeholder, as an attempt that is no better.
        ///
        /// Only the first one counts.
        case shownEarlier(Content)
        /// The message is opened and claimed; this is its content, with names resolved.
        ///
        /// Only the first one counts.
        case opened(Content)
        /// The same content is there in a better form, such as with the sender's picture.
        case dressed(Content)
        /// The message can't be opened: the placeholder it is.
        case openingFailed
        /// The content has gained an attachment. May come once for each of them.
        case attached(Content)
        /// The attachments still missing won't come.
        case attachmentsGivenUp
        /// The work has ended; nothing will be added.
        case finished
        /// Our own deadline has passed.
        case ownDeadline
        /// The system says that the time is nearly over.
        case timeWillExpire
        /// The task that ran the delivery was cancelled.
        case cancelled
    }

    /// What the shell does next.
    public enum Action {
        /// Nothing: the work goes on, or all is over.
        case nothing
        /// Hand this content over. Returned once in a machine's life.
        case handOver(Content, DeliveryReport)
        /// What the event brought is not shown any more: something poorer was handed over before.
        ///
        /// A claim keeps its content then; files of an attachment can be removed.
        case tooLate
    }

    enum State {
        case waiting(best: Content, DeliveryReport.Attempt)
        case handedOver(DeliveryReport)
    }

    private var state: State
    private var earlier: Content?

    /// Receives a notification; the system's clock runs from here.
    ///
    /// - Parameter placeholder: The notification as it came, which shows nothing of the content.
    public init(placeholder: Content) {
        state = .waiting(best: placeholder, .placeholder)
    }

    /// What was handed over and why, or nil while nothing is.
    public var report: DeliveryReport? {
        guard case .handedOver(let report) = state else { return nil }
        return report
    }

    /// Notes that the hand-over came when the system's time was over.
    mutating func noteLate() {
        guard case .handedOver(var report) = state else { return }
        report.isLate = true
        state = .handedOver(report)
    }

    /// Takes in one event and says what to do.
    public mutating func handle(_ event: Event) -> Action {
        switch state {
        case .waiting(let best, let attempt): wait(event, best: best, attempt: attempt)
        case .handedOver(let report): linger(event, after: report)
        }
    }

    private mutating func wait(
        _ event: Event,
        best: Content,
        attempt: DeliveryReport.Attempt
    ) -> Action {
        switch event {
        case .shownEarlier(let content):
            earlier = earlier ?? content
            return .nothing
        case .opened(let content):
            guard attempt == .placeholder else { return .nothing }
            state = .waiting(best: content, .content)
            return .nothing
        case .dressed(let content):
            guard attempt == .content else { return .nothing }
            state = .waiting(best: content, .content)
            return .nothing
        case .attached(let content):
            // Before the claim nothing of the content may be shown, however it got here.
            guard attempt != .placeholder else { return .nothing }
            state = .waiting(best: content, .contentWithAttachments)
            return .nothing
        case .attachmentsGivenUp where attempt == .placeholder: return .nothing
        case .attachmentsGivenUp: return handOver(best, attempt, .attachmentsGivenUp)
        case .openingFailed: return handOver(best, attempt, .openingFailed)
        case .finished: return handOver(best, attempt, .finished)
        case .ownDeadline: return handOver(best, attempt, .ownDeadline)
        case .timeWillExpire: return handOver(best, attempt, .timeWillExpire)
        case .cancelled: return handOver(best, attempt, .cancelled)
        }
    }

    private mutating func handOver(
        _ best: Content,
        _ attempt: DeliveryReport.Attempt,
        _ reason: DeliveryReport.Reason
    ) -> Action {
        var report = DeliveryReport(attempt: attempt, reason: reason)
        report.isShownEarlier = attempt == .placeholder && earlier != nil
        state = .handedOver(report)
        return .handOver(report.isShownEarlier ? earlier ?? best : best, report)
    }

    private mutating func linger(_ event: Event, after report: DeliveryReport) -> Action {
        switch event {
        case .opened where report.attempt == .placeholder:
            var report = report
            report.isContentUndelivered = true
            state = .handedOver(report)
            return .tooLate
        case .dressed, .attached: return .tooLate
        default: return .nothing
        }
    }
}

extension DeliveryLifecycle: Sendable where Content: Sendable {}
extension DeliveryLifecycle.State: Sendable where Content: Sendable {}
extension DeliveryLifecycle.Event: Sendable where Content: Sendable {}
extension DeliveryLifecycle.Action: Sendable where Content: Sendable {}
extension DeliveryLifecycle.Event: Equatable where Content: Equatable {}
extension DeliveryLifecycle.Action: Equatable where Content: Equatable {}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Decides when a notification is handed over, and what: exactly once, the best there is so far.
///
/// Until the message is opened and claimed the best is the app's own text. Whatever comes first of
/// the end of the work, our own deadline and the system's warning hands the best over. Calls may
/// come in any order, repeat, or get lost; what makes no sense at its time is passed over.
///
/// A pure value: it reads no clock, starts no task and takes no lock. ``PushDelivery`` is its
/// shell.
public struct DeliveryLifecycle<Content> {
    enum State {
        case waiting(best: Content, DeliveryReport.Attempt)
        case handedOver(DeliveryReport)
    }

    private var state: State

    /// Receives a notification; the system's clock runs from here.
    ///
    /// - Parameter placeholder: The app's own text, which shows nothing of the content.
    public init(placeholder: Content) {
        state = .waiting(best: placeholder, .placeholder)
    }

    /// What was handed over and why, or nil while nothing is.
    public var report: DeliveryReport? {
        guard case .handedOver(let report) = state else { return nil }
        return report
    }

    /// Takes content that shows as much as this attempt; it counts if that is no less than the best
    /// so far.
    ///
    /// - Returns: False if something was handed over before: the content is not shown any more. A
    ///   claim keeps its content then; files of an attachment can be removed.
    public mutating func offer(_ content: Content, _ attempt: DeliveryReport.Attempt) -> Bool {
        guard case .waiting(_, let best) = state else { return false }
        if attempt >= best { state = .waiting(best: content, attempt) }
        return true
    }

    /// Ends the wait: nothing more comes, or there is no time for it.
    ///
    /// - Returns: What to hand over; once in a machine's life, then nil.
    public mutating func end(
        _ reason: DeliveryReport.Reason
    ) -> (content: Content, report: DeliveryReport)? {
        guard case .waiting(let best, let attempt) = state else { return nil }
        let report = DeliveryReport(attempt: attempt, reason: reason)
        state = .handedOver(report)
        return (best, report)
    }

    /// Notes that the hand-over came when the system's time was over.
    mutating func noteLate() {
        guard case .handedOver(var report) = state else { return }
        report.isLate = true
        state = .handedOver(report)
    }
}

extension DeliveryLifecycle: Sendable where Content: Sendable {}
extension DeliveryLifecycle.State: Sendable where Content: Sendable {}

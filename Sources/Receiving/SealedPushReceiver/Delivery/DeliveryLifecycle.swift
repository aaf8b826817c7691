// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Decides when a notification is handed over, and what: exactly once, the best there is so far.
///
/// Until the message is opened and claimed the best is the app's own text. Whatever comes first of
/// the end of the work, our own deadline and the system's warning hands the best over. Events may
/// come in any order, repeat, or get lost; what makes no sense at its time is passed over.
///
/// A pure value: it reads no clock, starts no task and takes no lock. ``PushDelivery`` is its shell.
public struct DeliveryLifecycle<Content> {
    /// What happened.
    public enum Event {
        /// There is content that shows as much as this attempt; it counts if that is no less than
        /// the best so far.
        case offered(Content, DeliveryReport.Attempt)
        /// Nothing more comes, or there is no time for it.
        case ended(DeliveryReport.Reason)
    }

    /// What the shell does next.
    public enum Action {
        /// Nothing: the work goes on, or all is over.
        case nothing
        /// Hand this content over. Returned once in a machine's life.
        case handOver(Content, DeliveryReport)
        /// What was offered is not shown any more: something was handed over before.
        ///
        /// A claim keeps its content then; files of an attachment can be removed.
        case tooLate
    }

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

    /// Takes in one event and says what to do.
    public mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.waiting(_, let attempt), .offered(let content, let better)):
            if better >= attempt { state = .waiting(best: content, better) }
            return .nothing
        case (.waiting(let best, let attempt), .ended(let reason)):
            let report = DeliveryReport(attempt: attempt, reason: reason)
            state = .handedOver(report)
            return .handOver(best, report)
        case (.handedOver, .offered): return .tooLate
        case (.handedOver, .ended): return .nothing
        }
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
extension DeliveryLifecycle.Event: Sendable where Content: Sendable {}
extension DeliveryLifecycle.Action: Sendable where Content: Sendable {}
extension DeliveryLifecycle.Event: Equatable where Content: Equatable {}
extension DeliveryLifecycle.Action: Equatable where Content: Equatable {}

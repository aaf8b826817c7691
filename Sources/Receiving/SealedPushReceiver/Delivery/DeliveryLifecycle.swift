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
struct DeliveryLifecycle<Content> {
    /// The best so far, and what was handed over once something is.
    private(set) var best: (content: Content, attempt: HandOverReport.Attempt)
    /// What was handed over and why, or nil while nothing is.
    private(set) var report: HandOverReport?

    /// Receives a notification, with the app's own text; the system's clock runs from here.
    init(placeholder: Content) { best = (placeholder, .placeholder) }

    /// Takes content that shows as much as this attempt; it counts if that is no less than the best
    /// so far.
    ///
    /// - Returns: False if something was handed over before: the content is not shown any more.
    mutating func offer(_ content: Content, _ attempt: HandOverReport.Attempt) -> Bool {
        guard report == nil else { return false }
        if attempt >= best.attempt { best = (content, attempt) }
        return true
    }

    /// Ends the wait: nothing more comes, or there is no time for it.
    ///
    /// - Returns: What to hand over; once in a machine's life, then nil.
    mutating func end(_ reason: HandOverReport.Reason) -> Content? {
        guard report == nil else { return nil }
        report = HandOverReport(attempt: best.attempt, reason: reason)
        return best.content
    }

    /// Notes that the hand-over came when the system's time was over.
    mutating func noteLate() { report?.isLate = true }
}

/// A report of a hand-over: which attempt, and why at that moment.
public struct HandOverReport: Sendable, Hashable {
    /// The attempts that can be handed over, from the poorest to the richest.
    public enum Attempt: Sendable, Hashable, Comparable {
        /// The app's own text, before anything was opened.
        case placeholder
        /// The opened and claimed content, without attachments.
        case content
        /// The content with all or some of its attachments.
        case contentWithAttachments
    }

    /// The event that ended the wait.
    @nonexhaustive
    public enum Reason: Sendable, Hashable {
        /// All work was done; with the attempt `placeholder` there was nothing better.
        case finished
        /// Our own deadline passed, some seconds before the system's.
        case ownDeadline
        /// The system announced that the time is over.
        case timeWillExpire
        /// The task that ran the delivery was cancelled.
        case cancelled
    }

    /// The attempt that the user sees.
    public let attempt: Attempt
    /// The reason for the moment of the hand-over.
    public let reason: Reason
    /// True if the hand-over came after the system's time limit, as after a long suspension.
    ///
    /// The system has shown the original notification by then. The claim must keep its content, so
    /// that it can be recovered.
    public internal(set) var isLate = false
}

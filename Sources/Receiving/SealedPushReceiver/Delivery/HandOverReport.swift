// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How one notification ended: what was handed over, and why then.
public struct DeliveryReport: Sendable, Hashable {
    /// Which of the attempts was handed over, from the poorest to the richest.
    public enum Attempt: Sendable, Hashable, Comparable {
        /// The app's own text, before anything was opened.
        case placeholder
        /// The opened and claimed content, without attachments.
        case content
        /// The content with all or some of its attachments.
        case contentWithAttachments
    }

    /// What ended the wait.
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

    /// Which attempt the user sees.
    public let attempt: Attempt
    /// Why it was handed over at that moment.
    public let reason: Reason
    /// Whether it was handed over when the system's time was over, as where the process was suspended for long.
    ///
    /// The system has shown the notification as it came by then. A claim must keep its content, so that it can be
    /// recovered.
    public internal(set) var isLate = false
}

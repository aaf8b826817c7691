// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

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

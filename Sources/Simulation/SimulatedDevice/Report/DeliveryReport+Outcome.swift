// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension DeliveryReport {
    /// The outcome of a push, which explains what the user sees.
    @nonexhaustive
    public enum Outcome: Sendable, Hashable {
        /// The device shows the content that the extension handed over.
        case handedOver
        /// The system warned the extension that its time was up, and the extension handed nothing
        /// over. The original is shown.
        case timedOut
        /// The extension took too long to start, and the system killed it without a warning. The
        /// original is shown.
        case slowStart
        /// The extension crashed or ended its process. The original is shown.
        case crashed
        /// The extension exceeded its memory limit, and the system killed it without a warning. The
        /// original is shown.
        case killedForMemory
        /// The extension handed over content without a text. The original is shown.
        case emptyResult
        /// The extension handed over empty content, and the app may filter notifications. Nothing
        /// is shown.
        case suppressed
        /// The extension handed over a badge alone, and the app may filter notifications. The badge
        /// is set, and nothing is shown.
        case badgeOnly
        /// The extension crashed, and the app may filter notifications. Nothing is shown.
        case droppedAfterCrash
        /// The system did not launch the extension. The original is shown if it has something to
        /// show.
        case notLaunched(LaunchRefusal)
        /// The push did not become a notification.
        case lost(Loss)
        /// The wait for the report ended before the outcome was known: the task was cancelled, or
        /// the time limit was reached.
        case undecided
    }

    /// The reason for which the system did not launch the extension.
    @nonexhaustive
    public enum LaunchRefusal: String, Sendable, Hashable, CaseIterable {
        /// `mutable-content` is not 1.
        case notMutable
        /// The push has a sound or a badge, but no alert with a title, a subtitle or a body.
        case noAlert
        /// The push shows nothing; at most it wakes the app.
        case silent
        /// The user does not allow alerts: the app never asked, or the user refused or turned them
        /// off.
        case alertsOff
    }
}

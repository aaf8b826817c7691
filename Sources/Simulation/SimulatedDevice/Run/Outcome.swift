// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How a push ended, and so why the user sees what they see.
@nonexhaustive
public enum Outcome: Sendable, Hashable {
    /// What the extension handed over is shown.
    case handedOver
    /// The extension was warned that its time was up and handed nothing over: the original is shown.
    case timedOut
    /// The extension took too long to start and was killed without a warning: the original is shown.
    case slowStart
    /// The extension crashed, or ended its process: the original is shown.
    case crashed
    /// The extension used more memory than it may and was killed without a warning: the original is shown.
    case killedForMemory
    /// What the extension handed over has no text: the original is shown.
    case emptyResult
    /// What the extension handed over is empty, and the app may filter notifications: nothing is shown.
    case suppressed
    /// What the extension handed over is a badge alone, and the app may filter notifications: the badge
    /// is set, and nothing is shown.
    case badgeOnly
    /// The extension failed, and the app may filter notifications: nothing is shown.
    case droppedAfterCrash
    /// The extension was not launched: the original is shown, as far as there is anything to show.
    case notLaunched(Refusal)
    /// The push did not become a notification.
    case lost(Loss)
    /// Nothing was decided when the wait for it ended: it was cancelled, or the time for it was over.
    case undecided
}

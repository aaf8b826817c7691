// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How a command ends, as a shell sees it; `docs/command.md` and `docs/server-command.md` say the
/// same to people.
package enum ExitStatus: Int32, CaseIterable {
    /// Done; also for a message that was recovered from a run that was killed, and where a signal
    /// asked for the end.
    case success = 0
    /// Something failed that is neither the input's fault nor the store's: the output could not be
    /// written, or the port is taken, say.
    case failure = 1
    /// The notification was not sealed: it does not fit, or the bundle was refused.
    case notSealed = 2
    /// The message was sealed to a prekey that this device never had or has no more.
    case notForThisDevice = 3
    /// What was read is not authentic or not well-formed.
    case notAuthentic = 4
    /// The message was handed over before, or its time is over.
    case replayedOrExpired = 5
    /// The keys or the store can't be used.
    case storeUnusable = 6
    /// An identity is not accepted: the message is authentic, but its sender is none of whom
    /// messages are shown; or anyone has the key.
    case senderNotAccepted = 7
    /// The push service did not take the push, and will not the next time; or the device is gone.
    case rejected = 8
    /// Something is done that can't be undone, and could not be shown: not to be done again.
    case doneNotShown = 9
    /// The relay of some device has not taken the message.
    case notTaken = 10
    /// The arguments, or files that they name, make no sense (`EX_USAGE`).
    case usage = 64
    /// The push service did not take the push, or did not answer: later it may (`EX_TEMPFAIL`).
    case later = 75
}

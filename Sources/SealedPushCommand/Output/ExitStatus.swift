// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How the command ends, as a shell sees it; `docs/command.md` says the same to people.
enum ExitStatus: Int32, CaseIterable {
    /// Done; also for a message that was recovered from a run that was killed.
    case success = 0
    /// Something failed that is neither the input's fault nor the store's: the output could not be written, say.
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
    /// The message is authentic, but its sender is not accepted.
    case senderNotAccepted = 7
    /// The arguments make no sense (`EX_USAGE`).
    case usage = 64
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Which process shows a message that waited.
public enum WaitingHost: Sendable, Hashable {
    /// The app, which has time and memory, and a user who looks.
    case app
    /// The service extension, after it has handed over its push.
    case service
}

/// How much of an unfinished message is shown, by how often that was tried before.
///
/// Content may have killed the runs that tried. So each attempt does less than the one before, and
/// the last ones leave the message to the user.
enum RecoveryRule: Hashable, Sendable {
    /// The message as it is.
    case whole
    /// Its texts, without files, picture and communication style.
    case plain
    /// The app's own text under the message's name, for the app to replace.
    case neutral
    /// Nothing.
    case leave

    /// What a run may do that finds so many attempts.
    init(attempts: Int, by host: WaitingHost) {
        self =
            switch (attempts, host) {
            case (...1, _): .whole
            case (2, .service): .neutral
            case (2...3, .app): .plain
            default: .leave
            }
    }
}

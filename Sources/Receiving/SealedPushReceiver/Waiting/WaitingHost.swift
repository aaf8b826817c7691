// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Which process shows a message that waited.
public enum WaitingHost: Sendable, Hashable {
    /// The app, which has time and memory, and a user who looks.
    case app
    /// The service extension, after it has handed over its push.
    case service
}

extension WaitingMessage.Form {
    /// How much of an unfinished message a run shows that finds so many attempts; nil for nothing.
    ///
    /// Content may have killed the runs that tried. So each attempt does less than the one before, and
    /// the last ones leave the message to the user.
    init?(attempts: Int, by host: WaitingHost) {
        switch (attempts, host) {
        case (...1, _): self = .whole
        case (2, .service): self = .neutral
        case (2...3, .app): self = .plain
        default: return nil
        }
    }
}

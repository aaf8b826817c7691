// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush

/// What became of a push; there is nothing else that can.
public enum APNsResult: Hashable, Sendable {
    /// APNs has taken it under this id, and delivers it when it can.
    case accepted(APNsID)
    /// APNs did not take it for now: it may be sent again, under the same id, but not earlier.
    case retry(after: Duration, APNsRejection)
    /// The device token is no longer active, since the moment that APNs names; the push is never sent to it again.
    ///
    /// Whether the token is to be forgotten says ``isTokenDead(registered:)``.
    case deviceGone(since: Timestamp?)
    /// APNs did not take it, and would not the next time: at best a correction helps (``APNsRejection/remedy``).
    case rejected(APNsRejection)

    /// Whether a device token is to be forgotten that was registered at `registration`.
    ///
    /// It is where APNs knows it to be inactive at a later moment; where the app has registered again since, or APNs
    /// names no moment, it is not.
    public func isTokenDead(registered registration: Timestamp) -> Bool {
        guard case .deviceGone(let since?) = self else { return false }
        return since > registration
    }
}

extension APNsResult: CustomStringConvertible {
    /// What became of the push and what to do, for people.
    public var description: String {
        switch self {
        case .accepted(let id): "accepted as \(id.text)"
        case .retry(let delay, let rejection):
            "not accepted yet, send again after \(delay.components.seconds) s: \(rejection)"
        case .deviceGone:
            "the device is gone; forget its token, unless the device has registered since"
        case .rejected(let rejection): "rejected: \(rejection)"
        }
    }
}

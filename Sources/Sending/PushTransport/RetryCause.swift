// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Why a push may be sent again, and what that may do.
public enum RetryCause<Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// The service refused it for now: it was certainly not delivered.
    case refused(Refusal)
    /// There was no connection or no room, at once or in the time it had: the service has certainly never seen it.
    case notSent(PushObstacle)
    /// It was sent, and then the connection broke or its time was over: it may have been delivered.
    ///
    /// So it is sent again under the same id only, and best with a collapse id, by which the second takes the place of
    /// the first.
    case unanswered
}

extension RetryCause: CustomStringConvertible {
    /// Why, for people.
    public var description: String {
        switch self {
        case .refused(let refusal): "\(refusal)"
        case .notSent(let obstacle): "it was never sent: \(obstacle)"
        case .unanswered:
            "it was sent, and no answer tells what became of it; it may have been delivered"
        }
    }
}

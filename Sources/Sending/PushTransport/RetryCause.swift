// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A reason why a push may be sent again.
public enum RetryCause<Refusal: Hashable & Sendable>: Hashable, Sendable {
    /// The service refused it for now. It was certainly not delivered.
    case refused(Refusal)
    /// There was no connection or no capacity in its time. The service has certainly not seen it.
    case notSent(PushObstacle)
    /// It was sent, but the connection broke or its time was over. It may have been delivered.
    ///
    /// Send it again only under the same id, and best with a collapse id, so that the second
    /// replaces the first.
    case unanswered
}

extension RetryCause: CustomStringConvertible {
    /// The reason, for people.
    public var description: String {
        switch self {
        case .refused(let refusal): "\(refusal)"
        case .notSent(let obstacle): "it was never sent: \(obstacle)"
        case .unanswered:
            "it was sent, and no answer tells what became of it; it may have been delivered"
        }
    }
}

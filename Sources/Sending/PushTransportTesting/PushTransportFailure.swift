// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Something that a transport does and should not.
@nonexhaustive
public enum PushTransportFailure: Hashable, Sendable {
    /// A push has another result than the service gave.
    case wrongResult(push: Int)
    /// A push reached the service so many times, though not as often as it should have.
    case arrived(push: Int, times: Int)
    /// Pushes reached the service under ids that were not theirs.
    case foreignIDs(Int)
    /// A push was cancelled, and the call did not say so.
    case notCancelled(push: Int)
    /// A push that is to be sent again has no time to wait.
    case noDelay(push: Int)
    /// The transport could not be made.
    case notMade
}

extension PushTransportFailure: CustomStringConvertible {
    /// The fault, in a sentence.
    public var description: String {
        switch self {
        case .wrongResult(let push): "push \(push) has another result than the service gave"
        case .arrived(let push, let times): "push \(push) reached the service \(times) times"
        case .foreignIDs(let count):
            "\(count) pushes reached the service under an id that no push has"
        case .notCancelled(let push): "push \(push) was cancelled, and the call did not say so"
        case .noDelay(let push): "push \(push) is to be sent again without any delay"
        case .notMade: "the transport could not be made"
        }
    }
}

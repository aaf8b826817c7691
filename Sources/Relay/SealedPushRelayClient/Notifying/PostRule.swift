// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What follows from a failure on the way of a message to one device.
///
/// No device is sent two envelopes of one message: an envelope is replaced only if the relay has
/// refused it at its first and only attempt, so that it certainly has not taken it.
package enum PostRule {
    /// What follows.
    package enum Step: Hashable {
        /// The relay has not taken it, and will not.
        case end
        /// An earlier attempt may have been taken, and the relay can't say any more.
        case uncertain
        /// Another envelope is sealed at once, in the place of this one.
        case sealAgain
        /// It is tried again, after this time at least.
        case wait(Duration?)
    }

    /// How often an envelope is sealed for one endpoint.
    package static let sealingLimit = 3

    /// The step after a failure.
    ///
    /// - Parameters:
    ///   - failure: What the relay said.
    ///   - posts: How often this envelope was posted, the last attempt included; 0 if none is
    ///     sealed.
    ///   - sealings: How often an envelope was sealed.
    /// - Returns: The step.
    package static func step(
        after failure: EndpointFailure,
        posts: Int,
        sealings: Int
    ) -> Step {
        switch failure {
        case .refused, .keyRefused, .stalePrekey:
            // An earlier attempt without an answer may have been taken.
            if posts > 1 { return .uncertain }
            return failure == .stalePrekey && sealings < sealingLimit ? .sealAgain : .end
        case .later(let delay): return .wait(delay)
        case .unanswered, .wrongClock: return .wait(nil)
        case .gone, .otherRelay, .otherMessage, .expired, .otherDevice: return .end
        }
    }
}

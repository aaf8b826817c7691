// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import PushTransport

/// What became of one attempt to push a message, whatever the push service.
package enum PushOutcome: Hashable, Sendable {
    /// The push service took it.
    case accepted
    /// The push service got too many pushes for this device.
    case throttled(after: Duration)
    /// It was not sent, or it is unknown whether, or the service had a fault.
    case unavailable
    /// The service does not take the app's credentials or its topic.
    case credentials
    /// The service does not take the device's token; since this moment, if it says so.
    case tokenRefused(deadSince: Timestamp?)
    /// The service did not take the push, and would not the next time.
    case rejected(reason: String)
    /// None of the worker's keys opens the device's token: an operator has to look.
    case tokenUnreadable
    /// The device's token is no address of the push service; it was not asked.
    case noAddress
    /// The envelope does not fit into a push; the push service was not asked.
    case tooLarge
    /// The worker stopped before it tried.
    case notTried
    /// The worker stopped while it tried: the outcome is unknown.
    case interrupted

    /// What a refusal of a push service says about.
    package enum Subject: Hashable, Sendable {
        /// The rate of pushes to one device.
        case rate
        /// The app's credentials or topic.
        case credentials
        /// The device's token.
        case token
        /// The service itself.
        case service
        /// The push, for this reason.
        case push(reason: String)
    }

    /// Takes a transport's result.
    ///
    /// - Parameters:
    ///   - result: What the transport says.
    ///   - subject: What a refusal of its service says about.
    package init<ID, Refusal>(
        _ result: PushResult<ID, Refusal>,
        subject: (Refusal) -> Subject
    ) {
        switch result {
        case .accepted: self = .accepted
        case .deviceGone(let since): self = .tokenRefused(deadSince: since)
        case .rejected(let refusal):
            switch subject(refusal) {
            case .credentials: self = .credentials
            case .token: self = .tokenRefused(deadSince: nil)
            case .rate, .service: self = .unavailable
            case .push(let reason): self = .rejected(reason: reason)
            }
        case .retry(let delay, .refused(let refusal)):
            switch subject(refusal) {
            case .rate: self = .throttled(after: delay)
            case .credentials: self = .credentials
            case .token, .service, .push: self = .unavailable
            }
        case .retry(_, .notSent(.closed)): self = .notTried
        case .retry(_, .notSent(.credentials)): self = .credentials
        // A transport's advice is for callers without a lane, whose pause grows by itself.
        case .retry(_, .notSent), .retry(_, .unanswered): self = .unavailable
        }
    }
}

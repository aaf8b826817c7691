// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
package import SealedPush
package import SealedPushAPNs

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
}

extension PushOutcome {
    /// Takes the result of a push to APNs.
    package init(_ result: APNsResult) {
        switch result {
        case .accepted: self = .accepted
        case .deviceGone(let since): self = .tokenRefused(deadSince: since)
        case .rejected(let rejection): self.init(rejection, retryAfter: nil)
        case .retry(let delay, .refused(let rejection)): self.init(rejection, retryAfter: delay)
        case .retry(_, .notSent(.closed)): self = .notTried
        case .retry(_, .notSent(.credentials)): self = .credentials
        // The client's advice is for callers without a lane, whose pause grows by itself.
        case .retry(_, .notSent), .retry(_, .unanswered): self = .unavailable
        }
    }

    /// Takes a refusal, and when the push may be sent again, if ever.
    ///
    /// A refusal says something about the token or the push only if it is final, and about the rate
    /// only if it is not. A reason that Apple does not document is judged by its status.
    private init(_ rejection: APNsRejection, retryAfter delay: Duration?) {
        switch rejection.reason {
        case .tooManyRequests: self = delay.map { .throttled(after: $0) } ?? .unavailable
        case .badDeviceToken, .deviceTokenNotForTopic, .missingDeviceToken, .unregistered,
            .expiredToken:
            self = delay == nil ? .tokenRefused(deadSince: nil) : .unavailable
        case .badTopic, .missingTopic, .topicDisallowed, .topicMismatch, .featureNotEnabled,
            .forbidden:
            self = .credentials
        case .tooManyProviderTokenUpdates: self = .unavailable
        default:
            switch rejection.remedy {
            case .credentials, .providerToken: self = .credentials
            case .correction where delay == nil, .never where delay == nil:
                self =
                    rejection.status == 410
                    ? .tokenRefused(deadSince: nil) : .rejected(reason: rejection.word)
            case .time, .connection, .correction, .never: self = .unavailable
            }
        }
    }
}

extension APNsRejection {
    /// The reason in Apple's word, or the status.
    fileprivate var word: String { reason?.rawValue ?? "status \(status)" }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushAPNs

extension PushRoute {
    /// Sends through a client of APNs.
    ///
    /// - Parameters:
    ///   - client: The client for the app's environment; its owner closes it after the workers have ended.
    ///   - topic: The app's bundle id.
    ///   - placeholder: What people see if a message cannot be opened.
    ///   - capacity: How many messages a worker has under way at most.
    /// - Throws: ``OuterPayloadError`` if no message has room beside the placeholder, or the
    ///   placeholder is empty.
    package init(
        _ client: APNsClient,
        topic: String,
        placeholder: Placeholder = .generic,
        capacity: Int = 2000
    ) throws(OuterPayloadError) {
        try self.init(
            client,
            topic: topic,
            placeholder: placeholder,
            capacity: capacity,
            address: { try? APNsDeviceToken($0) },
            id: { APNsID(bytes: $0.bytes) },
            subject: { PushOutcome.Subject($0) }
        )
    }
}

extension PushOutcome.Subject {
    /// What a refusal of APNs says about.
    ///
    /// A reason that Apple does not document is judged by its status.
    package init(_ rejection: APNsRejection) {
        switch rejection.reason {
        case .tooManyRequests: self = .rate
        case .badDeviceToken, .deviceTokenNotForTopic, .missingDeviceToken, .unregistered,
            .expiredToken:
            self = .token
        case .badTopic, .missingTopic, .topicDisallowed, .topicMismatch, .featureNotEnabled,
            .forbidden:
            self = .credentials
        case .tooManyProviderTokenUpdates: self = .service
        default:
            switch rejection.remedy {
            case .credentials, .providerToken: self = .credentials
            case .time, .connection: self = .service
            case .correction, .never:
                self = rejection.status == 410 ? .token : .push(reason: rejection.word)
            }
        }
    }
}

extension APNsRejection {
    /// The reason in Apple's word, or the status.
    fileprivate var word: String { reason?.rawValue ?? "status \(status)" }
}

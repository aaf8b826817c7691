// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension APNsReason {
    /// The change that is needed before the same push can be sent again.
    public enum Remedy: Hashable, Sendable {
        /// Only time.
        case time
        /// The connection.
        case connection
        /// The provider token: a newer one.
        case providerToken
        /// The key, the certificate or the machine's clock. A person must correct it; the push
        /// itself is fine.
        case credentials
        /// The request. A developer must correct it.
        case correction
        /// Nothing helps: this push is never sent to this device again.
        case never
    }

    /// The change that is needed before the same push can be sent again.
    public var remedy: Remedy {
        switch self {
        case .badDeviceToken, .deviceTokenNotForTopic, .forbidden, .expiredToken, .unregistered,
            .payloadTooLarge, .channelNotRegistered:
            .never
        case .tooManyProviderTokenUpdates, .tooManyRequests, .internalServerError,
            .serviceUnavailable, .shutdown:
            .time
        case .idleTimeout: .connection
        case .expiredProviderToken: .providerToken
        case .badCollapseID, .badExpirationDate, .badMessageID, .badPriority, .badTopic,
            .duplicateHeaders, .invalidPushType, .missingDeviceToken, .missingTopic, .payloadEmpty,
            .topicDisallowed, .badPath, .methodNotAllowed, .featureNotEnabled, .missingChannelID,
            .badChannelID, .badRequestParams, .badRequestPayload, .missingPushType,
            .cannotCreateChannelConfig, .topicMismatch:
            .correction
        case .badCertificate, .badCertificateEnvironment, .invalidProviderToken,
            .missingProviderToken, .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken:
            .credentials
        }
    }
}

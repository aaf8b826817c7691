// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension APNsReason {
    /// What has to change before the same push can be sent again.
    public enum Remedy: Hashable, Sendable {
        /// Nothing but the time.
        case time
        /// The connection.
        case connection
        /// The provider token: a newer one.
        case providerToken
        /// The key or the certificate, or what the machine takes for the time, by somebody: it says nothing against the push.
        case credentials
        /// The request, by somebody who knows what was meant.
        case correction
        /// Nothing helps: this push is never sent to this device again.
        case never
    }

    /// What has to change before the same push can be sent again.
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

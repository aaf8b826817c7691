// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The reason for which APNs refuses a push, or ends a connection, by Apple's names ("Handling
/// notification responses from APNs", and for channels "Handling error responses from Apple Push
/// Notification service").
///
/// APNs may send names that are not here: see ``APNsRejection/text``.
@nonexhaustive
public enum APNsReason: String, CaseIterable, Hashable, Sendable {
    /// The collapse id is longer than 64 bytes.
    case badCollapseID = "BadCollapseId"
    /// The device token is malformed, or of the other environment (sandbox or production).
    case badDeviceToken = "BadDeviceToken"
    /// The expiration is not a Unix time.
    case badExpirationDate = "BadExpirationDate"
    /// The apns-id is not a UUID.
    case badMessageID = "BadMessageId"
    /// This type of push may not have the priority.
    case badPriority = "BadPriority"
    /// The topic is malformed.
    case badTopic = "BadTopic"
    /// The device token was given to another app.
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    /// A header is there twice.
    case duplicateHeaders = "DuplicateHeaders"
    /// Nothing was sent for too long.
    case idleTimeout = "IdleTimeout"
    /// The type of the push is unknown, or not the one of its topic.
    case invalidPushType = "InvalidPushType"
    /// The path has no device token.
    case missingDeviceToken = "MissingDeviceToken"
    /// There is no topic, though the certificate is for several or a token authenticates.
    case missingTopic = "MissingTopic"
    /// The payload is empty.
    case payloadEmpty = "PayloadEmpty"
    /// This account may not push to the topic.
    case topicDisallowed = "TopicDisallowed"
    /// The app may not use channels.
    case featureNotEnabled = "FeatureNotEnabled"
    /// The request names no channel.
    case missingChannelID = "MissingChannelId"
    /// The id of the channel is malformed.
    case badChannelID = "BadChannelId"
    /// There is no such channel.
    case channelNotRegistered = "ChannelNotRegistered"
    /// The body of the request has an unknown member.
    case badRequestParams = "BadRequestParams"
    /// The body of the request is not JSON.
    case badRequestPayload = "BadRequestPayload"
    /// The request does not say what the push is for.
    case missingPushType = "MissingPushType"
    /// The app has as many channels as it may have.
    case cannotCreateChannelConfig = "CannotCreateChannelConfig"
    /// The certificate is not valid.
    case badCertificate = "BadCertificate"
    /// The certificate is for the other environment.
    case badCertificateEnvironment = "BadCertificateEnvironment"
    /// The provider token is too old.
    case expiredProviderToken = "ExpiredProviderToken"
    /// The request is not allowed.
    case forbidden = "Forbidden"
    /// The provider token is malformed, or its signature is wrong.
    case invalidProviderToken = "InvalidProviderToken"
    /// There is neither a certificate nor a provider token.
    case missingProviderToken = "MissingProviderToken"
    /// The provider token is of another key than the connection's first one.
    case unrelatedKeyIDInToken = "UnrelatedKeyIdInToken"
    /// The key or certificate is not for the app of the channels.
    case topicMismatch = "TopicMismatch"
    /// The provider token's key is for the other environment.
    case badEnvironmentKeyIDInToken = "BadEnvironmentKeyIdInToken"
    /// The path is wrong.
    case badPath = "BadPath"
    /// The method is not POST.
    case methodNotAllowed = "MethodNotAllowed"
    /// The device token has expired.
    case expiredToken = "ExpiredToken"
    /// The device token is no longer active for the topic, for example because the app was removed.
    case unregistered = "Unregistered"
    /// The payload has too many bytes.
    case payloadTooLarge = "PayloadTooLarge"
    /// The provider token was renewed too often.
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    /// One device was sent too many pushes in a row.
    case tooManyRequests = "TooManyRequests"
    /// APNs has a fault.
    case internalServerError = "InternalServerError"
    /// APNs is not available.
    case serviceUnavailable = "ServiceUnavailable"
    /// The server is shutting down.
    case shutdown = "Shutdown"

    private static let environmentKeyAsSent = "BadEnvironmentKeyInToken"

    /// Reads a reason as APNs sends it, which is not always as Apple documents it.
    init?(sent text: String) {
        switch text {
        case Self.environmentKeyAsSent: self = .badEnvironmentKeyIDInToken
        // As Apple's page of errors of channels has it.
        case "Service Unavailable": self = .serviceUnavailable
        default: self.init(rawValue: text)
        }
    }

    /// The reason as APNs sends it.
    package var sent: String {
        self == .badEnvironmentKeyIDInToken ? Self.environmentKeyAsSent : rawValue
    }

    /// The status that the reason comes with.
    public var status: Int {
        switch self {
        case .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority,
            .badTopic, .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout, .invalidPushType,
            .missingDeviceToken, .missingTopic, .payloadEmpty, .topicDisallowed, .featureNotEnabled,
            .missingChannelID, .badChannelID, .channelNotRegistered, .badRequestParams,
            .badRequestPayload, .missingPushType, .cannotCreateChannelConfig:
            400
        case .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden,
            .invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken,
            .topicMismatch, .badEnvironmentKeyIDInToken:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .shutdown: 503
        }
    }
}

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

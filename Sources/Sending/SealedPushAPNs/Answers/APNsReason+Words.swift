// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension APNsReason: CustomStringConvertible {
    /// The fault and its remedy, for people.
    public var description: String { "\(explanation); \(advice)" }

    /// What is wrong.
    package var explanation: String {
        switch self {
        case .badCollapseID: "the collapse id is empty or longer than 64 bytes"
        case .badDeviceToken: "the device token is none of this environment"
        case .badExpirationDate: "the expiration is no Unix time"
        case .badMessageID: "the apns-id is no UUID"
        case .badPriority: "the priority is none that this type of push may have"
        case .badTopic: "the topic is none"
        case .deviceTokenNotForTopic: "the device token was given to another app"
        case .duplicateHeaders: "a header is there twice"
        case .idleTimeout: "the connection was idle for too long"
        case .invalidPushType: "the push type is none, or not that of the topic"
        case .missingDeviceToken: "the request has no device token"
        case .missingTopic: "the request has no topic"
        case .payloadEmpty: "the payload is empty"
        case .topicDisallowed: "the account may not push to this topic"
        case .featureNotEnabled: "the app may not use channels"
        case .missingChannelID: "the request names no channel"
        case .badChannelID: "the id of the channel is none"
        case .channelNotRegistered: "there is no such channel"
        case .badRequestParams: "the request has a member that APNs does not know"
        case .badRequestPayload: "the body of the request is no JSON"
        case .missingPushType: "the request does not say what the push is for"
        case .cannotCreateChannelConfig: "the app has as many channels as it may have"
        case .topicMismatch: "the key or certificate is not for the app of the channel"
        case .badCertificate: "the certificate is not valid"
        case .badCertificateEnvironment: "the certificate is for the other environment"
        case .expiredProviderToken: "the provider token is more than an hour old"
        case .forbidden: "the push is forbidden"
        case .invalidProviderToken: "the provider token is none that APNs can verify"
        case .missingProviderToken: "there is neither a certificate nor a provider token"
        case .unrelatedKeyIDInToken:
            "the provider token is of another key than the connection's first one"
        case .badEnvironmentKeyIDInToken: "the key is for the other environment"
        case .badPath: "the request's path is wrong"
        case .methodNotAllowed: "the request's method is not POST"
        case .expiredToken: "the device token has expired"
        case .unregistered: "the device token is no longer active for the topic"
        case .payloadTooLarge: "the payload has too many bytes"
        case .tooManyProviderTokenUpdates: "the provider token was renewed too often"
        case .tooManyRequests: "the device was sent too many pushes in a row"
        case .internalServerError: "APNs has a fault"
        case .serviceUnavailable: "APNs is not available"
        case .shutdown: "the server of APNs is shutting down"
        }
    }

    /// What to do.
    package var advice: String {
        switch self {
        case .badCollapseID: "give 1 to 64 bytes, or leave it out"
        case .badDeviceToken:
            "forget it, or send to the environment (sandbox or production) that gave it"
        case .badExpirationDate: "give whole seconds since 1970"
        case .badMessageID: "give a UUID in lower case"
        case .badPriority: "give 10, 5 or 1; a background push has 5"
        case .badTopic: "give the app's bundle id, with the suffix that the push type asks for"
        case .deviceTokenNotForTopic: "forget it for this app, and look where it came from"
        case .duplicateHeaders, .missingDeviceToken, .badPath, .methodNotAllowed, .missingChannelID,
            .badRequestParams, .badRequestPayload, .missingPushType:
            "the client that makes the request has a bug; report it"
        case .idleTimeout: "send again on a new connection"
        case .shutdown: "send again later, on a new connection"
        case .invalidPushType: "give the type that the topic and the payload are of"
        case .missingTopic: "give the app's bundle id"
        case .payloadEmpty: "send a payload"
        case .topicDisallowed:
            "check that the app's bundle id belongs to the team of the key or certificate"
        case .featureNotEnabled: "enable broadcasts for its bundle id on the account's page"
        case .badChannelID, .channelNotRegistered:
            "look where its id came from; a channel is of one environment (sandbox or production)"
        case .cannotCreateChannelConfig: "delete those that are no longer used"
        case .topicMismatch: "check the bundle id, and what the key or certificate is for"
        case .badCertificate, .badCertificateEnvironment:
            "make a certificate for this app and environment"
        case .expiredProviderToken: "check the clock of this machine"
        case .forbidden: "check what the key or certificate may do"
        case .invalidProviderToken:
            "check the key, its id, the team's id and the clock of this machine"
        case .missingProviderToken: "give a key or a certificate"
        case .unrelatedKeyIDInToken: "use a connection of its own for each key"
        case .badEnvironmentKeyIDInToken:
            "use a key for this environment (sandbox or production)"
        case .expiredToken, .unregistered:
            "forget it, unless the device has registered since"
        case .payloadTooLarge: "make it 4096 bytes or less, 5120 for VoIP"
        case .tooManyProviderTokenUpdates:
            "keep a token for 20 minutes, and check that no other program signs with the key"
        case .tooManyRequests: "send fewer pushes to one device, and this one later"
        case .internalServerError, .serviceUnavailable: "send again later"
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushAPNs
import Testing

struct APNsReasonTests {
    /// As Apple documents them, each list in its order.
    private static let documented = [
        400: [
            "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority",
            "BadTopic", "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout",
            "InvalidPushType", "MissingDeviceToken", "MissingTopic", "PayloadEmpty",
            "TopicDisallowed", "FeatureNotEnabled", "MissingChannelId", "BadChannelId",
            "ChannelNotRegistered", "BadRequestParams", "BadRequestPayload", "MissingPushType",
            "CannotCreateChannelConfig",
        ],
        403: [
            "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden",
            "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken",
            "TopicMismatch", "BadEnvironmentKeyIdInToken",
        ],
        404: ["BadPath"],
        405: ["MethodNotAllowed"],
        410: ["ExpiredToken", "Unregistered"],
        413: ["PayloadTooLarge"],
        429: ["TooManyProviderTokenUpdates", "TooManyRequests"],
        500: ["InternalServerError"],
        503: ["ServiceUnavailable", "Shutdown"],
    ]

    @Test func `every documented reason is known, with its status, and no other`() {
        let known = Dictionary(grouping: APNsReason.allCases, by: \.status)
            .mapValues { $0.map(\.rawValue) }
        #expect(known == Self.documented)
    }

    @Test func `seven reasons end all attempts`() {
        let final = APNsReason.allCases.filter { $0.remedy == .never }.map(\.rawValue)
        #expect(
            final == [
                "BadDeviceToken", "DeviceTokenNotForTopic", "ChannelNotRegistered", "Forbidden",
                "ExpiredToken", "Unregistered", "PayloadTooLarge",
            ]
        )
    }

    @Test func `five reasons pass with time`() {
        let passing = APNsReason.allCases.filter { $0.remedy == .time }.map(\.rawValue)
        #expect(
            passing == [
                "TooManyProviderTokenUpdates", "TooManyRequests", "InternalServerError",
                "ServiceUnavailable", "Shutdown",
            ]
        )
    }

    @Test func `six reasons are about the key or the certificate alone`() {
        let credentials = APNsReason.allCases.filter { $0.remedy == .credentials }.map(\.rawValue)
        #expect(
            credentials == [
                "BadCertificate", "BadCertificateEnvironment", "InvalidProviderToken",
                "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken",
            ]
        )
    }

    @Test func `a new connection or a new provider token helps against one reason each`() {
        #expect(APNsReason.allCases.filter { $0.remedy == .connection } == [.idleTimeout])
        #expect(
            APNsReason.allCases.filter { $0.remedy == .providerToken } == [.expiredProviderToken]
        )
    }

    @Test(arguments: APNsReason.allCases)
    func `each reason says what is wrong and what to do`(_ reason: APNsReason) {
        let parts = reason.description.split(separator: "; ", maxSplits: 1)
        #expect(parts.count == 2)
        #expect(parts.allSatisfy { $0.count > 10 })
        #expect(APNsReason.allCases.filter { $0.description == reason.description } == [reason])
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushRelay
import Testing

@testable import SealedPushAPNs

struct APNsSubjectTests {
    /// The reasons that say nothing about the push itself.
    private static let subjects: [(PushOutcome.Subject, [APNsReason])] = [
        (.rate, [.tooManyRequests]),
        (
            .token,
            [
                .badDeviceToken, .deviceTokenNotForTopic, .missingDeviceToken, .unregistered,
                .expiredToken,
            ]
        ),
        (
            .credentials,
            [
                .badTopic, .missingTopic, .topicDisallowed, .topicMismatch, .featureNotEnabled,
                .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .forbidden,
                .invalidProviderToken, .missingProviderToken, .unrelatedKeyIDInToken,
                .badEnvironmentKeyIDInToken,
            ]
        ),
        (
            .service,
            [
                .tooManyProviderTokenUpdates, .internalServerError, .serviceUnavailable, .shutdown,
                .idleTimeout,
            ]
        ),
    ]

    @Test(arguments: APNsReason.allCases)
    func
        `each reason of APNs is about the rate, the token, the credentials, the service or the push`(
            _ reason: APNsReason
        )
    {
        let known = Self.subjects.first { $0.1.contains(reason) }?.0
        let subject = PushOutcome.Subject(APNsRejection(reason))
        #expect(subject == known ?? .push(reason: reason.rawValue))
    }

    @Test(arguments: [
        (400, PushOutcome.Subject.push(reason: "status 400")), (403, .credentials), (410, .token),
        (413, .push(reason: "status 413")), (429, .service), (500, .service), (599, .service),
    ])
    func `a refusal without a known reason is judged by its status`(
        _ status: Int,
        _ subject: PushOutcome.Subject
    ) {
        let body = APNsBody(reading: Array(#"{"reason":"Novel"}"#.utf8))
        #expect(PushOutcome.Subject(APNsRejection(status: status, body: body)) == subject)
    }
}

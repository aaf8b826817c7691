// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPush
import SealedPushRelay
import SealedPushRelayTesting
import Testing

@testable import SealedPushAPNs

struct PushOutcomeTests {
    private static let day: Duration = .seconds(86_400)

    /// The thing of which a refusal says something.
    enum Subject: Hashable, Sendable {
        case rate
        case token
        case credentials
        case service
        case push(reason: String)

        /// What follows if the refusal is final.
        var final: PushOutcome {
            switch self {
            case .rate, .service: .unavailable
            case .token: .tokenRefused(deadSince: nil)
            case .credentials: .credentials
            case .push(let reason): .rejected(reason: reason)
            }
        }

        /// What follows if the push may be sent again.
        var retried: PushOutcome {
            switch self {
            case .rate: .throttled(after: day)
            case .credentials: .credentials
            case .token, .service, .push: .unavailable
            }
        }
    }

    private func expect(_ rejection: APNsRejection, isAbout subject: Subject) {
        #expect(PushOutcome(.rejected(rejection)) == subject.final)
        let again = APNsResult.retry(after: Self.day, because: .refused(rejection))
        #expect(PushOutcome(again) == subject.retried)
    }

    /// The reasons that say nothing about the push itself.
    private static let subjects: [(Subject, [APNsReason])] = [
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
        expect(APNsRejection(reason), isAbout: known ?? .push(reason: reason.rawValue))
    }

    @Test(arguments: [
        (400, Subject.push(reason: "status 400")), (403, .credentials), (410, .token),
        (413, .push(reason: "status 413")), (429, .service), (500, .service), (599, .service),
    ])
    func `a refusal without a known reason is judged by its status`(
        _ status: Int,
        _ subject: Subject
    ) {
        let body = APNsBody(reading: Array(#"{"reason":"Novel"}"#.utf8))
        expect(APNsRejection(status: status, body: body), isAbout: subject)
    }

    @Test func `each result of a push that is no refusal is one outcome`() {
        let (now, day) = (SampleDevice.now, Self.day)
        let table: [(APNsResult, PushOutcome)] = [
            (.accepted(APNsID()), .accepted),
            (.deviceGone(since: now), .tokenRefused(deadSince: now)),
            (.deviceGone(since: nil), .tokenRefused(deadSince: nil)),
            (.retry(after: day, because: .unanswered), .unavailable),
            (.retry(after: day, because: .notSent(.network)), .unavailable),
            (.retry(after: day, because: .notSent(.credentials)), .credentials),
            (.retry(after: day, because: .notSent(.closed)), .notTried),
        ]
        for (result, outcome) in table { #expect(PushOutcome(result) == outcome, "\(result)") }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
import TestSupport
import Testing

@testable import SealedPushAPNs

struct CompletionTests {
    private func completion(
        _ reason: APNsReason,
        _ advice: CredentialRefusal.Advice,
        until seconds: Int = 30
    ) -> Completion {
        let answer = APNsAnswer(reason.status, #"{"reason":"\#(reason.rawValue)"}"#)
        return Completion(answer, to: .sample(until: seconds), at: .zero) { _ in advice }
    }

    private func result(_ completion: Completion) -> APNsResult? {
        if case .finished(let result) = completion { result } else { nil }
    }

    @Test func `an accepted push is finished under its id`() {
        let push = Push.sample(7)
        let completion = Completion(APNsAnswer(200), to: push, at: .zero) { _ in .sendAgain }
        #expect(result(completion) == .accepted(push.request.id))
    }

    @Test(arguments: [APNsReason.expiredProviderToken, .invalidProviderToken])
    func `a push refused for an earlier token is sent again`(_ reason: APNsReason) {
        guard case .again(.refused(let rejection, _)) = completion(reason, .sendAgain) else {
            Issue.record("finished")
            return
        }
        #expect(rejection.reason == reason)
    }

    @Test func `a push waits for the next token only where that comes in its time`() {
        let reason = APNsReason.expiredProviderToken
        guard case .again = completion(reason, .wait(.seconds(29))) else {
            Issue.record("finished")
            return
        }
        let late = result(completion(reason, .wait(.seconds(30))))
        #expect(late?.cause == .refused(APNsRejection(reason)))
        #expect(((.seconds(30))...(.seconds(45))) ~= late?.delay ?? .zero)
    }

    @Test func `after too many renewals no push waits here`() {
        let late = result(completion(.tooManyProviderTokenUpdates, .wait(.seconds(1))))
        #expect(((.seconds(1))...(.milliseconds(1500))) ~= late?.delay ?? .zero)
    }

    @Test func `where no other token helps the push is rejected`() {
        let rejection = APNsRejection(.invalidProviderToken)
        #expect(result(completion(.invalidProviderToken, .reject)) == .rejected(rejection))
    }

    /// Whether the credentials are asked what becomes of a push that was answered so, and for which
    /// reason.
    private func isAsked(_ status: Int, _ text: String) -> (isAsked: Bool, reason: APNsReason?) {
        var asked: (isAsked: Bool, reason: APNsReason?) = (false, nil)
        let answer = APNsAnswer(status, #"{"reason":"\#(text)"}"#)
        _ = Completion(answer, to: .sample(), at: .zero) { reason in
            asked = (true, reason)
            return .reject
        }
        return asked
    }

    @Test(arguments: APNsReason.allCases)
    func `a refusal that is not about the credentials does not renew them`(_ reason: APNsReason) {
        let about: Set<APNsReason> = [
            .expiredProviderToken, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken, .tooManyProviderTokenUpdates,
            .badCertificate, .badCertificateEnvironment,
        ]
        let asked = isAsked(reason.status, reason.rawValue)
        #expect(asked == (about.contains(reason), about.contains(reason) ? reason : nil))
    }

    @Test func `a reason that is not known is of the credentials where the status says so`() {
        #expect(isAsked(403, "StaleKey") == (true, nil))
        #expect(isAsked(400, "StaleKey") == (false, nil))
        #expect(isAsked(401, "") == (false, nil))
    }

    @Test(arguments: [APNsReason.tooManyRequests, .internalServerError, .serviceUnavailable])
    func `what takes time goes back to the caller`(_ reason: APNsReason) {
        let late = result(completion(reason, .reject))
        #expect(late?.cause == .refused(APNsRejection(reason)))
        #expect((late?.delay ?? .zero) >= .minutes(1))
    }
}

struct RetryRuleTests {
    @Test func `who finds the queue full comes again soon, who found no connection later`() {
        let push = Push.sample()
        for _ in 0..<100 {
            let full = RetryRule.result(of: push, because: nil, or: .queueFull).delay ?? .zero
            #expect(Duration.seconds(1)...Duration.milliseconds(1500) ~= full)
            let other = RetryRule.result(of: push, because: nil, or: .network).delay ?? .zero
            #expect(Duration.seconds(10)...Duration.seconds(15) ~= other)
        }
    }

    /// The least and the most of many delays.
    private func delays(
        _ rejection: APNsRejection,
        attempt: Int = 1,
        retryAfter: Duration? = nil
    ) throws -> ClosedRange<Duration> {
        var generator = SeededGenerator(seed: 15)
        let delays = try (0..<200).map { _ in
            try #require(
                RetryRule.delay(
                    after: rejection,
                    retryAfter: retryAfter,
                    attempt: attempt,
                    using: &generator
                )
            )
        }
        return try #require(delays.min())...(#require(delays.max()))
    }

    @Test(arguments: [
        (APNsReason.internalServerError, Duration.minutes(15)), (.serviceUnavailable, .minutes(15)),
        (.shutdown, .minutes(15)), (.tooManyRequests, .minutes(1)),
        (.tooManyProviderTokenUpdates, .minutes(21)), (.expiredProviderToken, .minutes(21)),
        (.idleTimeout, .seconds(1)),
    ])
    func `the first delay is never shorter than asked for, and at most half longer`(
        _ reason: APNsReason,
        _ delay: Duration
    ) throws {
        let delays = try delays(APNsRejection(reason))
        #expect(delays.lowerBound >= delay)
        #expect(delays.upperBound <= delay * 3 / 2)
        #expect(delays.upperBound - delays.lowerBound > delay / 3)
    }

    @Test(arguments: [
        (Int.min, 15), (0, 15), (1, 15), (2, 30), (3, 60), (4, 120), (5, 240), (6, 240),
        (1000, 240), (.max, 240),
    ])
    func `the delay doubles up to four hours`(_ attempt: Int, _ minutes: Int) throws {
        let delays = try delays(APNsRejection(.internalServerError), attempt: attempt)
        #expect(delays.lowerBound >= .seconds(60 * minutes))
        #expect(delays.upperBound <= .seconds(60 * minutes) * 3 / 2)
    }

    @Test(arguments: [
        (Duration.seconds(0), 1, Duration.minutes(15)), (.seconds(-9), 1, .minutes(15)),
        (.seconds(899), 3, .minutes(60)), (.seconds(1000), 1, .seconds(1000)),
        (.seconds(1000), 2, .seconds(2000)), (.hours(5), 1, .hours(5)),
        (.hours(5), 9, .hours(5)), (.days(400), 1, .hours(24)),
    ])
    func `what APNs names makes the first delay longer, never shorter`(
        _ retryAfter: Duration,
        _ attempt: Int,
        _ delay: Duration
    ) throws {
        let delays = try delays(
            APNsRejection(.serviceUnavailable),
            attempt: attempt,
            retryAfter: retryAfter
        )
        #expect(delays.lowerBound >= delay)
        #expect(delays.upperBound <= delay * 3 / 2)
    }

    @Test(arguments: [
        ("120", Duration.seconds(120)), ("0", .zero), ("4294967295", .seconds(4_294_967_295)),
        ("4294967296", nil), ("-1", nil), ("1.5", nil), ("", nil),
        ("+120", nil),
        ("Fri, 31 Dec 1999 23:59:59 GMT", nil),
    ])
    func `the header has whole seconds`(_ value: String, _ delay: Duration?) {
        #expect(APNsAnswer(503, retryAfter: value).retryAfter == delay)
    }

    @Test(arguments: APNsReason.allCases)
    func `where waiting does not help there is no delay, whatever APNs names`(
        _ reason: APNsReason
    ) {
        var generator = SeededGenerator(seed: 1)
        let delay = RetryRule.delay(
            after: APNsRejection(reason),
            retryAfter: .seconds(1),
            attempt: 1,
            using: &generator
        )
        #expect((delay == nil) == [.credentials, .correction, .never].contains(reason.remedy))
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding
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

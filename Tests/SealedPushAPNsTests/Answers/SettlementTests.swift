// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushSender
import Testing

@testable import SealedPushAPNs

struct SettlementTests {
    private func settlement(
        _ reason: APNsReason,
        _ advice: ProviderTokenRule.Advice?,
        until seconds: Int = 30
    ) -> Settlement {
        let answer = APNsAnswer(reason.status, #"{"reason":"\#(reason.rawValue)"}"#)
        return Settlement(answer, to: .sample(until: seconds), at: .zero) { _ in advice }
    }

    private func result(_ settlement: Settlement) -> APNsResult? {
        if case .finished(let result) = settlement { result } else { nil }
    }

    @Test func `an accepted push is finished under its id`() {
        let push = Push.sample(7)
        let settlement = Settlement(APNsAnswer(200), to: push, at: .zero) { _ in .sendAgain }
        #expect(result(settlement) == .accepted(push.request.id))
    }

    @Test(arguments: [APNsReason.expiredProviderToken, .invalidProviderToken])
    func `a push refused for an earlier token is sent again`(_ reason: APNsReason) {
        guard case .again(.refused(let rejection, _)) = settlement(reason, .sendAgain) else {
            Issue.record("finished")
            return
        }
        #expect(rejection.reason == reason)
    }

    @Test func `a push waits for the next token only where that comes in its time`() {
        let reason = APNsReason.expiredProviderToken
        guard case .again = settlement(reason, .wait(.seconds(29))) else {
            Issue.record("finished")
            return
        }
        let late = result(settlement(reason, .wait(.seconds(30))))
        #expect(late?.cause == .refused(APNsRejection(reason)))
        #expect(((.seconds(30))...(.seconds(45))) ~= late?.delay ?? .zero)
    }

    @Test func `after too many renewals no push waits here`() {
        let late = result(settlement(.tooManyProviderTokenUpdates, .wait(.seconds(1))))
        #expect(((.seconds(1))...(.milliseconds(1500))) ~= late?.delay ?? .zero)
    }

    @Test func `where no other token helps the push is rejected`() {
        let rejection = APNsRejection(.invalidProviderToken)
        #expect(result(settlement(.invalidProviderToken, .reject)) == .rejected(rejection))
    }

    @Test func `where a certificate authenticates the answer alone decides`() {
        let rejection = APNsRejection(.invalidProviderToken)
        #expect(result(settlement(.invalidProviderToken, nil)) == .rejected(rejection))
        #expect(
            result(settlement(.expiredProviderToken, nil))?.cause
                == .refused(APNsRejection(.expiredProviderToken))
        )
    }

    @Test(arguments: APNsReason.allCases)
    func `what is not of the token asks nobody about it`(_ reason: APNsReason) {
        let about: Set<APNsReason> = [
            .expiredProviderToken, .invalidProviderToken, .missingProviderToken,
            .unrelatedKeyIDInToken, .badEnvironmentKeyIDInToken, .tooManyProviderTokenUpdates,
        ]
        var wasAsked = false
        let answer = APNsAnswer(reason.status, #"{"reason":"\#(reason.rawValue)"}"#)
        _ = Settlement(answer, to: .sample(), at: .zero) { _ in
            wasAsked = true
            return .reject
        }
        #expect(wasAsked == about.contains(reason))
    }

    @Test(arguments: [APNsReason.tooManyRequests, .internalServerError, .serviceUnavailable])
    func `what takes time goes back to the caller`(_ reason: APNsReason) {
        let late = result(settlement(reason, nil))
        #expect(late?.cause == .refused(APNsRejection(reason)))
        #expect((late?.delay ?? .zero) >= .minutes(1))
    }
}

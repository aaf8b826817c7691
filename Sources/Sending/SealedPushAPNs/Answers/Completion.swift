// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport

/// What becomes of a push that was answered.
enum Completion {
    /// It has its result.
    case finished(APNsResult)
    /// It is sent again.
    case again(Requeue)

    /// Decides what becomes of a push.
    ///
    /// - Parameters:
    ///   - answer: What APNs answered.
    ///   - push: The push.
    ///   - now: The time.
    ///   - advice: What becomes of a push that was refused for this reason, if it is about the
    ///     credentials.
    init(
        _ answer: APNsAnswer,
        to push: Push,
        at now: Duration,
        advice: (APNsReason?) -> CredentialRefusal.Advice
    ) {
        var generator = SystemRandomNumberGenerator()
        let result = answer.result(
            of: push.request.id,
            attempt: push.attempt,
            using: &generator
        )
        guard let rejection = answer.rejection, rejection.isAboutCredentials else {
            self = .finished(result)
            return
        }
        switch advice(rejection.reason) {
        case .sendAgain: self = .again(.refused(rejection, otherwise: result))
        case .wait(let delay):
            let jittered = RetryRule.jittered(delay, using: &generator)
            let later = APNsResult.retry(after: jittered, because: .refused(rejection))
            // The queue waits for the next token as well.
            let isInTime = rejection.reason == .expiredProviderToken && now + delay < push.deadline
            self = isInTime ? .again(.refused(rejection, otherwise: later)) : .finished(later)
        case .reject: self = .finished(result)
        }
    }
}

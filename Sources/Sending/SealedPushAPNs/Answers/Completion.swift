// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PushTransport
import SealedPushCoding

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

/// When a push that APNs did not take may be sent again.
///
/// By Apple's rules ("Handling notification responses from APNs"): after a fault of APNs' own 15
/// minutes later, and then later each time; after too many requests with a delay; after any other
/// refusal only when its cause is gone.
enum RetryRule {
    /// No delay grows beyond this, but where APNs itself names a longer one.
    static let growthLimit: Duration = .hours(4)
    /// What APNs names is cut to this.
    static let limit: Duration = .hours(24)

    /// How long a push waits after the `attempt`th time that it was refused.
    ///
    /// It doubles with each attempt, and up to half of it is added at random, so that what was
    /// refused together does not come back together. It is never less than APNs asks for (or a
    /// day), and never more than 36 hours.
    ///
    /// - Parameters:
    ///   - rejection: What APNs refused the push with.
    ///   - retryAfter: The header `retry-after`; it makes the first delay longer, never shorter.
    ///   - attempt: From 1; less counts as 1.
    ///   - generator: Where the jitter comes from.
    /// - Returns: The delay, or nil if waiting does not help.
    static func delay(
        after rejection: APNsRejection,
        retryAfter: Duration?,
        attempt: Int,
        using generator: inout some RandomNumberGenerator
    ) -> Duration? {
        guard let documented = firstDelay(after: rejection) else { return nil }
        let first = min(max(retryAfter ?? .zero, documented), limit)
        let doublings = min(max(attempt, 1) - 1, 20)
        let delay = max(first, min(first * (1 << doublings), growthLimit))
        return jittered(delay, using: &generator)
    }

    /// A delay of whole seconds, and up to half of it.
    static func jittered(
        _ delay: Duration,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let half = delay.components.seconds * 500
        return delay + .milliseconds(Int64.random(in: 0...half, using: &generator))
    }

    /// How long a push waits at least that was not sent in time, or got no answer: the client tried
    /// on all the time.
    static let pause: Duration = .seconds(10)
    /// How long one waits at least for which there was no room: much is sent in that time.
    static let queuePause: Duration = .seconds(1)

    /// The result of a push that ends without an answer that settles it.
    ///
    /// - Parameters:
    ///   - push: What was not accepted in time.
    ///   - cause: Why, as far as it was sent at all.
    ///   - obstacle: Why it was not, if it was not.
    /// - Returns: That it may be sent again, and when.
    static func result(
        of push: Push,
        because cause: RetryCause<APNsRejection>?,
        or obstacle: PushObstacle = .time
    ) -> APNsResult {
        var generator = SystemRandomNumberGenerator()
        switch cause {
        case .refused(let rejection):
            let delay = delay(
                after: rejection,
                retryAfter: nil,
                attempt: push.attempt,
                using: &generator
            )
            return .retry(after: delay ?? pause, because: .refused(rejection))
        case .unanswered, .notSent, nil:
            let cause = cause ?? .notSent(obstacle)
            let least = cause == .notSent(.queueFull) ? queuePause : pause
            return .retry(after: jittered(least, using: &generator), because: cause)
        }
    }

    /// How long a push waits at first after a fault of APNs' own.
    static let faultDelay: Duration = .minutes(15)

    private static func firstDelay(after rejection: APNsRejection) -> Duration? {
        switch rejection.remedy {
        case .time:
            switch rejection.reason {
            // Its cause is gone when the latest token is 20 minutes old.
            case .tooManyProviderTokenUpdates: ProviderTokenRule.earliestRenewal
            default: rejection.status == 429 ? .minutes(1) : faultDelay
            }
        case .connection: .seconds(1)
        // At the latest then there can be another; the holder of the tokens may know better.
        case .providerToken: ProviderTokenRule.earliestRenewal
        case .credentials, .correction, .never: nil
        }
    }
}

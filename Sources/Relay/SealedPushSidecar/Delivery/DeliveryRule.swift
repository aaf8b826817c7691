// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayClient

/// What becomes of a delivery after each attempt.
///
/// No device is sent two envelopes of one message for one recipient: an envelope is replaced only if the relay
/// has refused it at its first and only attempt, so that it certainly has not taken it.
enum DeliveryRule {
    enum Step: Hashable {
        /// It is over.
        case end(DeliveryResult)
        /// Another envelope is sealed at once, in the place of this one.
        case sealAgain
        /// It is tried again after this time.
        case wait(Duration)
    }

    /// How often an envelope is sealed for one subscription of a delivery.
    static let sealingLimit = 3
    /// The longest time between two attempts.
    static let longestWait: Duration = .seconds(900)

    /// What follows from what the relay answered.
    static func step(
        after failure: EndpointFailure,
        of delivery: Delivery
    ) -> Step {
        let wasPostedBefore = (delivery.sealed?.posts ?? 0) > 1
        switch failure {
        case .gone: return .end(.deviceGone)
        // An earlier attempt without an answer may have been taken.
        case .refused where wasPostedBefore, .keyRefused where wasPostedBefore,
            .stalePrekey where wasPostedBefore:
            return .end(.uncertain)
        case .keyRefused: return .end(.keyRefused)
        case .refused: return .end(.refused)
        case .stalePrekey:
            let sealings = delivery.sealings - delivery.sealingsElsewhere
            return sealings >= sealingLimit ? .end(.refused) : .sealAgain
        case .later(let delay): return wait(delay, for: delivery)
        case .unanswered: return wait(nil, for: delivery)
        case .otherRelay, .otherMessage: return .end(.refused)
        case .expired: return .end(.expired)
        case .otherDevice: return .end(.deviceRefused)
        }
    }

    /// What follows if nothing was sealed.
    static func step(
        after error: SealingError,
        of delivery: Delivery
    ) -> Step {
        switch error {
        case .noPrekey, .prekeyNotYetValid, .memoryUnavailable:
            wait(nil, for: delivery)
        // No request is accepted that ends so.
        case .contentTooLarge, .placeholderRefused, .reservedKey, .attachmentsTooLarge:
            .end(.refused)
        case .deviceRetired: .end(.deviceGone)
        default: .end(.deviceRefused)
        }
    }

    /// What follows if the message's end is past by the clock; it is certain if nothing has set the
    /// clock since the message was accepted.
    static func step(afterEnd isCertain: Bool) -> Step {
        isCertain ? .end(.expired) : .wait(longestWait)
    }

    /// When a delivery is due again that waits.
    ///
    /// Its end is looked at when it comes, however long the delay.
    static func due(
        after delay: Duration,
        of delivery: Delivery,
        now: Timestamp
    ) -> Timestamp {
        let due = now.advanced(by: delay)
        return now < delivery.expires ? min(due, delivery.expires) : due
    }

    /// The delay that the relay asks for, but not less than one that doubles from a second.
    private static func wait(_ delay: Duration?, for delivery: Delivery) -> Step {
        let least = Duration.seconds(1 << min(delivery.failures, 10))
        return .wait(min(max(delay ?? least, least), longestWait))
    }
}

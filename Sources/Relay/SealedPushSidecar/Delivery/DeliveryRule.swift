// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What becomes of a delivery after each attempt.
///
/// A device is never sent two envelopes of one message: an envelope is replaced only if the relay
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

    /// How often an envelope is sealed for one delivery.
    static let sealingLimit = 3
    /// The longest time between two attempts.
    static let longestWait: Duration = .seconds(900)

    /// What follows from what the relay answered.
    static func step(
        after failure: EndpointFailure,
        of delivery: Delivery,
        at now: Timestamp
    ) -> Step {
        switch failure {
        case .gone: .end(.deviceGone)
        case .refused: .end(.refused)
        case .stalePrekey:
            if let sealed = delivery.sealed, sealed.posts > 1 {
                .end(.unconfirmed)
            } else if delivery.sealings >= sealingLimit {
                .end(.refused)
            } else {
                .sealAgain
            }
        case .later(let delay): wait(delay, for: delivery, at: now)
        case .unanswered: wait(nil, for: delivery, at: now)
        }
    }

    /// What follows if nothing was sealed.
    static func step(
        after error: SealingError,
        of delivery: Delivery,
        at now: Timestamp
    ) -> Step {
        switch error {
        case .noPrekey, .prekeyNotYetValid, .memoryUnavailable:
            wait(nil, for: delivery, at: now)
        case .contentTooLarge, .placeholderRefused, .reservedKey, .attachmentsTooLarge:
            .end(.tooLarge)
        default: .end(.deviceRefused)
        }
    }

    /// The delay that the relay asks for, or one that doubles from a second.
    private static func wait(
        _ delay: Duration?,
        for delivery: Delivery,
        at now: Timestamp
    ) -> Step {
        let delay = min(
            delay ?? .seconds(1 << min(delivery.failures, 10)),
            longestWait
        )
        return now.advanced(by: delay) < delivery.expires ? .wait(delay) : .end(.expired)
    }
}

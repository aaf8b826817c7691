// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushRelayClient

/// One message on its way to one device of a recipient.
struct Delivery: Hashable, Sendable {
    /// What tells it from every other.
    struct ID: Hashable, Sendable {
        let message: MessageName
        /// Its place among the devices of the message, from 0.
        let position: Int
    }

    /// An envelope that is durable here, so that every attempt posts the same bytes.
    struct Sealed: Hashable, Sendable {
        let envelope: [UInt8]
        /// What messages share that replace each other on the device.
        let topic: CollapseID
        /// How often it was posted, the attempt that is under way included.
        var posts = 1
    }

    let id: ID
    /// Whose device it is.
    let recipient: RecipientCode
    /// The device, and where it is reached.
    let destination: DeliveryDestination
    /// When the message ends.
    let expires: Timestamp
    /// Whether it goes before others and wakes the device.
    let isUrgent: Bool
    /// What is posted; nil until it is sealed.
    var sealed: Sealed?
    /// How often an envelope was sealed.
    var sealings: Int
    /// How many of these were for destinations that it has moved from.
    let sealingsElsewhere: Int
    /// How often in a row something was in the way.
    var failures: Int

    /// Whom it goes to.
    var relay: String { destination.relay }
}

/// What became of a delivery.
enum DeliveryResult: String, Hashable, Sendable, CaseIterable {
    /// It is on its way, or waits.
    case waiting
    /// The relay has taken it.
    case accepted
    /// The device or the endpoint has ended.
    case deviceGone = "device-gone"
    /// The relay has another device for this endpoint, an older bundle of it, or one that the
    /// device has retired.
    case deviceRefused = "device-refused"
    /// The backend took the device from the recipient before the relay had the message.
    case removed
    /// The endpoint is bound to a VAPID key, and the relay refuses the sidecar's signature.
    case keyRefused = "key-refused"
    /// The relay refuses the message.
    case refused
    /// The relay could not be reached, or had no prekey, until the message had expired. It may have
    /// been delivered if an answer was lost.
    case expired
    /// An answer was lost, and the relay cannot say any more whether it has taken it.
    case uncertain
}

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

    /// The longest time between two attempts.
    static let longestWait: Duration = .seconds(900)

    /// What follows from what the relay answered.
    static func step(
        after failure: EndpointFailure,
        of delivery: Delivery
    ) -> Step {
        let step = PostRule.step(
            after: failure,
            posts: delivery.sealed?.posts ?? 0,
            sealings: delivery.sealings - delivery.sealingsElsewhere
        )
        switch step {
        case .end: return .end(result(of: failure))
        case .uncertain: return .end(.uncertain)
        case .sealAgain: return .sealAgain
        case .wait(let delay): return wait(delay, for: delivery)
        }
    }

    /// The result of a delivery that ends with a failure.
    private static func result(of failure: EndpointFailure) -> DeliveryResult {
        switch failure {
        case .gone: .deviceGone
        case .keyRefused: .keyRefused
        case .expired: .expired
        case .otherDevice: .deviceRefused
        default: .refused
        }
    }

    /// What follows if nothing was sealed.
    ///
    /// - Parameters:
    ///   - error: Why not.
    ///   - delivery: The delivery.
    ///   - isPairing: Whether the message had to have the hash of an answer, for which it may lack
    ///     the room.
    /// - Returns: The step.
    static func step(
        after error: SealingError,
        of delivery: Delivery,
        pairing isPairing: Bool
    ) -> Step {
        switch error {
        // The pairing's own message has room, goes before, and lets the others lack the hash.
        case .contentTooLarge where isPairing: wait(nil, for: delivery)
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

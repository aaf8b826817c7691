// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// What a sender asks for beside the envelope: the headers of RFC 8030.
package struct DeliveryOptions: Hashable, Sendable {
    /// How long the message may take.
    package let lifetime: Lifetime
    /// Whether it goes before others and wakes the device.
    package let isUrgent: Bool
    /// What tells messages of one endpoint that replace each other, if this is one.
    package let topic: String?

    package init(lifetime: Lifetime, isUrgent: Bool = true, topic: String? = nil) {
        self.lifetime = lifetime
        self.isUrgent = isUrgent
        self.topic = topic
    }

    /// Reads the headers of a request (RFC 8030, sections 5.2 to 5.4).
    ///
    /// - Parameters:
    ///   - ttl: `TTL`; more than 30 days become 30 days.
    ///   - urgency: `Urgency`; a message without it is `normal`.
    ///   - topic: `Topic`.
    /// - Throws: ``OptionsError``.
    package init(ttl: String?, urgency: String?, topic: String?) throws(OptionsError) {
        guard let seconds = Self.seconds(ttl) else { throw .wrongLifetime }
        lifetime = seconds == 0 ? .once : .until(min(.seconds(seconds), Lifetime.limit))
        switch urgency {
        case "high", "normal", nil: isUrgent = true
        case "low", "very-low": isUrgent = false
        default: throw .wrongUrgency
        }
        if let topic {
            let isTopic = topic.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            guard isTopic, 1...32 ~= topic.utf8.count else { throw .wrongTopic }
        }
        self.topic = topic
    }

    /// Reads a whole number of seconds, as `TTL` has it; nil for any other text.
    static func seconds(_ text: String?) -> Int64? {
        guard let text, (1...10).contains(text.utf8.count), text.utf8.allSatisfy({ 48...57 ~= $0 })
        else { return nil }
        return Int64(text)
    }

    /// How long a message may take.
    package enum Lifetime: Hashable, Sendable {
        /// TTL 0: one attempt, and nothing is kept for a device that cannot be reached now.
        case once
        /// This long after the relay took it.
        case until(Duration)

        /// The longest: APNs keeps a push for up to 30 days.
        package static let limit: Duration = .days(30)
        /// How long the one attempt may wait for its turn.
        package static let attempt: Duration = .seconds(60)

        /// The moment after which the message is not sent any more.
        package func expiry(accepted now: Timestamp) -> Timestamp {
            switch self {
            case .once: now.advanced(by: Self.attempt)
            case .until(let duration): now.advanced(by: duration)
            }
        }
    }
}

/// Which header of a request is wrong.
package enum OptionsError: Error, Hashable {
    /// `TTL` is missing, or is no whole number of seconds.
    case wrongLifetime
    /// `TTL` is missing, or is none that a drop may have.
    case wrongDropLifetime
    /// `Urgency` is none of the four words.
    case wrongUrgency
    /// `Topic` is not 1 to 32 characters of base64url.
    case wrongTopic
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush

/// One message on its way to one device of a recipient.
package struct Delivery: Hashable, Sendable {
    /// What tells it from every other.
    package struct ID: Hashable, Sendable {
        package let message: MessageName
        /// Its place among the devices of the message, from 0.
        package let position: Int

        package init(message: MessageName, position: Int) {
            self.message = message
            self.position = position
        }
    }

    /// An envelope that is durable here, so that every attempt posts the same bytes.
    package struct Sealed: Hashable, Sendable {
        package let envelope: [UInt8]
        /// What messages share that replace each other on the device.
        package let topic: CollapseID
        /// How often it was posted, the attempt that is under way included.
        package var posts: Int

        package init(envelope: [UInt8], topic: CollapseID, posts: Int = 1) {
            self.envelope = envelope
            self.topic = topic
            self.posts = posts
        }
    }

    package let id: ID
    /// Whose device it is.
    package let recipient: RecipientCode
    /// The device, and where it is reached.
    package let subscription: DeviceIdentity.Subscription
    /// When the message ends.
    package let expires: Timestamp
    /// Whether it goes before others and wakes the device.
    package let isUrgent: Bool
    /// What is posted; nil until it is sealed.
    package var sealed: Sealed?
    /// How often an envelope was sealed.
    package var sealings: Int
    /// How many of these were for subscriptions that it has moved from.
    package let sealingsElsewhere: Int
    /// How often in a row something was in the way.
    package var failures: Int

    /// Whom it goes to.
    package var relay: String { subscription.origin.text }
}

/// What became of a delivery.
package enum DeliveryResult: String, Hashable, Sendable, CaseIterable {
    /// It is on its way, or waits.
    case waiting
    /// The relay has taken it.
    case accepted
    /// The device or the endpoint has ended.
    case deviceGone = "device-gone"
    /// The relay has another device for this subscription, an older bundle of it, or one that the
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

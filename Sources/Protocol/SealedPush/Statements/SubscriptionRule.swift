// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The check by which a sender takes subscriptions, and no others (S-20).
///
/// Without it a user of a backend could give another user's device as an own one: that user would
/// see what is for the first, or get nothing any more. It confirms no device (V-32).
public struct SubscriptionRule: Sendable {
    /// The sender's identities: its own one, and those that it succeeded by its own statements.
    public let senders: Set<SenderIdentity>
    /// The app that it sends to.
    public let topic: Topic

    /// A rule for a sender's identities and its app.
    public init(senders: some Sequence<SenderIdentity>, topic: Topic) {
        self.senders = Set(senders)
        self.topic = topic
    }

    /// Reads the subscriptions that were given for a recipient.
    ///
    /// Of two of one device the later counts (S-21), as an app gives another for each endpoint that
    /// it makes.
    ///
    /// - Parameters:
    ///   - texts: The texts, as apps gave them.
    ///   - recipient: The sender's name for whom they were given, which the sender knows by itself.
    /// - Returns: The subscriptions, in the order of the texts, one for each device.
    /// - Throws: ``SubscriptionError`` for the first that is refused; then none counts.
    public func read(
        _ texts: [String],
        of recipient: String
    ) throws(SubscriptionError) -> [DeviceIdentity.Subscription] {
        var subscriptions: [DeviceIdentity.Subscription] = []
        for (place, text) in texts.enumerated() {
            let subscription: DeviceIdentity.Subscription
            do throws(WireError) {
                subscription = try DeviceIdentity.Subscription(text: text)
            } catch {
                throw SubscriptionError(place: place, reason: .unreadable(error))
            }
            if let reason = refusal(of: subscription, for: recipient) {
                throw SubscriptionError(place: place, reason: reason)
            }
            subscriptions.removeAll { $0.device == subscription.device }
            subscriptions.append(subscription)
        }
        return subscriptions
    }

    /// Why a subscription is not one of this sender for a recipient; nil if it is.
    package func refusal(
        of subscription: DeviceIdentity.Subscription,
        for recipient: String
    ) -> SubscriptionError.Reason? {
        guard senders.contains(subscription.sender) else { return .wrongSender }
        // By their bytes: names that only look alike are two recipients.
        guard subscription.recipient.utf8.elementsEqual(recipient.utf8) else {
            return .wrongRecipient
        }
        return subscription.topic.text.utf8.elementsEqual(topic.text.utf8) ? nil : .wrongTopic
    }
}

/// The place and the reason of a subscription that a sender does not take; it holds no part of it.
public struct SubscriptionError: Error, Hashable {
    /// The reason for which one is refused.
    @nonexhaustive
    public enum Reason: Hashable, Sendable {
        /// The text is no subscription that a device has signed.
        case unreadable(WireError)
        /// It is for another sender.
        case wrongSender
        /// It is for another recipient of this sender.
        case wrongRecipient
        /// It is for another app.
        case wrongTopic
    }

    /// The place among those that were given, counted from 0.
    public let place: Int
    /// The reason.
    public let reason: Reason

    /// An error for one of the subscriptions that were given.
    public init(place: Int, reason: Reason) {
        self.place = place
        self.reason = reason
    }
}

extension SubscriptionError.Reason: NamedError {
    /// The name and the words; of a text those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .unreadable(let error): (error.name, error.message(of: "subscription"))
        case .wrongSender: ("wrongSender", "the device has signed it for another sender")
        case .wrongRecipient: ("wrongRecipient", "the device has signed it for another recipient")
        case .wrongTopic: ("wrongTopic", "the device has signed it for another app")
        }
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

/// A device of a recipient, as a backend has set it.
struct RecipientSubscription: Hashable, Sendable {
    let subscription: DeviceIdentity.Subscription
    /// What the last attempt to reach it came to: ``DeliveryResult/waiting`` before the first.
    let result: DeliveryResult
}

extension SidecarDatabase {
    /// The most devices of a recipient.
    static let subscriptionLimit = 64

    /// Sets the devices of a recipient, in the place of those that were set before; none deletes
    /// it.
    ///
    /// What waits for a device that is not among them is not sent any more. What waits for one that
    /// is takes its later subscription, unless an envelope may be at the relay already.
    func set(
        _ subscriptions: [DeviceIdentity.Subscription],
        of recipient: RecipientCode
    ) async throws(ServerStoreError) {
        try await write { transaction in
            try transaction.change(
                "DELETE FROM subscription WHERE recipient = ?",
                recipient.text
            )
            for delivery in try transaction.waiting("recipient = ?", recipient.text) {
                let device = delivery.subscription.device
                if let subscription = subscriptions.last(where: { $0.device == device }) {
                    try transaction.move(delivery, to: subscription)
                } else {
                    try transaction.end(delivery, .removed)
                }
            }
            for (position, subscription) in subscriptions.enumerated() {
                try transaction.change(
                    """
                    INSERT INTO subscription (recipient, position, subscription, result)
                    VALUES (?, ?, ?, ?)
                    """,
                    recipient.text,
                    position,
                    subscription.bytes,
                    DeliveryResult.waiting.rawValue
                )
            }
        }
    }

    /// The devices of a recipient, none for one that was never set.
    func subscriptions(
        of recipient: RecipientCode
    ) async throws(ServerStoreError) -> [RecipientSubscription] {
        try await read { try $0.subscriptions(of: recipient) }
    }
}

extension SidecarTransaction {
    func subscriptions(of recipient: RecipientCode) throws -> [RecipientSubscription] {
        try rows(
            "SELECT * FROM subscription WHERE recipient = ? ORDER BY position",
            recipient.text
        ).map { row in
            RecipientSubscription(
                subscription: try DeviceIdentity.Subscription(stored: row.value("subscription")),
                result: try DeliveryResult(stored: row.value("result"))
            )
        }
    }
}

extension DeviceIdentity.Subscription {
    /// Reads what was verified before it was set.
    init(stored bytes: [UInt8]) throws {
        guard let subscription = try? Self(verifiedBefore: bytes.span) else {
            throw ServerStoreError.damaged
        }
        self = subscription
    }
}

extension DeliveryResult {
    init(stored text: String) throws {
        guard let result = DeliveryResult(rawValue: text) else { throw ServerStoreError.damaged }
        self = result
    }
}

// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

/// A device of a recipient, as a backend has set it, or as it was paired.
struct RecipientDevice: Hashable, Sendable {
    let destination: DeliveryDestination
    /// What the last attempt to reach it came to: ``DeliveryResult/waiting`` before the first.
    let result: DeliveryResult
    /// What a paired device calls itself; nil for one with a subscription.
    let name: String?
    /// The subscription in whose place a pairing's answer is.
    let replaced: [UInt8]?
    /// The answer that its messages name.
    let answer: [UInt8]?

    /// The subscription that it has, or had before it was paired.
    var subscription: [UInt8]? { destination.subscription?.bytes ?? replaced }
}

extension SidecarDatabase {
    /// The most devices of a recipient with a subscription, and the most that are paired.
    static let deviceLimit = 64

    /// Sets the subscriptions of a recipient, in the place of those that were set before; none
    /// deletes the recipient, with its paired devices and a pairing.
    ///
    /// A paired device stays, unless it has a subscription among them other than the one that its
    /// pairing has replaced: that one's endpoint has ended. What waits for a device that is not the
    /// recipient's any more is not sent. What waits for one that is goes to its later
    /// destination, unless an envelope may be at the relay already.
    func set(
        _ subscriptions: [DeviceIdentity.Subscription],
        of recipient: RecipientCode
    ) async throws(ServerStoreError) {
        try await write { transaction in
            let earlier = try transaction.devices(of: recipient)
            let paired = Set(earlier.filter { $0.name != nil }.compactMap(\.replaced))
            let counting = subscriptions.filter { !paired.contains($0.bytes) }
            if subscriptions.isEmpty {
                try transaction.undoPairing(of: recipient)
                try transaction.change(
                    "DELETE FROM device WHERE recipient = ?",
                    recipient.text
                )
            } else {
                try transaction.change(
                    "DELETE FROM device WHERE recipient = ? AND name IS NULL",
                    recipient.text
                )
                for device in Set(counting.map(\.device)) {
                    try transaction.remove(device, of: recipient)
                    try transaction.closeConfirmed(device, of: recipient)
                }
            }
            for (position, subscription) in counting.enumerated() {
                // It is reached where a pairing for another recipient has put it.
                let known = earlier.first { $0.name == nil && $0.replaced == subscription.bytes }
                try transaction.insert(
                    known?.destination ?? .subscription(subscription),
                    at: position,
                    of: recipient,
                    answer: known?.answer,
                    replaced: known?.replaced
                )
            }
            try transaction.redirect(recipient)
        }
    }

    /// Takes one device from a recipient; what waits for it is not sent.
    func remove(
        _ device: DeviceIdentity,
        of recipient: RecipientCode
    ) async throws(ServerStoreError) {
        try await write { transaction in
            try transaction.remove(device, of: recipient)
            try transaction.closeConfirmed(device, of: recipient)
            try transaction.redirect(recipient)
        }
    }

    /// The devices of a recipient, none for one that has none; those that are to be confirmed are
    /// not among them.
    func devices(of recipient: RecipientCode) async throws(ServerStoreError) -> [RecipientDevice] {
        try await read { try $0.devices(of: recipient) }
    }
}

extension SidecarDatabase {
    /// The answer that a delivery's message has to name, as no relay has taken one with it for this
    /// device; nil if one has, or the device has a subscription.
    func answer(of delivery: Delivery) async throws(ServerStoreError) -> AnswerHash? {
        try await read { transaction in
            let bytes: [UInt8]? = try transaction.value(
                """
                SELECT answer AS value FROM device
                WHERE recipient = ? AND destination = ? AND answer IS NOT NULL
                """,
                delivery.recipient.text,
                delivery.destination.stored
            )
            return try bytes.map { bytes in
                guard let answer = AnswerHash(bytes) else { throw ServerStoreError.damaged }
                return answer
            }
        }
    }
}

extension DeliveryResult {
    init(stored text: String) throws {
        guard let result = DeliveryResult(rawValue: text) else { throw ServerStoreError.damaged }
        self = result
    }
}

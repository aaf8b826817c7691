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
            let replaced = try transaction.replaced(of: recipient)
            let counting = subscriptions.filter { !replaced.contains($0.bytes) }
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
                try transaction.insert(.subscription(subscription), at: position, of: recipient)
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

extension SidecarTransaction {
    func devices(of recipient: RecipientCode) throws -> [RecipientDevice] {
        try rows(
            """
            SELECT * FROM device WHERE recipient = ? AND NOT pending ORDER BY position
            """,
            recipient.text
        ).map { row in
            RecipientDevice(
                destination: try DeliveryDestination(stored: row.value("destination")),
                result: try DeliveryResult(stored: row.value("result")),
                name: try row.value("name")
            )
        }
    }

    /// Adds a device; one that is paired has a name, and the answer that its messages name.
    func insert(
        _ destination: DeliveryDestination,
        at position: Int,
        of recipient: RecipientCode,
        named name: String? = nil,
        answer: AnswerHash? = nil
    ) throws {
        try change(
            """
            INSERT INTO device (recipient, position, destination, result, name, answer, pending)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            recipient.text,
            position,
            destination.stored,
            DeliveryResult.waiting.rawValue,
            name,
            answer?.bytes,
            answer != nil
        )
    }

    /// The devices that have answered a recipient's link, and whose number was not typed yet.
    func pendingDevices(of recipient: RecipientCode) throws -> Set<DeviceIdentity> {
        let rows = try rows(
            "SELECT destination FROM device WHERE recipient = ? AND pending",
            recipient.text
        )
        return Set(
            try rows.map { try DeliveryDestination(stored: $0.value("destination")).device }
        )
    }

    /// The subscriptions in whose place pairings of a recipient's devices are.
    func replaced(of recipient: RecipientCode) throws -> Set<[UInt8]> {
        let rows = try rows(
            """
            SELECT replaced FROM device
            WHERE recipient = ? AND NOT pending AND replaced IS NOT NULL
            """,
            recipient.text
        )
        return Set(try rows.map { try $0.value("replaced") })
    }

    /// The subscription of a device that a pairing replaces, or that an earlier one has; nil if
    /// there is none.
    func subscription(of device: DeviceIdentity, _ recipient: RecipientCode) throws -> [UInt8]? {
        let rows = try rows(
            "SELECT * FROM device WHERE recipient = ? AND NOT pending ORDER BY position",
            recipient.text
        )
        for row in rows {
            let destination = try DeliveryDestination(stored: row.value("destination"))
            guard destination.device == device else { continue }
            return try destination.subscription?.bytes ?? row.value("replaced")
        }
        return nil
    }

    /// Takes a device from a recipient, wherever it is reached, unless it is to be confirmed.
    func remove(_ device: DeviceIdentity, of recipient: RecipientCode) throws {
        for known in try devices(of: recipient) where known.destination.device == device {
            try change(
                "DELETE FROM device WHERE recipient = ? AND destination = ? AND NOT pending",
                recipient.text,
                known.destination.stored
            )
        }
    }

    /// Has what waits go to where the devices are by now, and ends what has no device any more.
    ///
    /// The message of a pairing goes nowhere else: it ends with the place that has answered.
    func redirect(_ recipient: RecipientCode) throws {
        let isPairing = """
            EXISTS (SELECT 1 FROM message WHERE name = delivery.message AND pairing IS NOT NULL)
            """
        let orphans = try waiting(
            """
            recipient = ? AND \(isPairing) AND NOT EXISTS (
                SELECT 1 FROM device
                WHERE recipient = delivery.recipient AND destination = delivery.destination)
            """,
            recipient.text
        )
        for delivery in orphans { try end(delivery, .removed) }
        let devices = try devices(of: recipient)
        let waiting = try waiting("recipient = ? AND NOT \(isPairing)", recipient.text)
        for delivery in waiting {
            let device = delivery.destination.device
            if let known = devices.last(where: { $0.destination.device == device }) {
                try move(delivery, to: known.destination)
            } else {
                try end(delivery, .removed)
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

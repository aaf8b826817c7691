// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

extension SidecarTransaction {
    /// The devices of a recipient, without one that awaits its number.
    func devices(of recipient: RecipientCode) throws -> [RecipientDevice] {
        try rows(
            "SELECT * FROM device WHERE recipient = ? AND NOT pending ORDER BY position",
            recipient.text
        ).map { row in
            RecipientDevice(
                destination: try DeliveryDestination(stored: row.value("destination")),
                result: try DeliveryResult(stored: row.value("result")),
                name: try row.value("name"),
                replaced: try row.value("replaced"),
                answer: try row.value("answer")
            )
        }
    }

    /// Adds a device of a recipient.
    ///
    /// - Parameters:
    ///   - destination: Where it is reached.
    ///   - position: Its place.
    ///   - recipient: The recipient.
    ///   - name: What it calls itself, if it was paired for this recipient.
    ///   - answer: The answer that its messages name.
    ///   - replaced: The subscription in whose place the destination is.
    ///   - isPending: Whether it awaits its number.
    /// - Throws: What SQLite throws.
    func insert(
        _ destination: DeliveryDestination,
        at position: Int,
        of recipient: RecipientCode,
        named name: String? = nil,
        answer: [UInt8]? = nil,
        replaced: [UInt8]? = nil,
        isPending: Bool = false
    ) throws {
        try change(
            """
            INSERT INTO device
                (recipient, position, destination, identity, result, name, answer, replaced, pending)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            recipient.text,
            position,
            destination.stored,
            destination.device.bytes,
            DeliveryResult.waiting.rawValue,
            name,
            answer,
            replaced,
            isPending
        )
    }

    /// Takes a device from a recipient, wherever it is reached, unless it is to be confirmed.
    func remove(_ device: DeviceIdentity, of recipient: RecipientCode) throws {
        try change(
            "DELETE FROM device WHERE recipient = ? AND identity = ? AND NOT pending",
            recipient.text,
            device.bytes
        )
    }

    /// Whether a device has answered a link of any recipient, and its number was not typed yet:
    /// then its earlier endpoint may have ended.
    func awaitsNumber(_ device: DeviceIdentity) throws -> Bool {
        let one: Int? = try value(
            "SELECT 1 AS value FROM device WHERE identity = ? AND pending LIMIT 1",
            device.bytes
        )
        return one != nil
    }

    /// The recipients that have a device.
    func recipients(of device: DeviceIdentity) throws -> [RecipientCode] {
        try rows(
            "SELECT DISTINCT recipient FROM device WHERE identity = ? AND NOT pending",
            device.bytes
        ).map { try RecipientCode(stored: $0.value("recipient")) }
    }

    /// Moves a device to the endpoint of its latest answer that was confirmed, of whichever
    /// recipients it is one, and with it what waits for it: it has ended the earlier ones (L-32).
    func gather(_ device: DeviceIdentity) throws {
        let latest = try rows(
            """
            SELECT device.destination, device.answer FROM device JOIN pairing
                ON pairing.recipient = device.recipient
                AND pairing.destination = device.destination
            WHERE device.identity = ? AND NOT device.pending AND pairing.state = 'confirmed'
            ORDER BY pairing.until DESC LIMIT 1
            """,
            device.bytes
        )
        guard let latest = latest.first else { return }
        let destination = try DeliveryDestination(stored: latest.value("destination"))
        let answer: [UInt8]? = try latest.value("answer")
        for recipient in try recipients(of: device) {
            for known in try devices(of: recipient)
            where known.destination.device == device && known.destination != destination {
                try change(
                    """
                    UPDATE device SET destination = ?, answer = ?, result = ?, replaced = ?
                    WHERE recipient = ? AND destination = ? AND NOT pending
                    """,
                    destination.stored,
                    answer,
                    DeliveryResult.waiting.rawValue,
                    known.subscription,
                    recipient.text,
                    known.destination.stored
                )
            }
            try redirect(recipient)
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

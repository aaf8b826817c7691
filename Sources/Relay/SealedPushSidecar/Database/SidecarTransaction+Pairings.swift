// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

extension SidecarTransaction {
    func pairingRow(of recipient: RecipientCode) throws -> SQLRow? {
        try rows("SELECT * FROM pairing WHERE recipient = ?", recipient.text).first
    }

    func pairing(of recipient: RecipientCode) throws -> SidecarPairing? {
        try pairingRow(of: recipient).map { try SidecarPairing($0) }
    }

    func isWaiting(_ id: PairingID, of recipient: RecipientCode) throws -> Bool {
        guard let pairing = try pairing(of: recipient) else { return false }
        return pairing.id == id && pairing.state == .waiting
    }

    /// The place of the next paired device: behind all subscriptions, which take the first ones.
    func nextPosition(of recipient: RecipientCode) throws -> Int {
        let last: Int? = try value(
            "SELECT max(position) AS value FROM device WHERE recipient = ?",
            recipient.text
        )
        return max(last ?? 0, SidecarDatabase.deviceLimit - 1) + 1
    }

    /// The pairing whose message a delivery brings; nil for a backend's message.
    func pairing(of delivery: Delivery) throws -> PairingID? {
        let id: [UInt8]? = try value(
            "SELECT pairing AS value FROM message WHERE name = ? AND pairing IS NOT NULL",
            delivery.id.message.text
        )
        return try id.map { try PairingID(stored: $0) }
    }

    /// The device takes the place of what was known of it, for every recipient, and what waits for
    /// it goes there.
    func confirm(_ destination: DeliveryDestination, of recipient: RecipientCode) throws {
        let replaced = try devices(of: recipient)
            .first { $0.destination.device == destination.device }?.subscription
        try remove(destination.device, of: recipient)
        try change(
            "UPDATE device SET pending = ?, replaced = ? WHERE recipient = ? AND destination = ?",
            false,
            replaced,
            recipient.text,
            destination.stored
        )
        try change("UPDATE pairing SET state = 'confirmed' WHERE recipient = ?", recipient.text)
        try note(.paired, of: recipient)
        try gather(destination.device)
    }

    /// Takes the last pairing of a recipient back, with the device that came of it.
    func undoPairing(of recipient: RecipientCode) throws {
        guard let row = try pairingRow(of: recipient) else { return }
        guard case .confirmed = try SidecarPairing(row).state else {
            return try endPairing(of: recipient, .removed)
        }
        let destination = try DeliveryDestination(stored: row.value("destination"))
        try remove(destination.device, of: recipient)
        try close(recipient, .removed)
        try redirect(recipient)
    }

    /// Ends the pairing of a recipient unless it is over or confirmed: forgets the device that has
    /// answered, and what waits for it.
    func endPairing(of recipient: RecipientCode, _ reason: PairingEnd) throws {
        guard let row = try pairingRow(of: recipient) else { return }
        let pairing = try SidecarPairing(row)
        switch pairing.state {
        case .confirmed, .ended: return
        case .waiting: try close(recipient, reason)
        case .answered:
            let answer = try DeliveryDestination(stored: row.value("destination"))
            try close(recipient, reason)
            try change("DELETE FROM device WHERE recipient = ? AND pending", recipient.text)
            try tryAgain(answer.device)
            let messages = "message IN (SELECT name FROM message WHERE pairing = ?)"
            for delivery in try waiting(messages, pairing.id.bytes) {
                try end(delivery, .removed)
            }
        }
    }

    /// Has what waits for a device's number be tried where the device was before.
    private func tryAgain(_ device: DeviceIdentity) throws {
        for recipient in try recipients(of: device) {
            for delivery in try waiting("recipient = ?", recipient.text)
            where delivery.destination.device == device {
                try change(
                    "UPDATE delivery SET due = ? WHERE message = ? AND position = ?",
                    now,
                    delivery.id.message.text,
                    delivery.id.position
                )
            }
        }
    }

    /// Ends what is not confirmed if the database was an earlier identity's: no phone takes the
    /// message of another one for the answer to its own (L-29).
    func endPairings(unlessOf sender: SenderIdentity) throws {
        let owners = try rows("SELECT sender FROM owner WHERE sender <> ?", sender.bytes)
        guard !owners.isEmpty else { return }
        for row in try rows("SELECT * FROM pairing WHERE state IN ('waiting', 'answered')") {
            try endPairing(of: RecipientCode(stored: row.value("recipient")), .succeeded)
        }
    }

    /// Notes that the device of a confirmed pairing was taken from the recipient.
    func closeConfirmed(_ device: DeviceIdentity, of recipient: RecipientCode) throws {
        guard let row = try pairingRow(of: recipient),
            case .confirmed = try SidecarPairing(row).state,
            try DeliveryDestination(stored: row.value("destination")).device == device
        else { return }
        try close(recipient, .removed)
    }

    /// Ends a pairing whose message has ended so that its device does not learn of it.
    func endPairing(
        _ id: PairingID,
        of recipient: RecipientCode,
        after result: DeliveryResult
    ) throws {
        guard let reason = PairingEnd(after: result), try pairing(of: recipient)?.id == id else {
            return
        }
        try endPairing(of: recipient, reason)
    }

    /// Notes that a pairing is over, and forgets what a device has answered.
    func close(_ recipient: RecipientCode, _ reason: PairingEnd) throws {
        try change(
            """
            UPDATE pairing SET state = 'ended', reason = ?, name = NULL, number = NULL,
                destination = NULL
            WHERE recipient = ?
            """,
            reason.rawValue,
            recipient.text
        )
    }

    /// Ends pairings whose time was over at a moment, and forgets those that ended a week before.
    ///
    /// It also ends those whose device would await a number for more than a day from now, as the
    /// clock was set back.
    func sweepPairings(over moment: Timestamp) throws {
        let over = try rows(
            """
            SELECT * FROM pairing WHERE until < ? AND state IN ('waiting', 'answered')
                OR until > ? AND state = 'answered'
            """,
            moment,
            now.advanced(by: SidecarPairing.pendingTime)
        )
        for row in over {
            guard let pairing = try? SidecarPairing(row),
                case .ended(let reason) = pairing.seen(at: .latest).state
            else { continue }
            try endPairing(of: RecipientCode(stored: row.value("recipient")), reason)
        }
        try change(
            "DELETE FROM pairing WHERE until < ? AND state = 'ended'",
            moment.advanced(by: .days(-7))
        )
    }
}

extension SidecarPairing {
    init(_ row: SQLRow) throws {
        let state: State
        switch try row.value("state") as String {
        case "waiting": state = .waiting
        case "answered": state = .answered
        case "confirmed": state = .confirmed(try row.value("name"))
        case "ended": state = .ended(try PairingEnd(stored: row.value("reason")))
        default: throw ServerStoreError.damaged
        }
        self.init(
            id: try PairingID(stored: row.value("id")),
            state: state,
            until: try row.value("until")
        )
    }
}

extension PairingEnd {
    fileprivate init(stored text: String) throws {
        guard let reason = PairingEnd(rawValue: text) else { throw ServerStoreError.damaged }
        self = reason
    }
}

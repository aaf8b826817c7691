// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import ServerStore

/// What became of a number that a person typed.
enum PairingConfirmation: Hashable, Sendable {
    /// The device is the recipient's, now or since before.
    case confirmed
    /// It is another number: the pairing has ended.
    case wrongNumber
    /// No device awaits a number.
    case notAnswered
}

/// What became of a pairing that was to begin.
enum PairingBeginning: Hashable, Sendable {
    /// It has begun, in the place of this one.
    case begun(replacing: PairingID?)
    /// Paired devices know another key for endpoints; nothing is changed.
    case otherKey
}

extension SidecarDatabase {
    /// Begins a pairing, in the place of one of the recipient that is not over.
    ///
    /// - Parameters:
    ///   - id: The pairing.
    ///   - recipient: Whose device it makes.
    ///   - key: The sender's public key for endpoints, which the device gets to know.
    ///   - end: When its link ends.
    /// - Returns: Whether it has begun.
    /// - Throws: ``ServerStoreError``.
    func begin(
        _ id: PairingID,
        of recipient: RecipientCode,
        signing key: [UInt8],
        until end: Timestamp
    ) async throws(ServerStoreError) -> PairingBeginning {
        try await write { transaction in
            guard try transaction.keepEndpointKey(key) else { return .otherKey }
            let earlier = try transaction.pairing(of: recipient)?.id
            try transaction.endPairing(of: recipient, .removed)
            try transaction.change(
                "REPLACE INTO pairing (recipient, id, state, until) VALUES (?, ?, 'waiting', ?)",
                recipient.text,
                id.bytes,
                end
            )
            return .begun(replacing: earlier)
        }
    }

    /// Whether a pairing still waits for an answer: no other one has begun, and none took it back.
    ///
    /// - Throws: ``ServerStoreError``; `foreign` if the database is another sender's by now.
    func isWaiting(
        _ id: PairingID,
        of recipient: RecipientCode,
        by rule: SubscriptionRule
    ) async throws(ServerStoreError) -> Bool {
        try await read { transaction in
            guard try transaction.owner(by: rule) == .own else { throw ServerStoreError.foreign }
            return try transaction.isWaiting(id, of: recipient)
        }
    }

    /// Keeps the device that has answered, and the message that tells it so.
    ///
    /// One that the recipient has already takes its place; beyond ``deviceLimit`` no other is kept,
    /// and the pairing ends.
    ///
    /// - Returns: Whether it is kept: not if the pairing was taken back meanwhile.
    func answer(
        _ id: PairingID,
        of recipient: RecipientCode,
        at destination: DeliveryDestination,
        _ answer: PairingAnswer,
        _ message: SidecarMessage,
        by rule: SubscriptionRule
    ) async throws(ServerStoreError) -> Bool {
        try await write { transaction in
            guard try transaction.owner(by: rule) == .own else { throw ServerStoreError.foreign }
            guard try transaction.isWaiting(id, of: recipient) else { return false }
            let others = try transaction.devices(of: recipient)
                .count { $0.name != nil && $0.destination.device != answer.device }
            guard others < Self.deviceLimit else {
                try transaction.close(recipient, .tooManyDevices)
                return false
            }
            try transaction.change(
                """
                UPDATE pairing SET state = 'answered', until = ?, name = ?, number = ?,
                    destination = ?
                WHERE recipient = ?
                """,
                transaction.now.advanced(by: SidecarPairing.pendingTime),
                answer.name,
                answer.answerHash.number.value,
                destination.stored,
                recipient.text
            )
            try transaction.insert(
                destination,
                at: transaction.nextPosition(of: recipient),
                of: recipient,
                named: answer.name,
                answer: answer.answerHash.bytes,
                isPending: true
            )
            let delivery = Delivery(
                id: Delivery.ID(message: try transaction.insert(message, of: id), position: 0),
                recipient: recipient,
                destination: destination,
                expires: transaction.end(of: message),
                isUrgent: true
            )
            try transaction.insert(delivery)
            return true
        }
    }

    /// Keeps another message of a pairing for the device of a delivery, unless one waits or a relay
    /// has one by now.
    func tellAgain(
        _ message: SidecarMessage,
        before delivery: Delivery
    ) async throws(ServerStoreError) {
        try await write { transaction in
            let waiting: Int? = try transaction.value(
                """
                SELECT 1 AS value FROM message JOIN delivery ON delivery.message = message.name
                WHERE message.pairing IS NOT NULL AND result = 'waiting' AND destination = ? LIMIT 1
                """,
                delivery.destination.stored
            )
            let isAwaited: Int? = try transaction.value(
                """
                SELECT 1 AS value FROM device
                WHERE recipient = ? AND destination = ? AND answer IS NOT NULL
                """,
                delivery.recipient.text,
                delivery.destination.stored
            )
            guard waiting == nil, isAwaited != nil else { return }
            // It ends no pairing: the device is confirmed.
            let name = try transaction.insert(message, of: PairingID())
            let again = Delivery(
                id: Delivery.ID(message: name, position: 0),
                recipient: delivery.recipient,
                destination: delivery.destination,
                expires: transaction.end(of: message),
                isUrgent: true
            )
            try transaction.insert(again)
        }
    }

    /// The last pairing of a recipient, as it is by the clock; nil if there was none, or it ended
    /// long ago.
    func pairing(of recipient: RecipientCode) async throws(ServerStoreError) -> SidecarPairing? {
        try await read { try $0.pairing(of: recipient) }
    }

    /// Makes the device that has answered the recipient's if this is its number, else ends the
    /// pairing.
    func confirm(
        _ number: PairingNumber,
        of recipient: RecipientCode
    ) async throws(ServerStoreError) -> PairingConfirmation {
        try await write { transaction in
            guard let row = try transaction.pairingRow(of: recipient) else { return .notAnswered }
            let known: Int? = try row.value("number")
            let isRight = known == number.value
            switch try SidecarPairing(row).seen(at: transaction.now).state {
            case .confirmed where isRight: return .confirmed
            case .answered where isRight:
                try transaction.confirm(
                    DeliveryDestination(stored: row.value("destination")),
                    of: recipient
                )
                return .confirmed
            case .answered:
                try transaction.endPairing(of: recipient, .wrongNumber)
                return .wrongNumber
            case .waiting, .confirmed, .ended: return .notAnswered
            }
        }
    }

    /// Takes the last pairing of a recipient back, with the device that came of it.
    ///
    /// - Returns: The pairing; nil if there was none.
    func undoPairing(of recipient: RecipientCode) async throws(ServerStoreError) -> PairingID? {
        try await write { transaction in
            try transaction.undoPairing(of: recipient)
            return try transaction.pairing(of: recipient)?.id
        }
    }

    /// Ends a pairing that waits for an answer.
    func endWaiting(
        _ id: PairingID,
        of recipient: RecipientCode,
        _ reason: PairingEnd
    ) async throws(ServerStoreError) {
        try await write { transaction in
            guard try transaction.isWaiting(id, of: recipient) else { return }
            try transaction.close(recipient, reason)
        }
    }

    /// Ends all pairings that wait for an answer: no sidecar has their links any more.
    func endAllWaiting() async throws(ServerStoreError) {
        _ = try await write { transaction in
            try transaction.change(
                "UPDATE pairing SET state = 'ended', reason = ? WHERE state = 'waiting'",
                PairingEnd.interrupted.rawValue
            )
        }
    }
}
